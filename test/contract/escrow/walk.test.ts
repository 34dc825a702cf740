import fc from "fast-check";
import { edge, EDGES, type Edge, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { STATES, type Windows, WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { type Variant, VARIANTS } from "../../../functions/src/domain/workflow/variants";
import { isPossible, stepOnSilence } from "../../../functions/src/domain/workflow/walk";
import { ownChain } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { isOver, runs } from "../../setup/runs";
import { type Actor, ACTORS, type Attempt, EscrowUnderTest, type Offer, Walk } from "./walker";

const STEPS: readonly Edge[] = EDGES.filter((row) => row.id !== "create");
const SEED = 20_261_120;
/** Random walks of each variant. */
const WALKS = runs(2, 200);

const chain = forFile(() => ownChain());

function offers(variant: Variant): fc.Arbitrary<Offer> {
  const window = (name: keyof Windows) => fc.integer({ min: variant.minWindows[name], max: variant.maxWindows[name] });
  const windows = fc
    .tuple(...WINDOW_NAMES.map(window))
    .map((list) => Object.fromEntries(WINDOW_NAMES.map((name, i) => [name, list[i]])) as unknown as Windows)
    .map((drawn) => ({ ...drawn, resubmit: Math.max(drawn.resubmit, Math.ceil(drawn.review / 4)) }));
  return fc.record({
    windows,
    mode: fc.constantFrom("instant", "selection"),
    maxChangeRounds: fc.integer({ min: 0, max: 2 }),
    // The stake is at most half of the reward, and at least a hundredth.
    rewardUsdcUnits: fc.bigInt({ min: 1_000_002n, max: 50_000_000n }),
    stakeUsdcUnits: fc.bigInt({ min: 500_000n, max: 500_001n }),
  });
}

/** Mostly steps that the table allows, so that walks get far; the rest is anything at all. */
const choices = fc.record({
  allowed: fc.integer({ min: 0, max: 9 }).map((n) => n < 7),
  lingers: fc.integer({ min: 0, max: 9 }).map((n) => n < 7),
  pick: fc.nat(),
  actor: fc.nat(),
  held: fc.record({ selection: fc.boolean(), resubmission: fc.boolean(), verdict: fc.boolean() }),
  clock: fc.constantFrom("next", "next", "next", "deadline", "after"),
  ruling: fc.record({ workerShareBps: fc.integer({ min: 0, max: 10_000 }), forfeitStake: fc.boolean() }),
});
type Choice = typeof choices extends fc.Arbitrary<infer C> ? C : never;

function attemptOf(walk: Walk, choice: Choice): Attempt {
  const { held, ruling, clock } = choice;
  const { deadline } = walk.standing;
  const at = Math.max(walk.now + 1, clock === "next" ? 0 : deadline + (clock === "after" ? 1 : 0));
  const mayTake = (step: Edge, actor: Actor) => isPossible(step, walk.standing, walk.roleOf(actor), at, held);

  const allowed = choice.allowed ? STEPS.filter((step) => ACTORS.some((actor) => mayTake(step, actor))) : [];
  const lingering = choice.lingers ? allowed.filter(({ to }) => STATES[to] !== null) : [];
  const step = pick([lingering, allowed, STEPS].find(({ length }) => length > 0) ?? STEPS, choice.pick);
  const actors = ACTORS.filter((actor) => choice.allowed && mayTake(step, actor));
  return { step, actor: pick(actors.length > 0 ? actors : ACTORS, choice.actor), held, at, ruling };
}

function pick<T>(list: readonly T[], number: number): T {
  const chosen = list[number % list.length];
  if (chosen === undefined) throw new Error("there is always something to choose from");
  return chosen;
}

async function walksAgree(variant: Variant, runs: number): Promise<void> {
  const escrow = await EscrowUnderTest.deploy(chain, variant);
  const walkAgrees = fc.asyncProperty(
    offers(variant),
    fc.array(choices, { minLength: 6, maxLength: 12 }),
    async (offer, list) => {
      if (isOver()) return;
      const walk = await Walk.begin(escrow, offer);
      for (const choice of list) await walk.attempt(attemptOf(walk, choice));
    },
  );
  await fc.assert(walkAgrees, { seed: SEED, numRuns: runs, endOnFailure: true });
}

const WHO = { poster: "buyer", worker: "worker", outsider: "worker", arbiter: "arbiter", anyone: "stranger" } as const;

/** The shortest way from a new task to where `step` can be taken, and the step itself. */
function wayTo(step: Edge, seen: readonly Edge[] = []): readonly Edge[] {
  if (step.from === "FUNDED") return [step];
  const ways = STEPS.filter((before) => before.to === step.from && !before.settles && !seen.includes(before))
    .map((before) => wayTo(before, [...seen, before]))
    .filter((way) => way.length > 0)
    .sort((a, b) => a.length - b.length);
  return ways[0] ? [...ways[0], step] : [];
}

describe("happy", () => {
  it("H3: the contract takes every step of the table", async () => {
    const escrow = await EscrowUnderTest.deploy(chain, { ...VARIANTS.human, platformFeeBps: 333 });
    const offer: Offer = {
      windows: VARIANTS.human.defaultWindows,
      mode: "selection",
      maxChangeRounds: 1,
      rewardUsdcUnits: 5_000_001n,
      stakeUsdcUnits: 500_001n,
    };
    for (const step of STEPS) {
      const walk = await Walk.begin(escrow, offer);
      const taken: (EdgeId | undefined)[] = [];
      for (const { id, who, when } of wayTo(step)) {
        const at = when === "afterDeadline" ? walk.standing.deadline + 1 : walk.now + 1;
        const held = { selection: true, resubmission: true, verdict: true };
        const ruling = { workerShareBps: 3_333, forfeitStake: true };
        taken.push((await walk.attempt({ step: edge(id), actor: WHO[who], held, at, ruling }))?.id);
      }
      expect(taken.at(-1)).toBe(step.id);
    }
  }, 60_000);

  it(
    "H3: the contract and the table take the same steps on random walks, and refuse the same",
    async () => {
      await walksAgree({ ...VARIANTS.human, platformFeeBps: 333 }, WALKS);
      await walksAgree(VARIANTS["agent-fast"], WALKS);
    },
    60_000 + WALKS * 6_000,
  );

  it("C4, H4: every state that holds money has one step that anyone can take after its deadline", () => {
    const open = [...new Set(STEPS.map(({ from }) => from))];
    for (const state of open) {
      if (state === null) continue;
      const standing = {
        state,
        settled: false,
        deadline: 100,
        mode: "instant",
        changeRound: 1,
        maxChangeRounds: 1,
      } as const;
      const exit = stepOnSilence(standing);
      expect(exit).not.toBeNull();
      if (exit) expect(isPossible(exit, standing, "stranger", 101)).toBe(true);
    }
  });
});

describe("refusals", () => {
  it("H3: a settled task can take no step at all", () => {
    for (const step of STEPS) {
      for (const role of ["poster", "worker", "arbiter", "stranger"] as const) {
        const standing = {
          state: step.from ?? "FUNDED",
          settled: true,
          deadline: 0,
          mode: "instant",
          changeRound: 0,
          maxChangeRounds: 1,
        } as const;
        expect(isPossible(step, standing, role, 1)).toBe(false);
        expect(stepOnSilence(standing)).toBeNull();
      }
    }
  });
});
