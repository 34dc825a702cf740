import { useState } from "preact/hooks";
import type { Task } from "../../api";
import type { Action } from "../../lib/actions";
import { faultsOf } from "../../lib/faults";
import type { ActionField, Given } from "../../lib/given";
import type { Connected } from "../../wallet/connect";
import { fieldsOf, valuesOf } from "../form";
import { Failure } from "../states";
import { errorOf } from "../useData";
import { useLack } from "../useLack";
import { ActionInput } from "./actionInput";

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
  const [given, setGiven] = useState<Given>({});
  const take = async (sent: Given) => {
    setIsBusy(true);
    setError(null);
    try {
      await action.run(await connected.mkt(), task, sent, readWorkHash ?? "");
      done();
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const isUnread = action.needsWork === true && readWorkHash === null;
  const fields = action.fields.filter((field) => isAsked(field, task));
  const faults = faultsOf(error);
  const lack = useLack(connected, action.takes?.(task, given) ?? null);
  const outcome = action.preview?.(task, given);
  return (
    <form
      class="action"
      onSubmit={(event) => void take(fieldsOf(event))}
      onInput={(event) => {
        setError(null);
        if (action.preview) setGiven(valuesOf(event.currentTarget));
      }}
    >
      <p id={`means-${action.id}`}>{action.means(task)}</p>
      {isUnread && <p class="note">Read the work first, above.</p>}
      {fields.map((field) => (
        <ActionInput key={field} field={field} id={`${action.id}-${field}`} task={task} fault={faults[field]} />
      ))}
      {outcome && <p role="status">{outcome}</p>}
      <button
        type="submit"
        class={action.isPlain ? "plain" : undefined}
        disabled={isBusy || isUnread || lack !== null}
        aria-describedby={`means-${action.id}`}
      >
        {action.button?.(task) ?? action.label}
      </button>
      {lack && (
        <p role="status" class="fault">
          {lack}
        </p>
      )}
      <p role="status" class={isBusy ? "waiting" : "unseen"}>
        {isBusy &&
          "In progress: first your wallet signs, then the chain confirms it. This takes a few seconds. You may leave this page; it goes on from here."}
      </p>
      {error && <Failure error={error} />}
    </form>
  );
}

/** Work is data only where the task has a schema for it. */
function isAsked(field: ActionField, { acceptance }: Task): boolean {
  return (field !== "output" && field !== "force") || Boolean(acceptance?.schemaHash);
}
