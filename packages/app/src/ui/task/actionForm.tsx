import { useEffect, useState } from "preact/hooks";
import type { Task } from "../../api";
import { onceOnly, type Action } from "../../lib/actions";
import { isCutOff, isUnreached } from "../../lib/cutOff";
import { draftName } from "../../lib/drafts";
import { faultsOf } from "../../lib/faults";
import type { ActionField, Given } from "../../lib/given";
import { networkFee } from "../../lib/text";
import { amountOf } from "../../lib/units";
import { takenShown, walletShows } from "../../lib/walletShows";
import { WalletWindow } from "../walletWindow";
import type { Connected } from "../../wallet/connect";
import { useWallet } from "../../wallet/context";
import { CutOff } from "../cutOff";
import { DraftNote } from "../draftNote";
import { fieldsOf, valuesOf } from "../form";
import { Failure } from "../states";
import { StepButton } from "../stepButton";
import { useDraftForm } from "../useDraft";
import { errorOf } from "../useData";
import { Untrusted } from "../untrusted";
import { useLack } from "../useLack";
import { ActionInput } from "./actionInput";

interface ActionFormProps {
  action: Action;
  task: Task;
  connected: Connected;
  /** The other party, as people read it. */
  who: string;
  /** The stars that another form of this decision holds; they are chosen once. */
  rating?: string;
  /** Hears the stars that are chosen here. */
  rated?: (rating: string) => void;
  /** The hash of the newest work that the visitor has read; null before. */
  readWorkHash: string | null;
  /** Called when the step is done, with the task as the service then tells it. */
  done: (action: Action, task: Task | null) => void;
}

/** The id of a step's form, which a button elsewhere can send. */
export const formOf = ({ id }: Pick<Action, "id">) => `step-${id}`;

