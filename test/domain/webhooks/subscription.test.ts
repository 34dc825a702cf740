import type { NewEvent } from "../../../functions/src/domain/events/event";
import {
  factsOf,
  fits,
  rangesOf,
  keysOfEvent,
  keysOfSubscription,
  afterFailure,
  afterSuccess,
  HEALTHY,
  signingSeeds,
  type MarketFilter,
  type Subscription,
} from "../../../functions/src/domain/webhooks/subscription";
import type { TaskMetadata } from "../../../functions/src/domain/task/metadata";
import { POSTER, STRANGER, WORKER } from "../../setup/tasks/histories";
import { newEvent, newSubscription } from "../../setup/webhooks";

const event = newEvent({
  data: {
    poster: POSTER,
    rewardUsdc: "25.5",
    mode: "instant",
    state: "FUNDED",
    settled: false,
    deadline: "2026-12-01T00:00:00.000Z",
  },
});

const METADATA: TaskMetadata = {
  title: "Translate a contract",
  description: "Ten pages of legal Portuguese, certified",
  category: "Translations",
  country: "pt",
  industry: "Publishing",
  tags: ["Legal", "PT-BR"],
};

const base = newSubscription();

/** Whether the database would return the subscription for the event, and the filter keeps it. */
function matches(subscription: Subscription, told: NewEvent = event, metadata: TaskMetadata | null = METADATA) {
  const facts = factsOf(told, metadata);
  const { own, open } = keysOfEvent(told, facts);
  const { minReward, maxReward, closesBefore } = rangesOf(subscription.filter);
  const isInRange = minReward <= facts.reward.min && maxReward >= facts.reward.max && closesBefore > facts.closesAt;
  const keys = keysOfSubscription(subscription);
  const isFollower = keys.some((key) => open.includes(key)) && isInRange && fits(subscription.filter, facts);
  return keys.some((key) => own.includes(key)) || isFollower;
}

const market = (filter: MarketFilter = {}): Subscription => ({ ...base, wallet: STRANGER, scope: "market", filter });

