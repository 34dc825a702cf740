import type { ParticipantTask, Task } from "../../api";
import type { ComponentChildren } from "preact";
import type { Link } from "../../../../client/src/browser";
import { ownWords } from "../../lib/given";
import { isSame } from "../../lib/role";
import { hasMarks } from "../../lib/markdown";
import { Failures } from "../failures";
import { StarsGiven } from "../ratings";
import { StrangersLinks } from "../strangersLinks";
import { Markdown } from "../markdown";
import { Untrusted } from "../untrusted";

export type CaseTexts = Pick<
  ParticipantTask,
  "privateDetails" | "submissions" | "reasons" | "evidence" | "answer" | "comments"
>;
type Submission = CaseTexts["submissions"][number];
type Written = { text: string; links: readonly Link[] } | null;

/** Whether the parties have written nothing yet. */
export function isEmpty({ privateDetails, submissions }: CaseTexts): boolean {
  return !privateDetails && submissions.length === 0;
}

/** What the parties wrote for each other, the newest first. */
export function Texts({ view, task, wallet }: { view: CaseTexts; task: Task; wallet: string }) {
  const { privateDetails, submissions, reasons, evidence, answer, comments } = view;
  if (isEmpty(view)) return <p class="quiet">Nothing yet. What is delivered shows here by itself.</p>;
  return (
    <>
      {comments.map(({ hash, author, content }) => {
        const isPoster = author === task.poster;
        const rating = isPoster ? task.ratings.ofWorker : task.ratings.ofPoster;
        return (
          <section key={hash} class="text">
            <h3>
              {isSame(author, wallet) ? "Your rating" : isPoster ? "Rating by the poster" : "Rating by the worker"}{" "}
              {rating !== null && <StarsGiven value={rating} />}
            </h3>
            <p>
              {content === null ? (
                <NotStored />
              ) : ownWords(content) === "" ? (
                <span class="quiet">No comment.</span>
              ) : (
                <Untrusted text={content} />
              )}
            </p>
          </section>
        );
      })}
      {answer && <Text name="The poster's answer" content={answer.content} />}
      {evidence && <Text name="The worker's evidence" content={evidence.content} />}
      {submissions
        .map((submission, round) => (
          <Round key={submission.hash} submission={submission} round={round} reason={reasons[round]} />
        ))
        .reverse()}
      {privateDetails && <Text name="Private details" content={privateDetails.content} />}
    </>
  );
}

interface RoundProps {
  submission: Submission;
  round: number;
  reason: CaseTexts["reasons"][number] | undefined;
}

/** Work, and the change request that answers it. */
function Round({ submission: { content, verdict }, round, reason }: RoundProps) {
  return (
    <>
      {reason && <Text name={`Change request ${round + 1}`} content={reason.content} />}
      <Text name={round === 0 ? "Work" : `Work after change request ${round}`} content={content}>
        {content?.output !== undefined && (
          <pre tabIndex={0}>
            <code>{JSON.stringify(content.output, null, 2)}</code>
          </pre>
        )}
        {verdict && <VerdictShown verdict={verdict} />}
      </Text>
    </>
  );
}

function Text({ name, content, children }: { name: string; content: Written; children?: ComponentChildren }) {
  return (
    <section class="text">
      <h3>{name}</h3>
      {content ? (
        <>
          <Markdown text={content.text} />
          {hasMarks(content.text) && (
            <details class="optional">
              <summary>As typed</summary>
              <pre tabIndex={0}>{content.text}</pre>
            </details>
          )}
          <StrangersLinks links={content.links} />
        </>
      ) : (
        <p>
          <NotStored />
        </p>
      )}
      {children}
    </section>
  );
}

function NotStored() {
  return <span class="quiet">Its text is not stored here; only its fingerprint is on the blockchain.</span>;
}

/** Whether the work as data satisfies the task's schema. */
function VerdictShown({ verdict: { result, failures } }: { verdict: NonNullable<Submission["verdict"]> }) {
  if (result === "passed") return <p class="verdict good">The data has the form that the task asks for.</p>;
  if (result === "unchecked")
    return (
      <p class="quiet">
        Whether the data has the form that the task asks for was not checked. That is no reason to reject the work.
      </p>
    );
  return (
    <>
      <p class="verdict bad">The data does not have the form that the task asks for:</p>
      <Failures failures={failures} />
    </>
  );
}
