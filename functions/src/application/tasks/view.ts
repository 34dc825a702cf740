import type { Content } from "../../domain/content";
import { requireEscrows } from "../../domain/messages/requestText";
import type { TaskKey } from "../../domain/task/events";
import type { Services } from "../services";

/** The names of a task, as every answer about it carries them. */
export function taskNames({ contract, taskId }: TaskKey, { settings }: Pick<Services, "settings">) {
  return { contract, contractAddress: requireEscrows(settings.escrows)[contract], taskId: String(taskId) };
}

/** A private text as its readers get it; null for none. */
export function privateTextView(content: Content | undefined): { text: string; links: string[]; salt: string } | null {
  if (!content || content.kind === "metadata" || content.kind === "comment") return null;
  const { text, links, salt } = content.value;
  return { text, links: [...links], salt };
}
