import fc from "fast-check";
import { MAX_ARBITER_DAYS } from "../../functions/src/domain/content";
import { expectProjected } from "../setup/projected";
import { testFirestore } from "../setup/firestore";
import { forAllAsync, isOver, runs, sampled } from "../setup/runs";
import { expectEndsTold, expectStepsTold } from "../setup/tasks/told";
import { Fair, FINALITY } from "./fair";
import { History, type Draw, type Ending, type Offered } from "./history";
import { Cases } from "./cases";
import { Outputs, type HandedIn } from "./outputs";
import type { StepName } from "./steps";
import type { State } from "../../functions/src/domain/workflow/states";
import { expectQuietLog, expectRest, Watch } from "./invariants";

const SEEDS = runs(1, 2_000);
const DISPUTES = runs(1, 600);
const MS_PER_SEED = 3_000;
/** So many come to rest at once: until then a reorg of a later one may reach into an earlier one. */
const TOGETHER = 5;

const { db } = testFirestore();
let fair: Fair;
let watch: Watch;
let cases: Cases;
let outputs: Outputs;
beforeAll(async () => {
  fair = await Fair.open(db);
  watch = new Watch(fair);
  cases = new Cases(fair);
  outputs = new Outputs(fair);
}, 60_000);
afterAll(() => fair.market.close());

type Between = "nothing" | "indexer" | "keeper" | "reorg" | "time";
interface Round {
  readonly draws: readonly Draw[];
  /** Whether they are taken at once, or each when the one before stands on the chain. */
  readonly atOnce: boolean;
  /** What happens while they are confirmed. */
  readonly between: Between;
  readonly depth: number;
}

const often = <T>(weights: readonly (readonly [T, number])[]) =>
  fc.oneof(...weights.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));
const draw: fc.Arbitrary<Draw> = fc.record({
  offer: often([
    [0, 4],
    [1, 1],
  ]),
  worker: fc.nat(2),
  pick: fc.nat(59),
  blind: often([
    [false, 12],
    [true, 1],
  ]),
  ending: often<Ending>([
    ["confirms", 5],
    ["confirms twice", 2],
    ["confirms late", 2],
    ["confirms another's", 1],
    ["dies", 3],
  ]),
  output: often<HandedIn>([
    ["good", 8],
    ["bad", 1],
    ["forced", 1],
    ["none", 1],
  ]),
  workerShareBps: fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.nat(10_000)),
  forfeitStake: fc.boolean(),
});
const round: fc.Arbitrary<Round> = fc.record({
  draws: fc.array(draw, { minLength: 1, maxLength: 2 }),
  atOnce: often([
    [true, 1],
    [false, 2],
  ]),
  between: often<Between>([
    ["nothing", 5],
    ["indexer", 3],
    ["keeper", 2],
    ["reorg", 2],
    ["time", 1],
  ]),
  depth: fc.integer({ min: 1, max: 3 }),
});
const terms: fc.Arbitrary<Offered> = fc.record({
  contract: fc.constantFrom("human", "agent-fast"),
  mode: often<Offered["mode"]>([
    ["instant", 2],
    ["selection", 1],
  ]),
  hasSchema: fc.boolean(),
});
const TO_CONTEST: readonly StepName[] = ["create", "stake", "submit", "reject", "contest"];
/** From a hire to a ruling, with everything that both sides and the arbiter tell each other. */
const TO_RULING: readonly StepName[] = [
  "create",
  "fundMore",
  "hire",
  "stake",
  "message",
  "submit",
  "reject",
  "contest",
  "answer",
  "message",
  "readCase",
  "rule",
];
/** An interest that comes and goes, in a task that goes as well. */
const TO_WITHDRAWAL: readonly StepName[] = ["create", "interest", "message", "withdraw", "pry", "cancel"];
/** Work whose reward USDC refuses to pay, and the credit that comes of it. */
const TO_CREDIT: readonly StepName[] = ["create", "stake", "submit", "approve", "takeCredit"];
interface Opening {
  readonly mode: Offered["mode"];
  readonly steps: readonly StepName[];
  readonly draw: Draw;
}
/** Beginnings that seldom come up by themselves: a credit, a hire, an interest that is withdrawn. */
const seldom: fc.Arbitrary<Opening> = fc
  .tuple(
    fc.constantFrom("credit", "hire", "withdrawal"),
    draw.map((one): Draw => ({ ...one, ending: "confirms", output: "good" })),
  )
  .map(([what, one]) => {
    if (what === "credit") return { mode: "instant", steps: TO_CREDIT, draw: { ...one, pick: 0 } };
    if (what === "hire") return { mode: "selection", steps: ["create", "hire"], draw: { ...one, pick: 4 } };
    return { mode: "selection", steps: ["create", "interest", "withdraw"], draw: { ...one, pick: 1 } };
  });
