import type { Message } from "../../ports/answers";
import { refuse } from "../../domain/errors";
import { lengthOf } from "../../domain/text";
import type { Services } from "../../application/services";
import type { DatasetKind } from "../../ports/answers";
import { MAX_TEXT, type ChatQuestion } from "../../schema/chat";

/** Both forms of a question as one conversation. */
export function conversation({ query, messages = [] }: ChatQuestion): Message[] {
  return query === undefined ? messages : [{ role: "user", content: query }];
}

/**
 * Refuses `invalid_request` for a conversation whose last message is not the user's, because there is nothing to
 * answer, and for a message that is too long in NFKC, the form in which it is read.
 */
export function requireQuestion(question: ChatQuestion): void {
  const turns = conversation(question);
  const long = turns.findIndex(({ content }) => lengthOf(content.normalize("NFKC")) > MAX_TEXT);
  if (long >= 0) {
    const pointer = question.query === undefined ? `/messages/${long}/content` : "/query";
    const message = `must have at most ${MAX_TEXT} characters in NFKC`;
    refuse("invalid_request", `The text at ${pointer} ${message}.`, { errors: [{ pointer, message }] });
  }
  const last = turns.length - 1;
  if (turns[last]?.role === "user") return;
  refuse("invalid_request", "The last message must be the user's.", {
    errors: [{ pointer: `/messages/${last}/role`, message: "must be user" }],
  });
}

/** Why a chat endpoint cannot deliver without its dataset. */
export const missingDataset =
  (kind: DatasetKind) =>
  async ({ snapshots }: Pick<Services, "snapshots">): Promise<string | null> =>
    (await snapshots.current(kind)) ? null : `The ${kind} dataset is not published.`;
