import type { Task } from "../../api";
import type { ActionField } from "../../lib/given";
import { Field } from "../field";

interface ActionInputProps {
  field: ActionField;
  id: string;
  task: Task;
  fault: string | undefined;
}

/** One field of a step. */
export function ActionInput({ field, id, task, fault }: ActionInputProps) {
  const shared = { id, name: field, fault };
  switch (field) {
    case "text":
      return <Field {...shared} label="Text (you may use Markdown)" rows={6} maxLength={20_000} required />;
    case "links":
      return <Field {...shared} label="Links, one a line (optional)" rows={2} maxLength={8_000} />;
    case "output":
      return <Field {...shared} label="The work as JSON, as the task's schema demands" rows={6} maxLength={65_536} />;
    case "force":
      return <Check {...shared} label="Submit it even if it fails the schema; the poster sees the failures" />;
    case "message":
      return <Field {...shared} label="Message to the poster (optional)" rows={2} maxLength={1_000} />;
    case "comment":
      return (
        <>
          <Field {...shared} label="Comment" rows={2} maxLength={1_000} required />
          <p class="note">
            You and the other party can read it; you can make it public later. The rating itself is public at once, and
            for good.
          </p>
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

function Stars({ id, name }: { id: string; name: string }) {
  return (
    <label for={id}>
      <span>Rating</span>
      <select id={id} name={name} defaultValue="" required>
        <option value="">Choose</option>
        {[5, 4, 3, 2, 1].map((value) => (
          <option key={value} value={value}>
            {"★".repeat(value)} {value} of 5
          </option>
        ))}
      </select>
    </label>
  );
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