/** How a dispute begins: with work that was rejected, and mostly contested. */
const opening = fc.record({
  offered: terms.map((one): Offered => ({ ...one, mode: "instant" })),
  steps: often([
    [TO_CONTEST, 3],
    [TO_CONTEST.slice(0, -1), 1],
  ]),
  draw: draw.map((one): Draw => ({ ...one, pick: 1, ending: "confirms", output: "good" })),
});

/** Those that have not come to rest yet. */
const played: History[] = [];
/** What came up in all histories together. */
const cameUp = {
  histories: 0,
  reorgs: 0,
  anchored: 0,
  ended: 0,
  states: new Set<string>(),
  taken: new Set<StepName>(),
};
/** So many histories show whether everything comes up. */
const MIN_TO_JUDGE = 60;
/** Steps that must come up. */
const NEEDED = new Set<StepName>([
  "hire",
  "fundMore",
  "contest",
  "answer",
  "rule",
  "message",
  "withdraw",
  "takeCredit",
]);
const CALM: Draw = {
  offer: 0,
  worker: 0,
  pick: 1,
  blind: false,
  ending: "confirms",
  output: "good",
  workerShareBps: 2_501,
  forfeitStake: true,
};

describe("happy", () => {
  const HISTORIES: [string, readonly StepName[], Offered["mode"], number, readonly State[]][] = [
    ["a message and an interest that is withdrawn", TO_WITHDRAWAL, "selection", 1, ["CANCELLED"]],
    ["a refused payment that its worker withdraws", TO_CREDIT, "instant", 0, ["APPROVED"]],
    ["a hire, a raise, messages, a dispute and its ruling", TO_RULING, "selection", 4, ["DISPUTED", "RESOLVED"]],
  ];
  it.each(sampled(HISTORIES, 2))(
    "one history has %s",
    async (_what, steps, mode, pick, states) => {
      const history = new History(fair, [{ contract: "agent-fast", mode, hasSchema: true }], cases, outputs);
      await telling(async () => {
        await history.begin();
        await history.walk(steps, { ...CALM, pick });
        expect([...history.taken].sort()).toEqual(expect.arrayContaining(steps.filter((step) => NEEDED.has(step))));
        expect([...history.states]).toEqual(expect.arrayContaining([...states]));
        await rest([history]);
        await cases.expectTold();
      }, [history]);
    },
    60_000,
  );
});

