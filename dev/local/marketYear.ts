import { toAddress, type Address } from "../../functions/src/domain/address";
import type { TaskFacts } from "../../functions/src/domain/contribution";
import type { Hex } from "../../functions/src/domain/keccak";
import type { EventArguments, EventName, TaskEvent, TaskKey } from "../../functions/src/domain/task/events";
import type { TaskMetadata } from "../../functions/src/domain/task/metadata";
import { applyAll } from "../../functions/src/domain/task/applyEvent";
import { VARIANTS } from "../../functions/src/domain/workflow/variants";

/** One task of the year: what the chain says, and what is stored with it. */
export interface MarketTask {
  readonly key: TaskKey;
  readonly events: readonly TaskEvent[];
  readonly metadata: TaskMetadata | null;
  readonly interestCount: number;
}

export interface MarketYear {
  readonly tasks: number;
  readonly seed: number;
  /** Unix seconds from which tasks are posted. */
  readonly from: number;
  /** For how long; a year by default. */
  readonly days?: number;
}

const DAY = 86_400;
const YEAR = 365 * DAY;
const HOUR = 3_600;
const CATEGORIES =
  "research, Translation, data labelling, code review, web scraping, copywriting, image editing, transcription, bookkeeping, lead lists, testing, summaries, localization, prompt design".split(
    ", ",
  );
const INDUSTRIES =
  "software, e-commerce, publishing, finance, health, travel, education, games, real estate, law, food, energy, fashion, logistics, music, agriculture".split(
    ", ",
  );
const COUNTRIES =
  "US IN DE GB BR PT FR NG PH CA PL ES UA ID MX IT NL KE VN JP TR AR EG RO PK BD ZA CO SE CH AT GR IE NZ CL PE MA LK EE IS".split(
    " ",
  );

/**
 * A year of a marketplace, task by task and always the same for a seed: few who post and work much and many who do so
 * once, favourite categories and countries, texts that are missing, and every way that a task can end.
 */
export function* marketYear({ tasks, seed, from, days = 365 }: MarketYear): Generator<MarketTask> {
  const random = randomOf(seed);
  const posters = Math.ceil(tasks ** 0.7);
  const workers = Math.ceil(tasks ** 0.65);
  for (let id = 1; id <= tasks; id++) {
    const key: TaskKey = { contract: random() < 0.4 ? "human" : "agent-fast", taskId: BigInt(id) };
    const poster = wallet(1, skewed(random, posters));
    const worker = wallet(2, skewed(random, workers));
    // Business grows all the time.
    const postedAt = from + Math.floor(days * DAY * Math.sqrt((id - random()) / tasks));
    yield {
      key,
      events: life(random, key, { poster, worker }, postedAt),
      metadata: random() < 0.03 ? null : metadataOf(random),
      interestCount: random() < 0.55 ? skewed(random, 12) : 0,
    };
  }
}

/** What the ledger knows about a task. */
export function factsOf({ events, metadata, interestCount }: MarketTask): TaskFacts {
  const task = applyAll(null, events);
  if (!task) throw new Error("a task without events");
  return { task, metadata, interestCount };
}

function metadataOf(random: () => number): TaskMetadata {
  const category = CATEGORIES[skewed(random, CATEGORIES.length)] ?? "";
  return {
    title: `One of ${category}`,
    description: "As the title says.",
    category: random() < 0.1 ? category.toUpperCase() : category,
    ...(random() < 0.6 && { industry: INDUSTRIES[skewed(random, INDUSTRIES.length)] ?? "" }),
    ...(random() < 0.7 && { country: COUNTRIES[skewed(random, COUNTRIES.length)] ?? "" }),
  };
}

