import { datasetList } from "../../application/datasets";
import type { Services } from "../../application/services";
import { canonicalJson } from "../../domain/canonical";
import { refuse, refuseField } from "../../domain/errors";
import { lengthOf } from "../../domain/text";
import { computations, endpoint, open, paid, refusals } from "../../http/endpoint";
import { type Answers, type DatasetKind, type Fault, type Message, planIn } from "../../ports/answers";
import { anyObject, array, object, optional } from "../../schema/build";
import { ChatAnswer, ChatQuestion, GoalsAnswer, MAX_TEXT, PLAN_FORM } from "../../schema/chat";
import { Dataset, Measured } from "../../schema/dataset";

/** A tool takes a plan as an object, which the call itself has as the text of its question. */
const planAsTool = {
  fields: { plan: optional(anyObject({ description: PLAN_FORM })) },
  inputOf({ plan, ...input }: Record<string, unknown>): Record<string, unknown> {
    return plan === undefined ? input : { ...input, query: textOfPlan(plan, input) };
  },
};

function textOfPlan(plan: unknown, { query, messages }: Record<string, unknown>): string {
  if (query === undefined && messages === undefined && typeof plan === "object" && plan !== null) {
    try {
      return canonicalJson(plan);
    } catch {
      // Such as one that is nested too deep.
    }
  }
  const message = "must be a plan as an object, in the place of query and messages";
  return refuseField("/plan", message, `The field plan ${message}.`);
}

/** Both forms of a question as one conversation. */
function conversation({ query, messages = [] }: ChatQuestion): Message[] {
  return query === undefined ? messages : [{ role: "user", content: query }];
}

/**
 * Refuses `invalid_request` for a conversation whose last message is not the user's, because there is nothing to
 * answer, for a message that is too long in NFKC, the form in which it is read, and for a plan that is none.
 */
function requireQuestion(question: ChatQuestion): void {
  const turns = conversation(question);
  const long = turns.findIndex(({ content }) => lengthOf(content.normalize("NFKC")) > MAX_TEXT);
  if (long >= 0) {
    const pointer = question.query === undefined ? `/messages/${long}/content` : "/query";
    const message = `must have at most ${MAX_TEXT} characters in NFKC`;
    refuseField(pointer, message, `The text at ${pointer} ${message}.`);
  }
  const last = turns.length - 1;
  if (turns[last]?.role === "user") {
    const exact = planIn(turns[last].content);
    if (exact && "faults" in exact) refusePlan(exact.faults);
    return;
  }
  refuseField(`/messages/${last}/role`, "must be user", "The last message must be the user's.");
}

/**
 * What a question is understood to ask; null where it is not known yet. Refuses `invalid_request` for a plan that names
 * columns or values which the data doesn't have.
 */
async function foreseen(kind: DatasetKind, question: ChatQuestion, answers: Answers): Promise<object | null> {
  const foresight = await answers.foresee(kind, conversation(question));
  if (foresight === null) return null;
  const { faults, ...said } = foresight;
  if (faults.length > 0) refusePlan(faults);
  return said;
}

function refusePlan(faults: readonly Fault[]): never {
  return refuse("invalid_request", "The plan can't be computed. Correct what errors points to, and send it again.", {
    errors: faults.map(({ pointer, detail }) => ({ pointer, message: detail })),
  });
}

/** Why a chat endpoint cannot deliver without its dataset. */
const missingDataset =
  (kind: DatasetKind) =>
  async ({ snapshots }: Pick<Services, "snapshots">): Promise<string | null> =>
    (await snapshots.current(kind)) ? null : `The ${kind} dataset is not published.`;

/** A paid answer computed from visitors' questions in anonymized chats. */
export const demandInsights = endpoint({
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

/** A paid answer computed from the one-year goals of subscribers who are interested in AI. */
export const aiEarlyAdoptersGoals = endpoint({
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

/** What answers are bought about. */
export const datasets = endpoint({
  method: "GET",
  path: "/datasets",
  summary: "The datasets behind the answers, with examples",
  description:
    "Each with its columns, licence and quality. " + "Its dataHash is the one that answers name. May be a minute old.",
  auth: open,
  input: object({}),
  output: object({ items: array(Dataset), measured: Measured }),
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: (_call, services) => datasetList(services),
});