describe("security", () => {
  it(
    `EV9, F4, F5, F6, X2, X3, X6: after any interleaving of two buyers, three workers, the indexer and the keeper (${SEEDS} seeds)`,
    async () => {
      await forAllAsync(
        [fc.tuple(terms, terms), fc.oneof(fc.constant(null), seldom), fc.array(round, { minLength: 4, maxLength: 5 })],
        { numRuns: SEEDS, endOnFailure: true },
        async ([first, second], opening, rounds) => {
          if (isOver()) return;
          const offered = [opening ? { ...first, mode: opening.mode } : first, second];
          const history = new History(fair, offered, cases, outputs);
          played.push(history);
          cameUp.histories += 1;
          await telling(async () => {
            await history.begin();
            if (opening) await history.walk(opening.steps, opening.draw);
            await play(history, rounds);
          });
          if (played.length >= TOGETHER) await telling(() => rest(played.splice(0)), [...played]);
        },
      );
      await telling(() => rest(played.splice(0)), [...played]);
      await expectProjected(db, fair.market.stage);
      await expectStepsTold(db, fair.market.stage);
      await expectEndsTold(db, fair.market.stage);
      await cases.expectTold();
      const histories = cameUp.histories;
      if (histories < MIN_TO_JUDGE) return;
      expect(cameUp.reorgs).toBeGreaterThan(histories / 10);
      expect(cameUp.anchored + cameUp.ended).toBeGreaterThan(0);
      expect((await db.collection("events").where("type", "==", "credit.withdrawn").limit(1).get()).size).toBe(1);
      expect([...cameUp.states]).toEqual(
        expect.arrayContaining(["FUNDED", "STARTED", "SUBMITTED", "CHANGES_REQUESTED", "APPROVED", "CANCELLED"]),
      );
    },
    60_000 + SEEDS * MS_PER_SEED,
  );

  it(
    `R1, R2, R3, R4, TH6: in any interleaving of a dispute, and 30 days after it (${DISPUTES} seeds)`,
    async () => {
      const disputes: History[] = [];
      await forAllAsync(
        [opening, fc.array(round, { minLength: 2, maxLength: 3 })],
        { numRuns: DISPUTES, endOnFailure: true },
        async ({ offered, steps, draw }, rounds) => {
          if (isOver()) return;
          const history = new History(fair, [offered], cases, outputs);
          played.push(history);
          disputes.push(history);
          await telling(async () => {
            await history.begin();
            await history.walk(steps, draw);
            await play(history, rounds);
          });
          if (played.length >= TOGETHER) await telling(() => rest(played.splice(0)), [...played]);
        },
      );
      await telling(() => rest(played.splice(0)), [...played]);
      await expectStepsTold(db, fair.market.stage);
      await expectEndsTold(db, fair.market.stage);
      await cases.expectTold();
      await fair.market.pass((MAX_ARBITER_DAYS + 1) * 86_400);
      await telling(async () => {
        for (const history of disputes.slice(-TOGETHER)) await cases.expectForgotten(history.keys.values());
      }, disputes);
      if (Math.min(cameUp.histories, disputes.length) < MIN_TO_JUDGE) return;
      expect([...cameUp.taken]).toEqual(expect.arrayContaining([...NEEDED]));
      expect([...cameUp.states]).toEqual(expect.arrayContaining(["DISPUTED", "RESOLVED"]));
    },
    60_000 + DISPUTES * MS_PER_SEED,
  );
});

async function play(history: History, rounds: readonly Round[]): Promise<void> {
  for (const { draws, atOnce, between, depth } of rounds) {
    history.crowded = true;
    const late = history.latecomers();
    const confirmations = atOnce ? (await Promise.all(draws.map((one) => history.take(one)))).flat() : [];
    for (const one of atOnce ? [] : draws) confirmations.push(...(await history.take(one)));
    history.told.push(`  ${between}`);
    if (between === "reorg") watch.reorged();
    await Promise.all([...late, ...confirmations].map((confirm) => confirm()).concat(happen(between, depth, history)));
    await fair.market.followChain();
    if (between === "indexer") watch.indexed();
    await watch.look(history);
  }
  history.crowded = false;
  for (const confirm of history.latecomers()) await confirm();
  for (const state of history.states) cameUp.states.add(state);
  for (const step of history.taken) cameUp.taken.add(step);
  if (!history.hasAnswers) return;
  await fair.index();
  watch.indexed();
  await happen("keeper", 0, history);
}

/** No one does anything any more, all is final, and the indexer has seen it. */
async function rest(histories: readonly History[]): Promise<void> {
  await fair.market.chain.mine(FINALITY);
  await fair.index();
  watch.indexed();
  for (const history of histories) await expectRest(fair, history);
  expectQuietLog(fair);
}

/** Says what happened in the histories that a failure came after. */
async function telling(play: () => Promise<void>, histories: readonly History[] = played.slice(-1)): Promise<void> {
  try {
    await play();
  } catch (error) {
    const told = histories.flatMap((history) => ["after", ...history.told]).join("\n");
    throw new Error(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${told}`);
  }
}

async function happen(between: Between, depth: number, history: History): Promise<void> {
  const { chain, stage } = fair.market;
  const keys = [...history.keys.values()];
  switch (between) {
    case "nothing":
      return;
    case "indexer":
      return fair.index();
    case "keeper": {
      const { anchored, ended } = await fair.keep(keys);
      cameUp.anchored += anchored;
      cameUp.ended += ended;
      return;
    }
    case "reorg":
      for (const one of played) one.hasReorged = true;
      await chain.reorg(depth);
      cameUp.reorgs += 1;
      return;
    case "time": {
      history.hasLeapt = true;
      const [key] = keys;
      if (key && (await stage.task(key)).deadline > 0) await stage.passDeadline(key);
    }
  }
}
