import type { Answer, DatasetKind, Foresight, Message } from "./answers";
import { decodeSnapshot } from "./dataset/snapshotBytes";
import { openDataset, type Dataset } from "./engine/dataset";
import { guideOf } from "./engine/guide";
import type { Line, Result } from "./engine/results";
import { faultsIn, runPlan, runStep } from "./engine/run";
import { lastAsked, planIn } from "./exactPlan";
import type { Guide } from "./guide";
import type { Plan, Predicate, Step } from "./plan";
import { read } from "./read/read";
import type { Reading } from "./read/reading";
import { suggestionsOf } from "./read/wording";
import { jsonReply, readingReply, replyOf } from "./reply/reply";
import type { SnapshotPointer } from "./snapshots";
import { modelGuide, type ModelGuide } from "./modelGuide";
import { stepTaken, type StepTaken } from "./stepTaken";

/** What the engine says of a dataset that it has opened. */
export interface Opened {
  /** Records, as told; null for fewer than five. */
  size: number | null;
  /** The reply to a question about everything, for when a question can't be computed. */
  overview: string;
}

/** An answer, and what a language model may know of the question. */
export interface Answered {
  answer: Answer;
  /** False where the question came as a plan, or asks for what is never told: no model is to see it. */
  mayBeModelled: boolean;
}

interface Open {
  dataset: Dataset;
  guide: Guide;
}

/** What everything is asked by where a question is unclear. */
const OVERVIEW: Plan = { steps: [{ do: "themes", limit: 8 }] };

/** Refusals that no model is asked about: it could only be talked into an answer. */
const CLOSED: ReadonlySet<string> = new Set(["personalData", "rawRecords", "instructions"]);

/** Answers questions about the datasets that are open: pure computation, without a clock, a network or a store. */
export class Answering {
  private readonly datasets = new Map<DatasetKind, Open>();

  /** Opens a snapshot in place of the kind's former one, which stays if this one can't be read. */
  open(bytes: Uint8Array, pointer: SnapshotPointer): Opened {
    const dataset = openDataset(decodeSnapshot(bytes), pointer);
    const guide = guideOf(dataset);
    const overview = replyOf(runPlan(dataset, OVERVIEW), guide);
    this.datasets.set(pointer.kind, { dataset, guide });
    return { size: guide.size.told, overview };
  }

  /** Answers a conversation's last question. */
  answer(kind: DatasetKind, messages: readonly Message[]): Answered {
    const { dataset, guide } = this.opened(kind);
    const as = (reply: string): Answer => ({
      reply,
      dataHash: dataset.pointer.dataHash,
      datasetCount: guide.size.told,
    });
    const exact = planIn(lastAsked(messages));
    if (exact) return { answer: as(exactReply(dataset, guide, exact)), mayBeModelled: false };
    const reading = this.read(dataset, guide, messages);
    const results = reading.plan ? runPlan(dataset, reading.plan).flatMap((one) => orNearest(dataset, one)) : [];
    return {
      answer: as(readingReply(reading, results, guide)),
      mayBeModelled: !(reading.refusal && CLOSED.has(reading.refusal.kind)),
    };
  }

