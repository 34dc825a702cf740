import type { Task } from "../../api";
import { standingFor } from "../../lib/standing";
import { words } from "../../lib/text";
import { useWallet } from "../../wallet/context";
import { At, Countdown } from "../time";

/** Where the task is, in one line that is read out when it changes, with what is left of the time. */
export function Now({ task }: { task: Task }) {
  const next = task._nextAction;
  const wallet = useWallet().account;
  return (
    <div class="panel now-panel">
      <p role="status">
        <strong class="label strong">{words(task.state)}</strong> {standingFor(task, wallet)}
      </p>
      {next?.deadline && (
        <p>
          <Countdown until={next.deadline} />{" "}
          <span class="quiet">
            until <At time={next.deadline} />
          </span>
        </p>
      )}
      {next?.onSilence && <p class="quiet">After that: {next.onSilence}</p>}
    </div>
  );
}
