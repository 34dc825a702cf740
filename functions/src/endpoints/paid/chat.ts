import type { Message } from "../../domain/message";
import { refuse } from "../../domain/errors";
import type { ChatQuestion } from "../../schema/chat";

/** Both forms of a question as one conversation. */
export function conversation({ query, messages = [] }: ChatQuestion): Message[] {
  return query === undefined ? messages : [{ role: "user", content: query }];
}

/** Refuses `invalid_request` for a conversation whose last turn is not the user's: there is nothing to answer. */
export function requireQuestion(question: ChatQuestion): void {
  const turns = conversation(question);
  const last = turns.length - 1;
  if (turns[last]?.role === "user") return;
  refuse("invalid_request", "The last of the messages must be the user's.", {
    errors: [{ pointer: `/messages/${last}/role`, message: "must be user" }],
  });
}
