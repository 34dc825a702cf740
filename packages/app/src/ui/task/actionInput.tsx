import type { Task } from "../../api";
import type { ActionField, Given } from "../../lib/given";
import type { Action } from "../../lib/actions";
import { Field } from "../field";
import { LinksField } from "../linksField";
import { Stars } from "../stars";

interface ActionInputProps {
  action: Pick<Action, "id">;
  field: ActionField;
  id: string;
  task: Task;
  /** What the form holds so far. */
  given: Given;
  fault: string | undefined;
}

/** What the text of a step is, where it is not work. */
const TEXTS: Readonly<Record<string, string>> = {
  changes: "What should change",
  contest: "Why the rejection is wrong",
  answer: "Your answer",
};

/** One field of a step. */
export function ActionInput({ action, field, id, task, given, fault }: ActionInputProps) {
  const shared = { id, name: field, fault };
  switch (field) {
    case "text":
      return <Field {...shared} label={TEXTS[action.id] ?? "Your work"} rows={6} maxLength={20_000} required />;
    case "links":
      return <LinksField id={id} given={given} fault={fault} />;
    case "output":
      return (
        <Field
          {...shared}
          label="The work as data (JSON), in the form that the task asks for"
          rows={6}
          maxLength={65_536}
        />
      );
    case "force":
      return (
        <Check {...shared} label="Deliver it even if the data does not have that form; the poster sees what is wrong" />
      );
    case "message":
      return <Field {...shared} label="Message to the poster (optional)" rows={2} maxLength={1_000} />;
    case "comment":
      return (
        <details class="optional">
          <summary>Add a comment</summary>
          <Field {...shared} label="Comment (optional; you can also add it later)" rows={2} maxLength={1_000} />
          <p class="note">The other party can read it; you can make it public later.</p>
        </details>
      );
    case "why":
      return (
        <>
          <Field {...shared} label="Why" rows={3} maxLength={1_000} required />
          <p class="note">The worker can read it, and the arbiter if the worker contests.</p>
        </>
      );
    case "reason":
      return <Field {...shared} label="Reason (public)" rows={4} maxLength={1_000} required />;
    case "rewardUsdc":
      return <Field {...shared} label="New reward in total, USDC" value={task.rewardUsdc} required />;
    case "openUntil":
      return (
        <Field
          {...shared}
          label="Open until"
          type="datetime-local"
          value={localTime(task.deadlines.openUntil)}
          required
        />
      );
    case "share":
      return <Field {...shared} label="The worker's share of the reward, percent" hint="50" required />;
    case "forfeit":
      return <Check {...shared} label="The stake goes to the poster instead of back to the worker" />;
    case "rating":
      return <Stars {...shared} />;
  }
}

function Check({ id, name, label }: { id: string; name: string; label: string }) {
  return (
    <label for={id} class="check">
      <input id={id} type="checkbox" name={name} value="yes" /> {label}
    </label>
  );
}

/** A time as the browser's field for times has it, in the visitor's zone. */
function localTime(time: string | null): string {
  const date = new Date(time ?? Date.now());
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