  /** What a conversation's last question is understood to ask. */
  foresee(kind: DatasetKind, messages: readonly Message[]): Foresight {
    const { dataset, guide } = this.opened(kind);
    const exact = planIn(lastAsked(messages));
    if (exact) {
      const faults = "faults" in exact ? exact.faults : faultsIn(dataset, exact.plan);
      const isRunnable = faults.length === 0;
      return {
        understood: "A plan, computed as it stands.",
        answerable: isRunnable ? "yes" : "no",
        answerableReason: isRunnable ? null : faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" "),
        plan: isRunnable && "plan" in exact ? exact.plan : null,
        notUsed: [],
        suggestions: [],
        faults,
      };
    }
    const { understood, answerable, reason, plan, notUsed, suggestions } = this.read(dataset, guide, messages);
    let isAllEmpty = true;
    const lacking: string[] = [];
    for (const step of answerable === "no" ? [] : (plan?.steps ?? [])) {
      // Only what may lack something is computed for a quote, once there is something to sell.
      if (!isAllEmpty && !isCued(step)) continue;
      const result = runStep(dataset, step);
      isAllEmpty &&= isEmpty(result);
      lacking.push(...lackOf(step, result, guide));
    }
    // What would tell nothing is not sold.
    if (answerable !== "no" && plan && isAllEmpty)
      return {
        ...{ understood, answerable: "no", plan, notUsed, faults: [] },
        answerableReason: `Fewer than 5 ${guide.record.many} tell anything of this.`,
        suggestions: suggestionsOf(guide),
      };
    return {
      ...{ understood, plan, notUsed, suggestions, faults: [] },
      answerable: answerable === "yes" && lacking.length > 0 ? "partly" : answerable,
      answerableReason: lacking.length > 0 ? [reason, ...lacking].filter((one) => one !== null).join(" ") : reason,
    };
  }

  /** Takes one step that a model asks for. Throws if another snapshot than the one that it was told of is open. */
  step(kind: DatasetKind, dataHash: string, step: unknown): StepTaken {
    const { dataset, guide } = this.opened(kind);
    if (dataset.pointer.dataHash !== dataHash) throw new RangeError(`The ${kind} dataset has changed`);
    return stepTaken(dataset, guide, step);
  }

  /** What a model is told of a dataset. */
  guide(kind: DatasetKind): ModelGuide {
    return modelGuide(this.opened(kind).guide);
  }

  private read(dataset: Dataset, guide: Guide, messages: readonly Message[]): Reading {
    return read(messages, guide, (step) => linesOf(dataset, step));
  }

  private opened(kind: DatasetKind): Open {
    const open = this.datasets.get(kind);
    if (!open) throw new RangeError(`The ${kind} dataset is not open`);
    return open;
  }
}

function exactReply(dataset: Dataset, guide: Guide, exact: NonNullable<ReturnType<typeof planIn>>): string {
  const faults = "faults" in exact ? exact.faults : faultsIn(dataset, exact.plan);
  if (faults.length > 0 || !("plan" in exact))
    return `The plan can't be computed:\n\n${faults.map(({ pointer, detail }) => `- ${pointer || "/"}: ${detail}`).join("\n")}`;
  const results = runPlan(dataset, exact.plan);
  return exact.plan.format === "json" ? jsonReply(exact.plan, results, guide) : replyOf(results, guide);
}

/** Lists that hold nothing, with the themes beside them: reasons or problems that nobody tells, quotes where nothing may be quoted. */
function orNearest(dataset: Dataset, result: Result): Result[] {
  const of = "of" in result && result.of?.predicate ? { of: result.of.predicate } : {};
  return lacksItsCue(result) || (result.do === "quotes" && result.quotes.length === 0 && result.of.count.told !== null)
    ? [result, runStep(dataset, { do: "themes", ...of })]
    : [result];
}

/** Whether reasons, problems, wishes or praise are asked for. */
const isCued = (step: Step): boolean => step.do === "themes" && step.cue !== undefined;

/** What a list of reasons, problems, wishes or praise lacks of them, in a sentence. */
function lackOf(step: Step, result: Result, guide: Guide): string[] {
  if (lacksItsCue(result)) return [replyOf([result], guide).replaceAll("**", "")];
  return isCued(step) && result.do === "themes" && result.cue === null
    ? ["Few of them give a reason in so many words: the answer lists what they speak of."]
    : [];
}

/** Whether nothing is told of the reasons, problems, wishes or praise that were asked for. */
const lacksItsCue = (result: Result): boolean =>
  result.do === "themes" && result.cue !== null && result.lines.length === 0;

/** Whether a result tells nothing but that there are fewer than five. */
function isEmpty(result: Result): boolean {
  if (result.do === "count" || result.do === "share")
    return result.share.percent === null || result.of.count.told === null;
  if (result.do === "quotes") return result.quotes.length === 0;
  return isBareList(result);
}

/** Whether a result is a list that holds nothing: an average of all has no lines, and is none. */
const isBareList = (result: Result): boolean =>
  "lines" in result && result.lines.length === 0 && !(result.do === "average" && result.by === null);

/** What a step's result lists, in its order: what “the second one” points to. */
function linesOf(dataset: Dataset, step: Step): readonly { name: string; predicate: Predicate }[] {
  const result = orNearest(dataset, runStep(dataset, step)).at(-1);
  return result && "lines" in result ? result.lines.filter((line): line is Line => "predicate" in line) : [];
}
