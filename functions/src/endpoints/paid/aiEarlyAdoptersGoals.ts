import { endpoint, paid, refusals } from "../../http/endpoint";
import { ChatQuestion, GoalsAnswer } from "../../schema/chat";
import { conversation, foreseen, missingDataset, planAsTool, requireQuestion } from "./chat";

/** A paid answer computed from the one-year goals of subscribers who are interested in AI. */
export default endpoint({
  method: "POST",
  path: "/ai-early-adopters-goals",
  summary: "Ask what AI-interested subscribers want to achieve within a year",
  description:
    "The most common goals, how many share one, what a group wants. " +
    "Every figure is computed from the dataset identified by dataHash; datasetCount is its size. " +
    "The unpaid quote says what it understands, with the plan, and whether the data can answer it.",
  auth: paid("mkt early adopters' goals: one answer"),
  input: ChatQuestion,
  output: GoalsAnswer,
  errors: [],
  rateLimit: refusals(60),
  example: { query: "How many want to learn something new?" },
  asTool: planAsTool,
  check: requireQuestion,
  missing: missingDataset("goals"),
  foresee: (input, { answers }) => foreseen("goals", input, answers),

  handle: async ({ input }, { answers }) => {
    const { reply, dataHash, datasetCount } = await answers.answer("goals", conversation(input));
    return { resultType: "chat" as const, reply, dataHash, datasetCount, schemaVersion: "chat/v1" as const };
  },
});
