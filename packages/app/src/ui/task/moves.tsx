import type { Task } from "../../api";
import type { Action } from "../../lib/actions";
import type { Offers } from "../../lib/offers";
import type { Result } from "../../lib/results";
import type { Connected } from "../../wallet/connect";
import { Done } from "../done";
import { ActionForm } from "./actionForm";

interface MovesProps {
  task: Task;
  connected: Connected;
  offers: Offers;
  readWorkHash: string | null;
  /** What the visitor's last step has done. */
  result: Result | null;
  done: (action: Action, task: Task | null) => void;
}

/** What the visitor can do now: the step that is expected as a form, the others to open. */
export function Moves({ offers: { due, others }, result, ...shared }: MovesProps) {
  if (!due && others.length === 0 && !result) return null;
  return (
    <section aria-labelledby="moves" class="card moves" id="next-step">
      <h2 id="moves">{due ? "Next step" : others.length > 0 ? "What you can do" : "Done"}</h2>
      {result && <Done result={result} />}
      {!due && others.length === 0 && <p class="quiet">There is nothing for you to do now.</p>}
      {due && <ActionForm key={due.id} action={due} {...shared} />}
      {others.map((action) => (
        <details key={action.id}>
          <summary>{action.label}</summary>
          <ActionForm action={action} {...shared} />
        </details>
      ))}
    </section>
  );
}
