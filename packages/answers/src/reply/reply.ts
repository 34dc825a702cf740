import type { Result } from "../engine/results";
import type { Guide } from "../guide";
import type { Plan } from "../plan";
import { PLAN_VERSION } from "../plan";
import type { Frame } from "../read/frame";
import type { Reading } from "../read/reading";
import { averageReply } from "./across";
import { compareReply } from "./compared";
import { countReply, quotesReply } from "./counted";
import { rankReply, splitReply, themesReply, topReply } from "./lists";
import type { Told } from "./told";
import { capital, nounOf, paragraphs } from "./words";

/** No reply is longer; a stored answer stays far below what a document may hold. */
const MAX_LENGTH = 16_000;

/** What the steps of a plan found, in Markdown: the same structure by any reader. Lists have `most` lines, if given. */
export function replyOf(
  results: readonly Result[],
  guide: Guide,
  claim: Frame["claim"] = null,
  most: number | null = null,
): string {
  const told: Told = { many: guide.record.many, claim, columns: new Set(), quotes: new Set(), most };
  return cut(paragraphs(results.map((result) => resultReply(result, told))));
}

/** The reply to a question that was read locally, with a line on what can't be told. */
export function readingReply(
  { frame, reason, suggestions }: Reading,
  results: readonly Result[],
  guide: Guide,
): string {
  const asks = suggestions.map((question) => `- ${question}`).join("\n");
  return cut(
    paragraphs([
      reason,
      results.length === 0 ? null : replyOf(results, guide, frame?.claim ?? null),
      asks === "" ? null : `Questions that this data answers:\n\n${asks}`,
    ]),
  );
}

function resultReply(result: Result, told: Told): string {
  switch (result.do) {
    case "count":
    case "share":
      return countReply(result, told);
    case "quotes":
      return quotesReply(result, told);
    case "top":
      return topReply(result, told);
    case "themes":
      return themesReply(result, told);
    case "split":
      return splitReply(result, told);
    case "average":
      return averageReply(result, told);
    case "rank":
      return rankReply(result, told);
    case "compare":
      return compareReply(result, told);
  }
}

/** What the steps of a plan found, as JSON text: each figure with what the noise leaves, each set with its definition. */
export function jsonReply(plan: Plan, results: readonly Result[], guide: Guide): string {
  const { many } = guide.record;
  return JSON.stringify({
    version: PLAN_VERSION,
    records: many,
    size: guide.size,
    results: results.map((result, i) => ({ step: plan.steps[i], ...withDefinitions(result, many) })),
  });
}

/** The result with each set's definition in words in place of its name. */
const withDefinitions = (result: Result, many: string): object =>
  JSON.parse(JSON.stringify(result), (_, value: unknown) => {
    if (
      typeof value !== "object" ||
      value === null ||
      !("predicate" in value) ||
      !("count" in value) ||
      !("name" in value)
    )
      return value;
    const { predicate, ...rest } = value as { predicate: Parameters<typeof nounOf>[0] };
    return { ...rest, predicate, definition: capital(nounOf(predicate, many)) };
  }) as object;

/** Ended at a whole line where it would be too long. */
function cut(reply: string): string {
  return reply.length <= MAX_LENGTH ? reply : reply.slice(0, reply.lastIndexOf("\n", MAX_LENGTH));
}
