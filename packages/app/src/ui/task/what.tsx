import { lazy } from "preact-iso";
import type { Task } from "../../api";
import { Boundary } from "../boundary";
import { Untrusted } from "../untrusted";

const Markdown = lazy(() => import("../markdown").then(({ Markdown }) => Markdown));

/** The task itself: its description, and what finished work must be. */
export function What({ task: { description, acceptance } }: { task: Task }) {
  return (
    <section aria-labelledby="what" class="card">
      <h2 id="what">The task</h2>
      {description ? (
        <Boundary>
          <Markdown text={description} />
        </Boundary>
      ) : (
        <p class="quiet">This task was created without a description.</p>
      )}
      {acceptance && <Acceptance acceptance={acceptance} />}
    </section>
  );
}

function Acceptance({ acceptance }: { acceptance: NonNullable<Task["acceptance"]> }) {
  const { criteria, outputSchema } = acceptance;
  return (
    <>
      <h3>Must-haves</h3>
      <ul>
        {criteria.map((text) => (
          <li key={text}>
            <Untrusted text={text} />
          </li>
        ))}
      </ul>
      {outputSchema && (
        <details>
          <summary>Schema that the work is checked against</summary>
          <pre tabIndex={0}>
            <code>{JSON.stringify(outputSchema, null, 2)}</code>
          </pre>
        </details>
      )}
    </>
  );
}
