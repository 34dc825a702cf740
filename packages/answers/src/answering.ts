import type { Answer, DatasetKind, Foresight, Message } from "./answers";
import { decodeSnapshot } from "./dataset/snapshotBytes";
import { openDataset, type Dataset } from "./engine/dataset";
import { guideOf } from "./engine/guide";
import type { Fault, Result } from "./engine/results";
import { faultsIn, runPlan, runStep } from "./engine/run";
import { lastAsked, planIn } from "./exactPlan";
import type { Guide } from "./guide";
import type { Plan, Predicate, Step } from "./plan";
import { planFaults } from "./planFaults";
import { read } from "./read/read";
import type { Reading } from "./read/reading";
import { jsonReply, readingReply, replyOf } from "./reply/reply";
import type { SnapshotPointer } from "./snapshots";

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

/** What a step of a plan found, for a language model to read. */
export type StepTaken = { reply: string; faults: Fault[] };

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
    const results = reading.plan ? runPlan(dataset, reading.plan).map((one) => orWithoutCue(dataset, one)) : [];
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
        suggestions: [],
        faults,
      };
    }
    const { understood, answerable, reason, plan, suggestions } = this.read(dataset, guide, messages);
    return { understood, answerable, answerableReason: reason, plan, suggestions, faults: [] };
  }

  /** Takes one step that a model asks for. Throws if another snapshot than the one that it was told of is open. */
  step(kind: DatasetKind, dataHash: string, step: unknown): StepTaken {
    const { dataset, guide } = this.opened(kind);
    if (dataset.pointer.dataHash !== dataHash) throw new RangeError(`The ${kind} dataset has changed`);
    const plan = { steps: [step] };
    const faults = planFaults(plan);
    if (faults.length === 0) faults.push(...faultsIn(dataset, plan as Plan));
    return { reply: faults.length > 0 ? "" : replyOf([runStep(dataset, step as Step)], guide), faults };
  }

  /** What a model is told of a dataset: size, columns with values, the largest themes. */
  guide(kind: DatasetKind): string {
    const { record, size, columns, themes } = this.opened(kind).guide;
    return JSON.stringify({
      records: record.many,
      size: size.told,
      columns: Object.fromEntries(
        columns.map(({ name, values }) => [name, Object.fromEntries(values.map((one) => [one.value, one.count.told]))]),
      ),
      themes: Object.fromEntries(themes.map(({ name, count }) => [name, count.told])),
    });
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

/** Reasons, problems or wishes that nothing has in common: the themes of all those records instead. */
function orWithoutCue(dataset: Dataset, result: Result): Result {
  if (result.do !== "themes" || result.cue === null || result.lines.length > 0) return result;
  return runStep(dataset, { do: "themes", ...(result.of.predicate && { of: result.of.predicate }) });
}

/** What a step's result lists, in its order: what “the second one” points to. */
function linesOf(dataset: Dataset, step: Step): readonly { name: string; predicate: Predicate }[] {
  const result = runStep(dataset, step);
  return "lines" in result ? result.lines : [];
}
