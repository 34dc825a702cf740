import { STATES } from "../../../../../functions/src/domain/workflow/states";
import type { Task } from "../../api";
import { roleOf } from "../../lib/role";
import { SILENCE } from "../../lib/silence";
import { sentence, usdc } from "../../lib/text";
import { duration } from "../../lib/time";
import { useWallet } from "../../wallet/context";
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
  const wallet = useWallet().account;
  const role = wallet === null ? "stranger" : roleOf(task, wallet);
  const missed = ({ silent, deadline }: Silence) => {
    const who = silent.toLowerCase();
    return `${who === role ? "you do" : `the ${who} does`} not ${SILENCE[deadline]}`;
  };
  const outcomeOf = ({ outcome }: Silence) => outcome.replace(`to the ${role}`, "to you");
  const current = task._nextAction?.deadline ? STATES[task.state]?.deadline : undefined;
  const now = onSilence.find(({ deadline }) => deadline === current);
  const others = onSilence.filter((one) => one !== now);
  return (
    <Fold id="silence" title={now ? "If someone does not act in time" : "Deadlines"}>
      {now && task._nextAction?.deadline && (
        <>
          <p>
            <strong>
              If {missed(now)} by <At time={task._nextAction.deadline} />:
            </strong>{" "}
            {outcomeOf(now)}
          </p>
          <Sums silence={now} role={role} />
        </>
      )}
      {others.length > 0 && (
        <details>
          <summary>{now ? "The other deadlines" : "What missing one meant"}</summary>
          <dl class="facts">
            {others.map((one) => (
              <div key={one.deadline}>
                <dt>
                  {sentence(missed(one))} within {duration(task.terms.windows[WINDOW_OF[one.deadline]])}
                </dt>
                <dd>
                  {outcomeOf(one)} <Sums silence={one} role={role} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Fold>
  );
}

interface SumsProps {
  silence: Silence;
  /** The reader's. */
  role: ReturnType<typeof roleOf>;
}

function Sums({ silence: { posterGetsUsdc, workerGetsUsdc }, role }: SumsProps) {
  return (
    <span class="quiet">
      {role === "poster" ? "You get" : "The poster gets"} <strong>{usdc(posterGetsUsdc)}</strong>,{" "}
      {role === "worker" ? "you" : "the worker"} <strong>{usdc(workerGetsUsdc)}</strong> USDC.
    </span>
  );
}