/** A step as a form with one button: what it means stands above it, and what went wrong below. */
export function ActionForm({ action, task, connected, who, rating, rated, readWorkHash, done }: ActionFormProps) {
  const { say } = useWallet();
  const [isBusy, setIsBusy] = useState(false);
  const [isSigned, setIsSigned] = useState(false);
  const moment = JSON.stringify([task.state, task.workflowStatus, task.changeRounds, task.rewardUsdc, task.deadlines]);
  // What is done is not offered again before the page shows what came of it.
  const [doneAt, setDoneAt] = useState<string | null>(null);
  const isDone = doneAt === moment;
  const [error, setError] = useState<Error | null>(null);
  const [typed, setGiven] = useState<Given>({});
  const given = rating === undefined ? typed : { ...typed, rating };
  useEffect(() => rated?.(typed.rating ?? ""), [typed.rating]);
  const [missing, setMissing] = useState<string | null>(null);
  const name = draftName(
    connected.address,
    `${task.contract} ${task.taskId} ${action.id} ${task.changeRounds} ${task.state}`,
  );
  const draft = useDraftForm(name, (kept) => setGiven(amountsIn(kept)));
  const end = (outcome: unknown) => {
    draft.clear();
    setDoneAt(moment);
    done(action, taskIn(outcome));
  };
  const take = async (sent: Given) => {
    setIsBusy(true);
    setError(null);
    say(`${action.asks(task, who)} ${networkFee(connected.hasRelay)}`);
    try {
      end(await action.run(await connected.mkt(), task, sent, readWorkHash ?? ""));
    } catch (problem) {
      if (isCutOff(problem) && (await connected.hasOpenStep())) setIsSigned(true);
      else setError(errorOf(problem));
    } finally {
      say(null);
      setIsBusy(false);
    }
  };
  const isUnread = action.needsWork === true && readWorkHash === null;
  const isUnrated = fieldsHave(action, "rating") && !given.rating;
  const before = isUnread
    ? "Read the work first."
    : isUnrated
      ? rating === undefined
        ? "Choose one to five stars first."
        : "Choose one to five stars above first."
      : null;
  const fields = action.fields.filter((field) => isAsked(field, task) && !(field === "rating" && rating !== undefined));
  const faults: Record<string, string | undefined> = {
    ...faultsOf(error),
    ...(missing && { [missing]: missing === "rating" ? "Choose one to five stars." : "Fill this in." }),
  };
  const lack = useLack(connected, action.takes?.(task, given) ?? null);
  const outcome = action.preview?.(task, given);
  const shown = {
    escrow: task.contractAddress,
    hasRelay: connected.hasRelay,
    takesUsdc: action.takes?.(task, given) ?? null,
  };
  if (isSigned) {
    const again = async () => {
      const outcomes = await (await connected.mkt()).resume();
      for (const one of outcomes) if ("error" in one) throw one.error;
      end(outcomes.at(-1));
    };
    const failed = (problem: Error) => {
      setIsSigned(false);
      setError(problem);
    };
    return <CutOff label="Try now" promise={onceOnly(action)} again={again} failed={failed} />;
  }
  return (
    <form
      class="action"
      id={formOf(action)}
      ref={draft.form}
      onSubmit={(event) => {
        const sent = { ...amountsIn(fieldsOf(event)), ...(rating !== undefined && { rating }) };
        // A button elsewhere knows nothing of what stands against it here.
        event.currentTarget.scrollIntoView({ block: "nearest" });
        if (!isBusy && !isDone && before === null && lack === null) void take(sent);
      }}
      onInvalidCapture={(event) => {
        // What is missing is said beside the field, as everything else that is wrong with it.
        event.preventDefault();
        const first = event.currentTarget.querySelector<HTMLInputElement>("input:invalid, textarea:invalid");
        setMissing(first?.name ?? null);
        first?.focus();
      }}
      onInput={(event) => {
        setError(null);
        setMissing(null);
        draft.keep();
        setGiven(amountsIn(valuesOf(event.currentTarget)));
      }}
    >
      {fields.map((field) => (
        <ActionInput
          key={field}
          action={action}
          field={field}
          id={`${action.id}-${field}`}
          task={task}
          given={given}
          fault={faults[field]}
        />
      ))}
      {outcome && <p role="status">{outcome}</p>}
      <p id={`means-${action.id}`}>{action.means(task)}</p>
      {before && !isDone && (
        <p id={`before-${action.id}`} class="note">
          {before}
        </p>
      )}
      <StepButton
        label={action.button?.(task) ?? action.label}
        isBusy={isBusy}
        isDone={isDone}
        disabled={isDone || before !== null || lack !== null}
        isPlain={action.isPlain === true}
        describedBy={`${before ? `before-${action.id} ` : ""}means-${action.id} shows-${action.id}`}
      />
      <p id={`shows-${action.id}`} class="note">
        You sign: <Untrusted text={action.asks(task, who)} /> {takenShown(action.signs ?? "forward", shown)}
      </p>
      <WalletWindow text={walletShows(action.signs ?? "forward", shown)} />
      {fields.length > 0 && <DraftNote saved={draft.saved} />}
      {lack && (
        <p role="status" class="fault">
          {lack}
        </p>
      )}
      {error && <Failure error={error} {...(isUnreached(error) && { retry: () => sendAgain(action) })} />}
    </form>
  );
}

/** The same with its amount as the service takes it. */
const amountsIn = (given: Given): Given =>
  given.rewardUsdc === undefined ? given : { ...given, rewardUsdc: amountOf(given.rewardUsdc) };

/** Sends the form as its button does. */
function sendAgain(action: Action): void {
  document.querySelector<HTMLFormElement>(`#${formOf(action)}`)?.requestSubmit();
}

const fieldsHave = ({ fields }: Action, field: ActionField) => fields.includes(field);

/** The task in what a step answers, where it has one. */
function taskIn(outcome: unknown): Task | null {
  const { task } = (outcome ?? {}) as { task?: Task };
  return task && "state" in task ? task : null;
}

/** Work is data only where the task has a schema for it. */
function isAsked(field: ActionField, { acceptance }: Task): boolean {
  return (field !== "output" && field !== "force") || Boolean(acceptance?.schemaHash);
}
