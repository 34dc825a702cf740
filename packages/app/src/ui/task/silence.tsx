import { STATES } from "../../../../../functions/src/domain/workflow/states";
import type { Task } from "../../api";
import { usdc, words } from "../../lib/text";
import { duration } from "../../lib/time";

type DeadlineName = Task["terms"]["onSilence"][number]["deadline"];

const WINDOW_OF: Readonly<Record<DeadlineName, keyof Task["terms"]["windows"]>> = {
  openUntil: "open",
  workBy: "work",
  reviewBy: "review",
  resubmitBy: "resubmit",
  contestBy: "contest",
  ruleBy: "rule",
  rateBy: "rate",
};

/** What the party has not done. */
const SILENCE: Readonly<Record<DeadlineName, string>> = {
  openUntil: "does not start",
  workBy: "does not submit",
  reviewBy: "does not decide",
  resubmitBy: "does not answer the change request",
  contestBy: "does not contest a rejection",
  ruleBy: "does not rule",
  rateBy: "does not rate",
};

/** Each window, and who gets what if its party lets it pass. */
export function OnSilence({ task }: { task: Task }) {
  const current = task._nextAction?.deadline && STATES[task.state]?.deadline;
  return (
    <section aria-labelledby="silence">
      <h2 id="silence">If someone does not act in time</h2>
      <p>Every step has a deadline. Once it has passed, anyone can end the step, and the contract pays:</p>
      <dl class="facts">
        {task.terms.onSilence.map(({ deadline, silent, posterGetsUsdc, workerGetsUsdc, outcome }) => (
          <div key={deadline} class={deadline === current ? "current" : undefined}>
            <dt>
              {words(silent)} {SILENCE[deadline]} within {duration(task.terms.windows[WINDOW_OF[deadline]])}
              {deadline === current && <strong> (running now)</strong>}
            </dt>
            <dd>
              {outcome} <br />
              <span class="quiet">
                Poster gets <strong>{usdc(posterGetsUsdc)}</strong>, worker <strong>{usdc(workerGetsUsdc)}</strong>{" "}
                USDC.
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
