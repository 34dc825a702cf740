import type { Reading } from "./body";
import type { Before } from "./follow";
import { opening, topicOf } from "./leftOut";
import type { Step } from "./plan";
import { setsBefore, withoutSums } from "./rivals";
import { alikeSets } from "./spoken";
import { NUMBER_WORDS } from "../numberWords";
import { longestFit, type Token } from "./tokens";

const WITH = opening(
  "put|add|combine|lump|join those|these|the|both|them|all|it|that two|three|four|both|all? together|up? with|and|to|plus",
  "take|count those|these|the|both|them|all two|three|four|both|all? together with|and|plus",
  "together|combined|along with",
);
const ASKS = /^(?:what|whats|how|which|and)$/;
const SHARE = /^(?:share|percentage|percent|proportion|fraction)$/;

/** "Put those two together with card payments, what's the total share?": those on any of them. */
export function summedWith(words: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const length = longestFit(words, 0, WITH);
  if (length === 0) return null;
  const end = words.findIndex(({ said }, at) => at > length && ASKS.test(said));
  const topic = topicOf(words.slice(length, end === -1 ? undefined : end), reading);
  const number = words.slice(0, length).map(({ said }) => (said === "both" ? 2 : (NUMBER_WORDS[said] ?? 0)));
  const isOne = words.slice(0, length).some(({ said }) => /^(?:it|that)$/.test(said));
  const most = isOne ? 1 : Math.max(...number, 0) || MAX_SUMMED;
  const { of, among } = alikeSets(withoutSums(setsBefore(history)).slice(-most), false);
  if (!topic || of.length === 0) return null;
  const isShare = words.some(({ said }) => SHARE.test(said));
  return [{ do: isShare ? "share" : "count", of: { is: "or", of: [...of, topic] }, among }];
}
const MAX_SUMMED = 4;