/** The events of one task. */
function life(
  random: () => number,
  key: TaskKey,
  parties: { poster: Address; worker: Address },
  postedAt: number,
): TaskEvent[] {
  const events: TaskEvent[] = [];
  const named = (name: EventName) =>
    name === "TaskCreated" || name === "TaskCancelled" ? { poster: parties.poster } : parties;
  const pace = key.contract === "human" ? 20 * HOUR : HOUR / 2;
  let time = postedAt;
  let submissionHash = hash(0);
  /** The next event comes after a while. */
  const then = <N extends EventName>(name: N, fields: Partial<EventArguments[N]>) => {
    const at = {
      blockNumber: BigInt(time),
      blockHash: hash(time),
      txHash: hash(time),
      logIndex: Number(key.taskId),
      time,
    };
    // The caller ensures that an event's name and its fields belong together.
    events.push({ ...key, name, at, ...named(name), ...fields } as unknown as TaskEvent);
    time += 1 + Math.floor(-Math.log(1 - random()) * pace);
  };
  const submit = () => {
    submissionHash = hash(Number(key.taskId) + events.length);
    return { submissionHash, reviewBy: time + 10 * YEAR };
  };
  const rewardUsdcUnits =
    BigInt(Math.floor(Math.exp(1 + 3 * random()) * 1_000_000)) + BigInt(Math.floor(random() * 1_000_000));
  const stakeUsdcUnits = rewardUsdcUnits / 10n + 1n;
  const paidOut = { toPosterUsdcUnits: rewardUsdcUnits, toWorkerUsdcUnits: stakeUsdcUnits };
  const paidToWorker = { submissionHash, toWorkerUsdcUnits: rewardUsdcUnits, feeUsdcUnits: 0n, treasury: wallet(3, 0) };

  then("TaskCreated", {
    metadataHash: hash(Number(key.taskId)),
    rewardUsdcUnits,
    stakeUsdcUnits,
    mode: random() < 0.7 ? "instant" : "selection",
    maxChangeRounds: 2,
    judge: null,
    windows: VARIANTS[key.contract].defaultWindows,
    openUntil: postedAt + 10 * YEAR,
    cancelFeeUsdcUnits: VARIANTS[key.contract].cancelFeeUsdcUnits,
    platformFeeBps: 0,
    arbiter: wallet(3, 1),
  });
  if (random() < 0.08) {
    const feeUsdcUnits = VARIANTS[key.contract].cancelFeeUsdcUnits;
    then("TaskCancelled", { toPosterUsdcUnits: rewardUsdcUnits - feeUsdcUnits, feeUsdcUnits, treasury: wallet(3, 0) });
    return events;
  }
  if (random() < 0.1) return events;
  if (random() < 0.12) {
    then("TaskExpired", { worker: null, from: "FUNDED", toPosterUsdcUnits: rewardUsdcUnits, toWorkerUsdcUnits: 0n });
    return events;
  }
  then("TaskStarted", { stakeUsdcUnits, workBy: time + 10 * YEAR });
  if (random() < 0.07) {
    then("TaskExpired", { from: "STARTED", ...paidOut, toWorkerUsdcUnits: 0n });
    return events;
  }
  then("WorkSubmitted", submit());
  if (random() < 0.15) {
    then("ChangesRequested", { round: 1, reasonHash: hash(1), resubmitBy: time + 10 * YEAR });
    then("WorkResubmitted", { round: 1, ...submit() });
  }
  const verdict = random();
  if (verdict < 0.8) {
    then("TaskApproved", {
      ...paidToWorker,
      submissionHash,
      rating: 1 + skewed(random, 5),
      commentHash: null,
      rateBy: time + 10 * YEAR,
    });
    if (random() < 0.9) then("StakeClaimed", { stakeUsdcUnits, rating: 5, commentHash: null });
  } else if (verdict < 0.88) {
    then("TaskReleased", { ...paidToWorker, submissionHash, stakeUsdcUnits });
  } else {
    then("TaskRejected", { submissionHash, rating: 1, commentHash: null, contestBy: time + 10 * YEAR });
    if (random() < 0.6) then("TaskRefunded", paidOut);
    else {
      then("TaskDisputed", { evidenceHash: null, arbiter: wallet(3, 1), ruleBy: time + 10 * YEAR });
      then("TaskResolved", {
        ...paidOut,
        workerShareBps: 5_000,
        forfeitStake: false,
        rulingHash: null,
        byDefault: false,
      });
    }
  }
  return events;
}

/** Below `most`; low numbers much more often than high ones. */
function skewed(random: () => number, most: number): number {
  return Math.min(most - 1, Math.floor((most + 1) ** random() - 1));
}

const wallets = new Map<number, Address>();

function wallet(kind: number, number: number): Address {
  const id = kind * 1_000_000 + number;
  const address = wallets.get(id) ?? toAddress(`0x${id.toString(16).padStart(40, "0")}`);
  if (!address) throw new Error("an address");
  wallets.set(id, address);
  return address;
}

function hash(number: number): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

/** Numbers from 0 to 1 that are always the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
