import { STATES } from "../../../../../functions/src/domain/workflow/states";
import type { Task } from "../../api";
import { SILENCE } from "../../lib/silence";
import { usdc, words } from "../../lib/text";
import { duration } from "../../lib/time";
import { Fold } from "../fold";
import { At } from "../time";

type Silence = Task["terms"]["onSilence"][number];
type DeadlineName = Silence["deadline"];

const WINDOW_OF: Readonly<Record<DeadlineName, keyof Task["terms"]["windows"]>> = {
  openUntil: "open",
  workBy: "work",
  reviewBy: "review",
  resubmitBy: "resubmit",
  contestBy: "contest",
  ruleBy: "rule",
  rateBy: "rate",
};

/** Who gets what if the deadline that runs now passes; the other deadlines are folded away. */
export function OnSilence({ task }: { task: Task }) {
  const { onSilence } = task.terms;
  const current = task._nextAction?.deadline ? STATES[task.state]?.deadline : undefined;
  const now = onSilence.find(({ deadline }) => deadline === current);
  const others = onSilence.filter((one) => one !== now);
  return (
    <Fold id="silence" title={now ? "If someone does not act in time" : "Deadlines"}>
      {now && task._nextAction?.deadline && (
        <>
          <p>
            <strong>
              If the {words(now.silent).toLowerCase()} {SILENCE[now.deadline]} by{" "}
              <At time={task._nextAction.deadline} />:
            </strong>{" "}
            {now.outcome}
          </p>
          <Sums silence={now} />
        </>
      )}
      {others.length > 0 && (
        <details>
          <summary>{now ? "The other deadlines" : "What missing one meant"}</summary>
          <dl class="facts">
            {others.map((one) => (
              <div key={one.deadline}>
                <dt>
                  {words(one.silent)} {SILENCE[one.deadline]} within{" "}
                  {duration(task.terms.windows[WINDOW_OF[one.deadline]])}
                </dt>
                <dd>
                  {one.outcome} <Sums silence={one} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Fold>
  );
}

function Sums({ silence: { posterGetsUsdc, workerGetsUsdc } }: { silence: Silence }) {
  return (
    <span class="quiet">
      Poster gets <strong>{usdc(posterGetsUsdc)}</strong>, worker <strong>{usdc(workerGetsUsdc)}</strong> USDC.
    </span>
  );
}
