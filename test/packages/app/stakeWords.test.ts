import { CALLS, onSilenceOf } from "../../../functions/src/domain/task/nextAction";
import { EDGES, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { payouts } from "../../../functions/src/domain/workflow/walk";
import type { Task } from "../../../packages/app/src/api";
import { ACTIONS } from "../../../packages/app/src/lib/actions";
import { STAKE_LOST } from "../../../packages/app/src/lib/silence";
import { stakeBack } from "../../../packages/app/src/lib/standing";

const TASK = {
  rewardUsdc: "20",
  stakeUsdc: "2",
  title: "A summary",
  terms: { maxChangeRounds: 1, platformFeeBps: 0, judge: null, windows: { rate: 86_400 } },
  deadlines: { rateBy: "2026-01-31T12:00:00Z" },
} as Task;

/** Who gets the stake by the contract's table. */
function byContract(id: EdgeId): string {
  const { pays } = EDGES.find((edge) => edge.id === id)!;
  const sums = { rewardUsdcUnits: 20n, stakeUsdcUnits: 2n, cancelFeeUsdcUnits: 0n, platformFeeBps: 0 };
  const { worker: withStake } = payouts(pays, sums);
  const { worker: without } = payouts(pays, { ...sums, stakeUsdcUnits: 0n });
  return { "2": "worker", "1": "half", "0": "poster" }[String(withStake - without)] ?? "";
}

/** Who gets it by a sentence. */
function byWords(text: string): string {
  if (/half of the stake/.test(text)) return "half";
  if (/stake(?:[^.;]|\.\d)* (?:comes? back|(?:back )?to the worker|to you)|take it back/.test(text)) return "worker";
  return /stake(?:[^.;]|\.\d)* to the poster/.test(text) ? "poster" : "";
}

const sentence = (text: string, begin: string) => text.slice(text.indexOf(begin));
const [lateWork = "", lateChanges = ""] = STAKE_LOST.split("; ");

it.each<[EdgeId, string]>([
  ["expireWork", sentence(ACTIONS.stake.means(TASK), "If you do not submit")],
  ["expireWork", lateWork],
  ["expireChanges", lateChanges],
  ["release", sentence(ACTIONS.submit.means(TASK), "If the poster does not decide")],
  ["finalizeRejection", sentence(ACTIONS.reject.means(TASK), "Otherwise")],
  ["concede", ACTIONS.concede.means(TASK)],
  ["ruleByDefault", ACTIONS.contest.means(TASK)],
  ["claim", ACTIONS.claim.means(TASK)],
  ["claim", sentence(stakeBack(TASK), "After")],
])("the app says of a stake at %s what the service says and the contract pays: %s", (id, words) => {
  const service = onSilenceOf(id, 2n);
  expect([byWords(words), service === undefined ? byContract(id) : byWords(service)]).toEqual([
    byContract(id),
    byContract(id),
  ]);
});

it("both say that a stake comes back with a rating, and later without", () => {
  for (const text of [CALLS.rateAndClaim.reason, stakeBack(TASK)]) expect(text).toMatch(/rate the poster.*without/is);
});
