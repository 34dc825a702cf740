import type { Task } from "../../api";
import type { Action } from "../../lib/actions";
import type { Connected } from "../../wallet/connect";
import { ActionForm } from "./actionForm";

interface MovesProps {
  task: Task;
  connected: Connected;
  actions: readonly Action[];
  readWorkHash: string | null;
  done: () => void;
}

/** What the visitor can do now: the step that is expected as a form, the others to open. */
export function Moves({ actions, ...shared }: MovesProps) {
  const [first, ...others] = actions;
  return (
    <section aria-labelledby="moves" class="panel moves">
      <h2 id="moves">{first ? "Your move" : "Nothing to do for you now"}</h2>
      {first && <ActionForm key={first.id} action={first} {...shared} />}
      {others.map((action) => (
        <details key={action.id}>
          <summary>{action.label}</summary>
          <ActionForm action={action} {...shared} />
        </details>
      ))}
    </section>
  );
}
