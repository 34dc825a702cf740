import { endpoint, paid, refusals } from "../../http/endpoint";
import { ChatAnswer, ChatQuestion } from "../../schema/chat";
import { conversation, foreseen, missingDataset, planAsTool, requireQuestion } from "./chat";

/** A paid answer computed from visitors' questions in anonymized chats. */
export default endpoint({
  method: "POST",
  path: "/demand-insights",
  summary: "Ask what visitors ask for, computed from anonymized chats",
  description:
    "What people ask about most, how many ask about a topic, what they say about it, " +
    "how two topics differ. Every figure is computed from the dataset identified by dataHash. " +
    "The unpaid quote says what it understands, with the plan, and whether the data can answer it.",
  auth: paid("mkt demand insights: one answer"),
  input: ChatQuestion,
  output: ChatAnswer,
  errors: [],
  rateLimit: refusals(60),
  example: { query: "What do people ask about most?" },
  asTool: planAsTool,
  check: requireQuestion,
  missing: missingDataset("chats"),
  foresee: (input, { answers }) => foreseen("chats", input, answers),

  handle: async ({ input }, { answers }) => {
    const { reply, dataHash } = await answers.answer("chats", conversation(input));
    return { resultType: "chat" as const, reply, dataHash, schemaVersion: "chat/v1" as const };
  },
});