describe("what a subscription matches", () => {
  test("mine: the events of which the wallet is a recipient", () => {
    expect(matches(base)).toBe(true);
    expect(matches({ ...base, wallet: STRANGER })).toBe(false);
    expect(matches({ ...base, types: ["task.started"] })).toBe(false);
  });

  test("market: a withdrawal of a credit is of its deployment", () => {
    const told: NewEvent = { ...event, type: "credit.withdrawn", task: null, data: { contract: "human" } };
    const of = (filter: MarketFilter): Subscription => ({ ...market(filter), types: ["credit.withdrawn"] });
    expect([{}, { contract: "human" } as const].map((filter) => matches(of(filter), told, null))).toEqual([true, true]);
    expect(matches(of({ contract: "agent-fast" }), told, null)).toBe(false);
  });

  test("task: the events of that task; private ones for their recipients only", () => {
    const task = { contract: "human", taskId: 12n } as const;
    const types = ["task.created", "interest.registered"] as const;
    const own: Subscription = { ...base, scope: "task", task, types };
    expect(matches(own)).toBe(true);
    expect(matches({ ...own, wallet: STRANGER })).toBe(true);
    expect(matches({ ...own, task: { ...task, taskId: 13n } })).toBe(false);
    const secret: NewEvent = { ...event, type: "interest.registered" };
    expect(matches(own, secret)).toBe(true);
    expect(matches({ ...own, wallet: STRANGER }, secret)).toBe(false);
    expect(matches({ ...market(), types }, secret)).toBe(false);
  });

  test.each<[MarketFilter, boolean]>([
    [{}, true],
    [{ contract: "human" }, true],
    [{ contract: "agent-fast" }, false],
    [{ category: "translation" }, true],
    [{ category: "software" }, false],
    [{ contract: "human", category: "translation", country: "PT", industry: "publishing", poster: POSTER }, true],
    [{ category: "translation", country: "BR" }, false],
    [{ poster: WORKER }, false],
    [{ minRewardUsdc: "25.5", maxRewardUsdc: "25.5" }, true],
    [{ minRewardUsdc: "25.500001" }, false],
    [{ maxRewardUsdc: "25.499999" }, false],
    [{ minRewardUsdc: "999999999999999999" }, false],
    [{ mode: "instant", category: "translation" }, true],
    [{ mode: "selection" }, false],
    [{ tag: "pt-br" }, true],
    [{ tag: "pt" }, false],
    [{ tag: "legal", contract: "agent-fast" }, false],
    [{ tag: "legal", country: "BR" }, false],
    [{ q: "translations contracts" }, true],
    [{ q: "portuguese translation", tag: "legal", minRewardUsdc: "20", mode: "instant" }, true],
    [{ q: "portuguese film" }, false],
    [{ q: "legal", maxRewardUsdc: "20" }, false],
    [{ closesBefore: "2026-12-01T00:00:01Z" }, true],
    [{ closesBefore: "2026-12-01" }, false],
    [{ closesBefore: "2027-01-01", q: "certified", category: "translation" }, true],
    [{ status: "open" }, true],
    [{ status: "settled" }, false],
    [{ status: "all", q: "pages" }, true],
  ])("market with %j: %s", (filter, expected) => {
    expect(matches(market(filter))).toBe(expected);
  });

  test("a filter that the event does not speak of does not match", () => {
    const bare: NewEvent = { ...event, data: {} };
    expect(matches(market(), bare)).toBe(true);
    for (const filter of [
      { category: "translation" },
      { q: "contract" },
      { tag: "legal" },
      { mode: "instant" },
      { closesBefore: "2999-01-01" },
      { status: "open" },
    ] as const)
      expect(matches(market(filter), bare, null)).toBe(false);
    expect(matches(market({ minRewardUsdc: "1" }), bare)).toBe(false);
    expect(matches(market({ maxRewardUsdc: "100" }), bare)).toBe(false);
  });

  test("a step that a reorg reverted goes to those who heard of the step", () => {
    expect(matches(base, { ...event, type: "task.created.reverted" })).toBe(true);
  });

  test.each(["unverified", "disabled"] as const)("nothing while it is %s", (status) => {
    expect(keysOfSubscription({ ...base, status })).toEqual([]);
  });

  test("labels cannot be mistaken for each other, whatever they contain", () => {
    const odd: NewEvent = { ...event, data: { poster: "a" } };
    expect(matches(market({ poster: 'a"],["country","PT' }), odd)).toBe(false);
    expect(matches(market({ tag: "word contract" }))).toBe(false);
  });

  test("an event has at most 150 keys in open feeds: five queries, one without metadata", () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `word${String.fromCharCode(97 + from + at)}`);
    const tags = words(0, 10);
    const long = { ...METADATA, tags, description: Array.from({ length: 80 }, (_, at) => `d${at}`).join(" ") };
    expect(keysOfEvent(event, factsOf(event, long)).open.length).toBeLessThanOrEqual(150);
    expect(keysOfEvent(event, factsOf(event, null)).open.length).toBeLessThanOrEqual(30);
  });

  test("W11: the keys of a task without metadata are enough for every filter that does not need it", () => {
    const before = keysOfEvent(event, factsOf(event, null)).open;
    const after = keysOfEvent(event, factsOf(event, METADATA)).open;
    expect(after).toEqual(expect.arrayContaining(before));
    for (const [filter, needs] of [
      [{ poster: POSTER, mode: "instant" }, false],
      [{ minRewardUsdc: "1", status: "open" }, false],
      [{ poster: POSTER, q: "contract" }, true],
      [{ mode: "instant", tag: "legal" }, true],
      [{ category: "translation" }, true],
    ] as const) {
      const keys = keysOfSubscription(market(filter));
      expect(keys.some((key) => after.includes(key))).toBe(true);
      expect(keys.some((key) => before.includes(key))).toBe(!needs);
    }
  });
});

describe("health", () => {
  test("pauses grow from 5 s to 5 minutes, and the start of the failures stays", () => {
    let health = HEALTHY;
    const pauses: number[] = [];
    for (let at = 0; at < 8; at++) {
      health = afterFailure(health, at);
      pauses.push((health.pausedUntil - at) / 1000);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    expect(health).toMatchObject({ failures: 8, failingSince: 0 });
    expect(afterFailure({ ...health, failures: 100_000 }, 1_000).pausedUntil).toBe(301_000);
  });
});

test.each([
  [0, 0],
  [2_000, 0],
  [2_001, 20_010],
  [9_900, 99_000],
])("W12: an answer after %d ms rests its receiver for %d ms", (tookMs, pauseMs) => {
  const health = afterSuccess(tookMs, 1_000);
  expect(health).toEqual({ ...HEALTHY, pausedUntil: pauseMs && 1_000 + pauseMs });
});

test("the former secret signs until its time is over", () => {
  const former = { keyId: "k", salt: "11", until: 500 };
  expect(signingSeeds({ ...base, formerSeed: former }, 499)).toEqual([base.seed, former]);
  expect(signingSeeds({ ...base, formerSeed: former }, 500)).toEqual([base.seed]);
});
