import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { numbersOf } from "../../packages/answers/src/dataset/numbers";
import { generationOf, voiceKey } from "../../packages/answers/src/disclosure/keys";
import { NOISE } from "../../packages/answers/src/disclosure/noise";
import { People } from "../../packages/answers/src/disclosure/people";
import { learnSnapshot } from "../../packages/answers/src/dataset/learn";
import { recordsFrom } from "../../packages/answers/src/dataset/prepare";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import { rowOf, type Row } from "../../packages/answers/src/dataset/rows";
import { openDataset, type Dataset } from "../../packages/answers/src/engine/dataset";
import { recordsOf } from "../../packages/answers/src/engine/sets";
import type { Predicate } from "../../packages/answers/src/plan";

/**
 * An attacker asks for figures, and guesses whether one person is in a cell; half of the persons are. What is known of a
 * person: all columns but the secret one, and all words. A world is imported for each person, so this takes minutes.
 */
const PRICE = 0.49;
/** Figures that one answer can hold: six steps, each a rank of twelve items. */
const FIGURES = 72;
const BUDGETS = [2, 20, 200, 1_440] as const;
const WORLDS = Number(process.argv[2] ?? 24);
const PLANTED = 50;
const SECRET = "mood";
const CELL: Predicate = { where: { [SECRET]: "low" } };

interface World {
  rows: Row[];
  target: Row;
  isIn: boolean;
}

const open = (rows: readonly Row[], seed: number): Dataset => {
  const collected = recordsFrom((text) => ({ text, found: [] }), {
    secret: createHash("sha256").update(`world ${seed}`).digest(),
  });
  rows.forEach((row) => collected.add(row));
  const { records, voices } = collected.finish();
  const snapshot = learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined, voices });
  return openDataset(snapshot, { kind: "goals", dataHash: "", count: 0, publishedAt: 0 });
};

const WORDS =
  "garden money travel music school office coffee family piano running history science cooking letters puzzle sailing theatre painting football spanish".split(
    " ",
  );

/** A world of random people, or the shipped sample with a random secret column. */
function worldOf(seed: number, sample: readonly Row[] | null): World {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const rows = sample
    ? sample.map(({ text, columns }) => ({ text, columns: { ...columns, [SECRET]: random() < 0.5 ? "low" : "high" } }))
    : Array.from({ length: 150 + Math.floor(random() * 350) }, (): Row => {
        const said = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(WORDS));
        const columns = {
          region: pick(["north", "north", "south", "south", "island"]),
          gender: pick(["female", "male"]),
          country: pick([..."ABCDEFGH"]),
        };
        return {
          text: `goal about ${said.join(" and ")}`,
          columns: { ...columns, [SECRET]: random() < 0.5 ? "low" : "high" },
        };
      });
  const target = pick(rows);
  return { rows, target, isIn: target.columns[SECRET] === "low" };
}

/** What is known of a person, each as a predicate. */
function knownOf({ text, columns }: Row): Predicate[] {
  const said = [...new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? [])].slice(0, 8);
  return [
    ...Object.entries(columns).flatMap(([name, value]): Predicate[] =>
      name === SECRET ? [] : [{ where: { [name]: value } }],
    ),
    ...said.map((topic): Predicate => ({ topic })),
  ];
}

/** Supersets of a person in the cell, by parts of what is known: the smallest parts first. */
function* partsOf(known: readonly Predicate[]): Generator<Predicate[]> {
  for (let bits = 0; bits < 1 << Math.min(10, known.length); bits++) yield known.filter((_, i) => (bits >> i) & 1);
}

const told = (dataset: Dataset, predicate: Predicate): number | null =>
  recordsOf(dataset, predicate).records.figure.told;

/** Evidence for "is in" after so many figures: above zero means yes. */
type Attack = (world: World, seed: number, budget: number) => number;

/** The mean of the differences less what is expected half-way. */
const evidence = (differences: readonly number[]): number =>
  differences.length === 0 ? 0 : differences.reduce((sum, one) => sum + one, 0) / differences.length - 0.5;

