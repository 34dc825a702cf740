import type { Message } from "../../domain/message";
import { refuse } from "../../domain/errors";
import type { ChatQuestion } from "../../schema/chat";

/** Both forms of a question as one conversation whose last turn is the user's. */
export function conversation({ query, messages = [] }: ChatQuestion): Message[] {
  if (query !== undefined) return [{ role: "user", content: query }];
  const last = messages.length - 1;
  if (messages[last]?.role !== "user") {
    refuse("invalid_request", "The last of the messages must be the user's.", {
      errors: [{ pointer: `/messages/${last}/role`, message: "must be user" }],
    });
  }
  return messages;
}
