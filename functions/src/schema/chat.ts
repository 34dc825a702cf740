import {
  array,
  exactlyOne,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  text,
  string,
  untrusted,
  type Static,
} from "./build";
import { DataHash } from "./common";

/** Maximum characters of a question or of one message. */
export const MAX_TEXT = 4_000;

const ChatMessage = object(
  {
    role: oneOf("user", "assistant"),
    content: text(MAX_TEXT, { description: "The message, 1 to 4,000 characters." }),
  },
  { title: "ChatMessage" },
);

/** Either a single question or a conversation whose last message is the user's. */
export const ChatQuestion = exactlyOne(
  object(
    {
      query: optional(
        text(MAX_TEXT, {
          description: "One question in plain English, or a plan as JSON text; 1 to 4,000 characters.",
          examples: ["What do people ask about most?"],
        }),
      ),
      messages: optional(
        array(ChatMessage, {
          minItems: 1,
          maxItems: 50,
          description: "A conversation of 1 to 50 messages; the last one is the user's.",
        }),
      ),
    },
    { title: "ChatQuestion" },
  ),
  "query",
  "messages",
);
export type ChatQuestion = Static<typeof ChatQuestion>;

/** What a plan is, complete enough for a model to write one. */
export const PLAN_FORM = `Instead of query: {"steps":[STEP, …]}, 1 to 6; "format":"json" for JSON.
STEP ("?": optional):
{"do":"count","of"?,"among"?}
{"do":"share","of","among"?}
{"do":"top","of"?,"limit"?}
{"do":"split","by":COLUMN,"of"?,"among"?,"order"?:"most"|"least","fewest"?,"limit"?}
{"do":"average","column":COLUMN,"among"?,"by"?,"order"?,"fewest"?,"limit"?}
{"do":"compare","sides":[P,P,…],"on"?}
{"do":"rank","items":[P,P,…],"among"?,"order"?}
{"do":"themes","of"?,"cue"?:"reason"|"problem"|"wish"|"praise","limit"?}
{"do":"quotes","of"?,"limit"?}
of, among, on, sides, items: predicates P, whose members all hold: {"topic":"1 to 3 words"}, {"words":"exact words"}, {"where":{COLUMN:VALUE or [VALUE,…] or {"from"?:1,"to"?:5}}}, {"all":[P,…]}, {"any":[P,…]}, {"none":[P,…]}. GET /datasets has columns and values.
Example: {"steps":[{"do":"split","by":"gender","of":{"topic":"lose weight"}}]}`;

const chatFields = {
  resultType: literal("chat"),
  reply: untrusted(
    string({
      description:
        "The answer, plain text or Markdown. Its figures are computed from the dataset, whose texts it may quote.",
      examples: ["Of 2,000 chats, 412 (20.6%) ask about delivery times."],
    }),
  ),
  dataHash: DataHash,
  schemaVersion: literal("chat/v1"),
};

export const ChatAnswer = object(chatFields, { title: "ChatAnswer" });

export const GoalsAnswer = object(
  {
    ...chatFields,
    datasetCount: nullable(
      integer({ minimum: 5, description: "Records in the dataset; null for fewer than 5.", examples: [2000] }),
    ),
  },
  { title: "GoalsAnswer" },
);
