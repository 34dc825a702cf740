import type { Content } from "../../domain/content";
import { tidyLinks } from "../../domain/link";
import { requireEscrows } from "../../domain/messages/requestText";
import type { TaskKey } from "../../domain/task/events";
import { submissionWords } from "../../domain/task/texts";
import type { Static } from "../../schema/build";
import type { PrivateText, Work } from "../../schema/content";
import type { Services } from "../services";

/** The identifying fields of a task in every answer about it. */
export function taskNames({ contract, taskId }: TaskKey, { settings }: Pick<Services, "settings">) {
  return { contract, contractAddress: requireEscrows(settings.escrows)[contract], taskId: String(taskId) };
}

/** A private text as its readers see it; null for none. */
export function privateTextView(content: Content | undefined): Static<typeof PrivateText> | null {
  if (!content || content.kind === "metadata" || typeof content.value === "string") return null;
  const { text, links, salt } = content.value;
  return { text, links: tidyLinks(links), salt };
}

/** The work as its readers see it; null for none. */
export function workView(content: Content | undefined): Static<typeof Work> | null {
  return content?.kind === "submission" ? submissionWords(content.value) : null;
}
