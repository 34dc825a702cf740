import { lazyPart } from "../lazyPart";
import type { Task } from "../../api";
import { Boundary } from "../boundary";
import { Fold } from "../fold";
import { Untrusted } from "../untrusted";

const Markdown = lazyPart(() => import("../markdown").then(({ Markdown }) => Markdown));

/** While these last, somebody reads it to do it. */
const TO_DO: readonly string[] = ["FUNDED", "STARTED", "CHANGES_REQUESTED"];

/** The task itself: its description, and what finished work must be. */
export function What({ task: { description, acceptance, state } }: { task: Task }) {
  return (
    <Fold id="what" title="The task" isOpen={TO_DO.includes(state)}>
      {description ? (
        <Boundary>
          <Markdown text={description} />
        </Boundary>
      ) : (
        <p class="quiet">This task was created without a description.</p>
      )}
      {acceptance && <Acceptance acceptance={acceptance} />}
    </Fold>
  );
}

/** What finished work must be: also beside the decision on it. */
export function MustHaves({ criteria }: Pick<NonNullable<Task["acceptance"]>, "criteria">) {
  if (criteria.length === 0) return null;
  return (
    <>
      <h3>Must-haves</h3>
      <ul>
        {criteria.map((text, index) => (
          <li key={index}>
            <Untrusted text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Acceptance({ acceptance }: { acceptance: NonNullable<Task["acceptance"]> }) {
  const { criteria, outputSchema } = acceptance;
  return (
    <>
      <MustHaves criteria={criteria} />
      {outputSchema && (
        <details>
          <summary>For programs: the form that the work is checked against</summary>
          <pre tabIndex={0}>
            <code>{JSON.stringify(outputSchema, null, 2)}</code>
          </pre>
        </details>
      )}
    </>
  );
}
