import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Task } from "../../api";
import type { Action } from "../../lib/actions";
import type { Offers } from "../../lib/offers";
import type { Present, Result } from "../../lib/results";
import { roleOf } from "../../lib/role";
import { PATHS } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { Done, Now } from "../done";
import { useWide } from "../fold";
import { ActionForm } from "./actionForm";
import { MustHaves } from "./what";

interface MovesProps {
  task: Task;
  connected: Connected;
  offers: Offers;
  /** The other party, as people read it. */
  who: string;
  readWorkHash: string | null;
  /** What the visitor must read before the step. */
  reading: ComponentChildren;
  /** What the visitor's last step has done. */
  result: Result | null;
  /** Where the task is for the visitor, where no step of theirs was just done. */
  present: Present | null;
  done: (action: Action, task: Task | null) => void;
}

/** What the visitor can do now: the step that is expected as a form, the others to open. */
export function Moves({ offers: { due, others }, reading, result, present, ...shared }: MovesProps) {
  const { task, connected } = shared;
  // To approve and to reject take the same stars.
  const [rating, setRating] = useState("");
  // Where there is no room, the task is folded.
  const isWide = useWide();
  const isOver = task._nextAction === null;
  const role = roleOf(task, connected.address);
  const goesOn = isOver && role === "worker";
  if (!due && others.length === 0 && !result && !present && !goesOn) return null;
  // A worker is done with the stake back, a poster with the payment.
  const isDone = isOver || (task.state === "APPROVED" && role !== "worker");
  const isRated = due?.fields.some((field) => field === "rating") === true;
  return (
    <section aria-labelledby="moves" class="card moves" id="next-step">
      <h2 id="moves">{headingOf(due !== null, isDone, others.length > 0, present !== null)}</h2>
      {result && <Done result={result} />}
      {present && <Now {...present} />}
      {goesOn && (
        <p class="go">
          <a class="button" href={PATHS.board}>
            Find another task
          </a>
        </p>
      )}
      {!isWide && due?.needsWork && task.acceptance && <MustHaves criteria={task.acceptance.criteria} />}
      {reading}
      {/* Another round is another decision. */}
      {due && <ActionForm key={`${due.id} ${task.changeRounds}`} action={due} rated={setRating} {...shared} />}
      {others.map((action) => (
        <details key={action.id}>
          <summary>{action.label}</summary>
          <ActionForm action={action} {...(isRated && { rating })} {...shared} />
        </details>
      ))}
    </section>
  );
}

function headingOf(isDue: boolean, isDone: boolean, hasOthers: boolean, isTold: boolean): string {
  if (isDue || (isTold && !isDone)) return "Next step";
  if (isDone) return "Done";
  return hasOthers ? "What you can do" : "What comes next";
}