const erasure: Attack = ({ rows, target }, seed, budget) => {
  const [before, after] = [
    cached(rows, seed),
    cached(
      rows.filter((row) => row !== target),
      seed,
    ),
  ];
  const found: number[] = [];
  for (const parts of partsOf(knownOf(target))) {
    if (found.length * 2 >= budget) break;
    const cell: Predicate = { all: [CELL, ...parts] };
    const [a, b] = [told(before, cell), told(after, cell)];
    if (a !== null || b !== null) found.push((a ?? 4) - (b ?? 4));
  }
  return evidence(found);
};

/** All that is known of a person, which isolates them where anything does, and its complement by De Morgan. */
const isolating = (target: Row): Predicate => ({ all: knownOf(target).slice(0, 12) });
const complement = (target: Row, dataset: Dataset): Predicate => ({
  any: knownOf(target)
    .slice(0, 12)
    .map((one): Predicate => {
      const [[name, value] = []] = Object.entries(one.where ?? {});
      const others =
        dataset.columns.find((column) => column.name === name)?.values.filter((other) => other !== value) ?? [];
      return others.length > 0 ? { where: { [name!]: others } } : { none: [one] };
    }),
});

const lessOne =
  (cut: (target: Row, dataset: Dataset) => Predicate): Attack =>
  ({ rows, target }, seed, budget) => {
    const dataset = cached(rows, seed);
    const found: number[] = [];
    for (const parts of partsOf(knownOf(target))) {
      if (found.length * 2 >= budget) break;
      const [whole, less] = [
        told(dataset, { all: [CELL, ...parts] }),
        told(dataset, { all: [CELL, ...parts, cut(target, dataset)] }),
      ];
      if (whole !== null || less !== null) found.push(whole !== less ? 1 : 0);
    }
    // Where nothing ever changes there is nothing to go by.
    return found.some((one) => one === 1) ? 1 : found.length > 0 ? -0.01 : 0;
  };

const differencing = lessOne((target) => ({ none: [isolating(target)] }));
const complements = lessOne(complement);
const nestedWords: Attack = ({ rows, target }, seed, budget) => {
  const known = knownOf(target);
  return lessOne(() => ({ none: [{ all: known.filter((one) => one.topic !== undefined).slice(0, 4) }] }))(
    { rows, target, isIn: false },
    seed,
    budget,
  );
};

/** Larger and larger sets, with and without the person's cell. */
const supersets: Attack = ({ rows, target }, seed, budget) => {
  const dataset = cached(rows, seed);
  const found: number[] = [];
  for (const word of WORDS.flatMap((one, i) => WORDS.slice(i).map((other) => [one, other]))) {
    if (found.length * 2 >= budget) break;
    const base: Predicate = { any: word.map((topic) => ({ topic })) };
    const [whole, less] = [told(dataset, { any: [base, { all: [CELL, isolating(target)] }] }), told(dataset, base)];
    if (whole !== null && less !== null) found.push(whole !== less ? 1 : 0);
  }
  return found.some((one) => one === 1) ? 1 : found.length > 0 ? -0.01 : 0;
};

/** A small region less all of its countries but the person's. */
const region: Attack = ({ rows, target }, seed, budget) => {
  const dataset = cached(rows, seed);
  const column = "country" in target.columns ? "country" : "state";
  const found: number[] = [];
  for (const parts of partsOf(knownOf(target).filter((one) => !(column in (one.where ?? {}))))) {
    const values = dataset.columns.find(({ name }) => name === column)?.values ?? [];
    if ((found.length + 1) * (values.length + 1) > Math.max(budget, 10)) break;
    const whole = told(dataset, { all: [CELL, ...parts] });
    const others = values.filter((value) => value !== target.columns[column]);
    const known = others.map((value) => told(dataset, { all: [CELL, ...parts, { where: { [column]: value } }] }));
    const rest = told(dataset, { all: [...parts, { where: { [column]: target.columns[column]! } }] });
    if (whole !== null && known.every((one) => one !== null))
      found.push(whole - known.reduce((sum: number, one) => sum + one, 0) - (rest ?? 2) / 2 + 0.5);
  }
  return evidence(found);
};

/**
 * A few have the person's country but not their gender, and the person alone has both. Two sets that are made in different
 * ways, of which neither is a part of the other's making, differ by that person: "A or H" and "A".
 */
