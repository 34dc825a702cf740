import type { Task } from "../../api";
import type { Offers } from "../../lib/offers";
import type { Connected } from "../../wallet/connect";
import { ActionForm } from "./actionForm";

interface MovesProps {
  task: Task;
  connected: Connected;
  offers: Offers;
  readWorkHash: string | null;
  done: () => void;
}

/** What the visitor can do now: the step that is expected as a form, the others to open. */
export function Moves({ offers: { due, others }, ...shared }: MovesProps) {
  const otherwise = others.length > 0 ? "What you can do" : "Nothing to do for you now";
  return (
    <section aria-labelledby="moves" class="panel moves">
      <h2 id="moves">{due ? "Your move" : otherwise}</h2>
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
