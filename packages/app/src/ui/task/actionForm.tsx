import { useState } from "preact/hooks";
import type { Task } from "../../api";
import type { Action, ActionField, Given } from "../../lib/actions";
import type { Connected } from "../../wallet/connect";
import { fieldsOf } from "../form";
import { Failure } from "../states";
import { errorOf } from "../useData";

interface ActionFormProps {
  action: Action;
  task: Task;
  connected: Connected;
  /** The hash of the newest work that the visitor has read; null before. */
  readWorkHash: string | null;
  /** Called when the step is done. */
  done: () => void;
}

/** A step as a form with one button: what it means stands above it, and what went wrong below. */
export function ActionForm({ action, task, connected, readWorkHash, done }: ActionFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const take = async (given: Given) => {
    setIsBusy(true);
    setError(null);
    try {
      await action.run(connected.mkt, task, given, readWorkHash ?? "");
      done();
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const isUnread = action.needsWork === true && readWorkHash === null;
  return (
    <form class="action" onSubmit={(event) => void take(fieldsOf(event))}>
      <p id={`means-${action.id}`}>{action.means(task)}</p>
      {isUnread && <p class="note">Read the work first: “Sign in and read”, above.</p>}
      {action.fields.map((field) => (
        <ActionInput key={field} field={field} id={`${action.id}-${field}`} />
      ))}
      <button
        type="submit"
        class={action.isPlain ? "plain" : undefined}
        disabled={isBusy || isUnread}
        aria-describedby={`means-${action.id}`}
      >
        {action.label}
      </button>
      <p role="status" class={isBusy ? "waiting" : "unseen"}>
        {isBusy &&
          "In progress: first your wallet signs, then the chain confirms it. This takes a few seconds. You may leave this page; it goes on from here."}
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}

function ActionInput({ field, id }: { field: ActionField; id: string }) {
  if (field === "rating") {
    return (
      <label for={id}>
        <span>Rating</span>
        <select id={id} name={field} required>
          {[5, 4, 3, 2, 1].map((value) => (
            <option key={value} value={value}>
              {"★".repeat(value)} {value} of 5
            </option>
          ))}
        </select>
      </label>
    );
  }
  const isLong = field === "text";
  return (
    <label for={id}>
      <span>{LABELS[field]}</span>
      <textarea
        id={id}
        name={field}
        rows={isLong ? 6 : 2}
        maxLength={isLong ? 20_000 : 1_000}
        required={field !== "message"}
      />
    </label>
  );
}

const LABELS = { text: "Text", comment: "Comment, public", message: "Message to the poster" } as const;
