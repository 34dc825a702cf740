import { anyObject, boolean, literal, object, optional, string, text } from "./build";

/** A field of a report, in a few words. */
export const short = (description: string) => optional(string({ maxLength: 500, description }));

/** The fields of every report. */
export const FeedbackFields = {
  message: text(8_000, { description: "What happened and what was expected." }),
  category: short("A category for the report, such as bug or idea."),
  context: optional(anyObject({ description: "Anything else that helps." })),
};

export const FeedbackAnswer = object({
  ok: literal(true),
  id: string({ description: "The id of this report.", examples: ["9b1d4c07e2a85f36c0d7b4e19a2f6c83"] }),
  emailQueued: optional(boolean({ description: "True if the operator receives a mail." })),
});
