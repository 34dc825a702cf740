import type { NewEvent } from "../../../functions/src/domain/events/event";
import {
  afterFailure,
  HEALTHY,
  keysOfEvent,
  keysOfSubscription,
  labelsOf,
  rewardRange,
  signingSeeds,
  type MarketFilter,
  type Subscription,
} from "../../../functions/src/domain/webhooks/subscription";
import { POSTER, STRANGER, WORKER } from "../../setup/histories";

const event: NewEvent = {
  id: "e1",
  type: "task.created",
  timeMs: 1_700_000_000_000,
  task: { contract: "human", taskId: 12n },
  actor: POSTER,
  recipients: [POSTER],
  data: { poster: POSTER, rewardUsdc: "25.5" },
  block: null,
  supersedes: null,
};

const METADATA = { category: "Translations", country: "PT", industry: "Publishing" };

const base: Subscription = {
  id: "wh_1",
  wallet: POSTER,
  url: "https://receiver.example/hook",
  types: ["task.created"],
  scope: "mine",
  task: null,
  filter: {},
  description: "",
  status: "active",
  disabledReason: null,
  seed: { keyId: "k", salt: "00" },
  formerSeed: null,
  health: HEALTHY,
  createdAt: 0,
};

/** Whether the database would return the subscription for the event. */
function matches(subscription: Subscription, told: NewEvent = event, metadata: { category: string } | null = METADATA) {
  const { keys, rewards } = keysOfEvent(told, labelsOf(told, metadata));
  const { min, max } = rewardRange(subscription.filter);
  return keysOfSubscription(subscription).some((key) => keys.includes(key)) && min <= rewards.min && max >= rewards.max;
}

const market = (filter: MarketFilter = {}): Subscription => ({ ...base, wallet: STRANGER, scope: "market", filter });

describe("what a subscription matches", () => {
  test("mine: the events of which the wallet is a recipient", () => {
    expect(matches(base)).toBe(true);
    expect(matches({ ...base, wallet: STRANGER })).toBe(false);
    expect(matches({ ...base, types: ["task.started"] })).toBe(false);
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
    [{ contract: "human", category: "translation", country: "pt", industry: "publishing", poster: POSTER }, true],
    [{ category: "translation", country: "BR" }, false],
    [{ poster: WORKER }, false],
    [{ minRewardUsdc: "25.5", maxRewardUsdc: "25.5" }, true],
    [{ minRewardUsdc: "25.500001" }, false],
    [{ maxRewardUsdc: "25.499999" }, false],
    [{ minRewardUsdc: "999999999999999999" }, false],
  ])("market with %j: %s", (filter, expected) => {
    expect(matches(market(filter))).toBe(expected);
  });

  test("a filter that the event does not speak of does not match", () => {
    const bare: NewEvent = { ...event, data: {} };
    expect(matches(market(), bare)).toBe(true);
    expect(matches(market({ category: "translation" }), bare, null)).toBe(false);
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
    expect(matches(market({ poster: 'a"],["country","b' }), odd, METADATA)).toBe(false);
  });

  test("an event has at most 60 keys: two queries", () => {
    const crowded = { ...event, recipients: [POSTER, WORKER, STRANGER] };
    expect(keysOfEvent(crowded, labelsOf(crowded, METADATA)).keys.length).toBeLessThanOrEqual(60);
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

test("the former secret signs until its time is over", () => {
  const former = { keyId: "k", salt: "11", until: 500 };
  expect(signingSeeds({ ...base, formerSeed: former }, 499)).toEqual([base.seed, former]);
  expect(signingSeeds({ ...base, formerSeed: former }, 500)).toEqual([base.seed]);
});