const unionLessOne: Attack = ({ rows, target, isIn }, seed, budget) => {
  const [one, other] = ["female", "male"];
  const alone = { ...target, columns: { country: "alone", gender: one, [SECRET]: isIn ? "low" : "high" } };
  const near = Array.from({ length: 12 }, (_, i): Row => ({
    text: `goal about ${WORDS[i]} and ${WORDS[i + 1]} and something ${"abcdefghijkl"[i]!.repeat(6)}`,
    columns: { country: "alone", gender: other, [SECRET]: i % 2 === 0 ? "low" : "high" },
  }));
  const dataset = cached([...rows.filter((row) => row !== target), alone, ...near], seed);
  const countries = dataset.columns.find(({ name }) => name === "country")?.values ?? [];
  const found: number[] = [];
  for (const country of countries.filter((name) => name !== "alone")) {
    if (found.length * 2 >= budget) break;
    const cell: Predicate = { all: [CELL, { where: { gender: one } }] };
    const [both, less] = [
      told(dataset, { all: [cell, { where: { country: [country, "alone"] } }] }),
      told(dataset, { all: [cell, { where: { country } }] }),
    ];
    if (both !== null && less !== null) found.push(both - less);
  }
  return evidence(found);
};

/** Four others like the person, so that the person is the fifth; in groups that words tell apart. */
const planted: Attack = ({ rows, target }, seed, budget) => {
  const said = (target.text.toLowerCase().match(/[a-z]{4,}/g) ?? []).slice(0, 8);
  const marks = WORDS.filter((word) => !said.includes(word)).slice(0, 12);
  const plants = Array.from({ length: PLANTED }, (_, i): Row => {
    const mark = marks[Math.floor(i / 4)]!;
    const unlike = Array.from({ length: 6 }, (_, w) => `filler${(i * 7 + w) % 45}`);
    return { text: `${said.join(" ")} ${mark} ${unlike.join(" ")}`, columns: { ...target.columns, [SECRET]: "low" } };
  });
  const dataset = cached([...rows, ...plants], seed);
  const found: number[] = [];
  for (const [g, mark] of marks.entries()) {
    if (g >= budget) break;
    const others = marks.filter((other) => other !== mark).map((topic) => ({ topic }));
    found.push(told(dataset, { all: [CELL, ...knownOf(target).slice(0, 11), { none: others }] }) === null ? 0 : 1);
  }
  return evidence(found);
};

/**
 * Averages of a column whose numbers are even, or such as money is. The attacker asks for any sets, and knows how many are in
 * each, and everybody's number but one: is that above the median?
 */
const NUMBER_ATTACKS = [
  "averages: a row removed, imported again",
  "averages: less five, of whom four are known",
] as const;

