import { planIn, type Answers, type Fault, type Message, type DatasetKind } from "../../ports/answers";
import { canonicalJson } from "../../domain/canonical";
import { refuse } from "../../domain/errors";
import { lengthOf } from "../../domain/text";
import type { Services } from "../../application/services";
import { anyObject, optional } from "../../schema/build";
import { MAX_TEXT, PLAN_FORM, type ChatQuestion } from "../../schema/chat";

/** A tool takes a plan as an object, which the call itself has as the text of its question. */
export const planAsTool = {
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
  return refuse("invalid_request", `The field plan ${message}.`, { errors: [{ pointer: "/plan", message }] });
}

/** Both forms of a question as one conversation. */
export function conversation({ query, messages = [] }: ChatQuestion): Message[] {
  return query === undefined ? messages : [{ role: "user", content: query }];
}

/**
 * Refuses `invalid_request` for a conversation whose last message is not the user's, because there is nothing to
 * answer, for a message that is too long in NFKC, the form in which it is read, and for a plan that is none.
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
  if (turns[last]?.role === "user") {
    const exact = planIn(turns[last].content);
    if (exact && "faults" in exact) refusePlan(exact.faults);
    return;
  }
  refuse("invalid_request", "The last message must be the user's.", {
    errors: [{ pointer: `/messages/${last}/role`, message: "must be user" }],
  });
}

/**
 * What a question is understood to ask; null where it is not known yet. Refuses `invalid_request` for a plan that names
 * columns or values which the data doesn't have.
 */
export async function foreseen(kind: DatasetKind, question: ChatQuestion, answers: Answers): Promise<object | null> {
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
export const missingDataset =
  (kind: DatasetKind) =>
  async ({ snapshots }: Pick<Services, "snapshots">): Promise<string | null> =>
    (await snapshots.current(kind)) ? null : `The ${kind} dataset is not published.`;