/** The estimates of one person's number, by the differences of sums. */
function estimatesIn(seed: number, budget: number): { estimates: number[][]; median: number; target: number } {
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const numbers = Array.from({ length: 150 + Math.floor(random() * 350) }, () =>
    seed % 4 < 2 ? 1 + Math.floor(random() * 40) : Math.ceil(8 * Math.exp(normal())),
  );
  const median = [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
  const person = numbers.findIndex((one) => one !== median && one > median === (seed % 2 === 0));
  const secret = createHash("sha256").update(`world ${seed}`).digest();
  const everybody = numbers.map((_, i) => i);
  const importOf = (ids: readonly number[]) => {
    const keys = Uint32Array.from(ids, (i) => voiceKey(secret, { author: `${i}` }));
    const people = new People(ids.length, keys, null, { ...NOISE, generation: generationOf(keys) });
    const column = numbersOf(ids.map((i) => numbers[i]!))!;
    // NaN where no average is told: the attacker learns nothing from that pair.
    return (of: ReadonlySet<number>): number => {
      const mask = people.mask();
      let size = 0;
      ids.forEach((id, i) => {
        if (!of.has(id)) return;
        mask[i >>> 5]! |= 1 << (i & 31);
        size += 1;
      });
      return size * (people.averageOf(people.of(mask), "amount", column)?.average.mean ?? NaN);
    };
  };
  const [before, after] = [importOf(everybody), importOf(everybody.filter((i) => i !== person))];
  const known = everybody.filter((i) => i !== person).slice(0, 4);
  const others = known.reduce((sum, i) => sum + numbers[i]!, 0);
  const estimates: number[][] = [[], []];
  for (let pair = 0; pair < budget / 2; pair++) {
    const base = new Set(everybody.filter((i) => i !== person && !known.includes(i) && random() < 0.5));
    const [one, five] = [new Set([...base, person]), new Set([...base, person, ...known])];
    estimates[0]!.push(before(one) - after(one));
    estimates[1]!.push(before(five) - before(base) - others);
  }
  return { estimates, median, target: numbers[person]! };
}

/** How often the mean of so many estimates is on the right side of the median. */
function numbersGuessed(worlds: number): void {
  const right = NUMBER_ATTACKS.map(() => BUDGETS.map(() => 0));
  for (let seed = 1; seed <= worlds; seed++) {
    const { estimates, median, target } = estimatesIn(seed, BUDGETS.at(-1)!);
    estimates.forEach((list, attack) =>
      BUDGETS.forEach((budget, b) => {
        const heard = list.slice(0, budget / 2).filter((one) => !Number.isNaN(one));
        const mean = heard.reduce((sum, one) => sum + one, 0) / heard.length;
        if (mean > median === target > median) right[attack]![b]! += 1;
      }),
    );
  }
  printed(
    worlds,
    right.map((scores, attack) => [NUMBER_ATTACKS[attack]!, scores]),
  );
}

/** The last import only: attacks on one world come one after the other. */
const kept = new Map<string, Dataset>();
function cached(rows: readonly Row[], seed: number): Dataset {
  const key = `${seed} ${rows.length}`;
  const known = kept.get(key) ?? open(rows, seed);
  if (!kept.has(key) && kept.size > 2) kept.delete(kept.keys().next().value!);
  kept.set(key, known);
  return known;
}

const ATTACKS: Record<string, Attack> = {
  "a row removed, imported again": erasure,
  "x but not the person": differencing,
  "complements (De Morgan)": complements,
  "nested words": nestedWords,
  "averaging over supersets": supersets,
  "all countries of a region": region,
  "50 planted records": planted,
  "one country or another less one": unionLessOne,
};

function main(): void {
  const file = path.join(__dirname, "../local/sample/goals.csv");
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const names = head!.split(",");
  const sample = lines.slice(0, 400).flatMap((line): Row[] => {
    const cells =
      line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, "").replace(/^"|"$/g, "")) ?? [];
    return cells[0]
      ? [rowOf("goals", Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])), "sample")]
      : [];
  });
  const right = new Map<string, number[]>();
  let tried = 0;
  for (let seed = 1; seed <= WORLDS; seed++) {
    const world = worldOf(seed, seed % 4 === 0 ? sample : null);
    // As many persons in the cell as not: a coin is right in half of the cases.
    if (world.isIn !== (seed % 2 === 0))
      for (const row of world.rows)
        if ((row.columns[SECRET] === "low") === (seed % 2 === 0)) {
          world.target = row;
          world.isIn = !world.isIn;
          break;
        }
    tried += 1;
    kept.clear();
    for (const [name, attack] of Object.entries(ATTACKS)) {
      if (process.argv[3] && !name.includes(process.argv[3])) continue;
      const scores = right.get(name) ?? BUDGETS.map(() => 0);
      BUDGETS.forEach((budget, b) => {
        const sign = attack(world, seed, budget);
        scores[b]! += sign === 0 ? 0.5 : sign > 0 === world.isIn ? 1 : 0;
      });
      right.set(name, scores);
    }
  }
  if (right.size > 0) printed(tried, [...right]);
  if (NUMBER_ATTACKS.some((name) => name.includes(process.argv[3] ?? ""))) numbersGuessed(20 * WORLDS);
}

function printed(tried: number, right: readonly (readonly [name: string, scores: readonly number[]])[]): void {
  console.log(`| attack, ${tried} worlds | ${BUDGETS.map((budget) => `${budget} figures`).join(" | ")} | 90 % costs |`);
  console.log(`|---|${BUDGETS.map(() => "---:").join("|")}|---:|`);
  for (const [name, scores] of right) {
    const enough = BUDGETS.find((_, b) => scores[b]! >= 0.9 * tried);
    const price = (figures: number): string => `${(Math.ceil(figures / FIGURES) * PRICE).toFixed(2)} USDC`;
    console.log(
      `| ${name} | ${scores.map((score) => `${Math.round((100 * score) / tried)} %`).join(" | ")} | ${enough ? price(enough) : `> ${price(BUDGETS.at(-1)!)}`} |`,
    );
  }
}

main();
