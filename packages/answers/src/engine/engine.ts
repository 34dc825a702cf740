import { scrubForm } from "../dataset/scrub/patterns";
import { decodeSnapshot } from "../dataset/snapshotBytes";
import type { Answer, DatasetKind, Message } from "../answers";
import type { SnapshotPointer } from "../snapshots";
import type { ToolCall } from "../model/stepOf";
import { PLAN_VERSION, predicatesOf, type AnswerPlan, type Known, type Step } from "../plan/plan";
import { planOf } from "../plan/planner";
import { kindsOf } from "./askedAs";
import { openDataset, type Dataset } from "./dataset";
import { guideOf } from "./guide";
import { inOrder } from "./inOrder";
import { takeStep, type Taken } from "./modelStep";
import { replyOf } from "./reply";
import { resultsOf } from "./run";
import { columnGroups } from "./selection";
import { smallerStep } from "./smaller";
import { cut, escapeMarkdown } from "./wording";

/** What the engine says of a dataset that it has opened. */
export interface Overview {
  size: number;
  /** The reply to a question about everything. */
  reply: string;
  /** What a question can be planned with, elsewhere: the columns, and how many records have each value and use each stem. */
  planning: {
    columns: { name: string; values: string[]; counts: (number | null)[] }[];
    stems: string[];
    counts: Uint32Array;
  };
}

/** An answer, and what a language model may see of the questions. */
export interface Counted {
  answer: Answer;
  /** The last questions, without the personal data that shows by its form: none where no model is to see them. */
  asked: string[];
  /** What the answer was counted by. */
  steps: readonly Step[];
  /** What a model is told of the dataset; empty where it is not to see the questions. */
  guide: string;
}

/** What no model is asked about: it could only be talked into it. */
const CLOSED: ReadonlySet<string> = new Set(["personalData", "rawRecords", "instructions"]);

/** A model may ask on about a question of so many topics and groups: its results are compared with all of these. */
const MAX_MODEL_PREDICATES = 24;

/**
 * How many records each value of a column has; null where that may not be told. A free quote that knew more would tell it:
 * asked for words whose counts are known, it warns above one threshold and not below it.
 */
const toldOf = (dataset: Dataset, column: string): (number | null)[] =>
  columnGroups(dataset, column).map(({ count }) => count);

/** What is most common in everything. */
const OVERVIEW: AnswerPlan = {
  version: PLAN_VERSION,
  steps: [{ do: "top", of: null, limit: 8 }],
  refusals: [],
  notUnderstood: [],
};

/** Counts answers in datasets: pure computation, without a clock, a network or a store. */
export class Engine {
  private readonly datasets = new Map<DatasetKind, Dataset>();

  /** Opens a snapshot in place of the kind's former one, which stays if this one can't be read. */
  open(bytes: Uint8Array, pointer: SnapshotPointer): Overview {
    const dataset = openDataset(decodeSnapshot(bytes), pointer);
    const reply = cut(replyOf(dataset, OVERVIEW, resultsOf(dataset, OVERVIEW)));
    // What no question should wait for.
    if (pointer.kind === "chats") kindsOf(dataset);
    this.datasets.set(pointer.kind, dataset);
    const { columns, vocabulary } = dataset;
    return {
      size: dataset.size,
      reply,
      planning: {
        columns: columns.map(({ name, values }) => ({ name, values, counts: toldOf(dataset, name) })),
        stems: vocabulary.stems,
        counts: vocabulary.recordCounts.slice(),
      },
    };
  }

  /** What a conversation's last question asks for. */
  plan(kind: DatasetKind, messages: readonly Message[]): AnswerPlan {
    const dataset = this.dataset(kind);
    const known: Known = { ...dataset.known, inOrder: (step) => inOrder(dataset, step) };
    return planOf(messages, known, dataset.aliases);
  }

  /** Answers a conversation's last question. The questions among the last `turns` messages come back as a model may see them. */
  reply(kind: DatasetKind, messages: readonly Message[], turns: number): Counted {
    const dataset = this.dataset(kind);
    const plan = this.plan(kind, messages);
    const results = resultsOf(dataset, plan);
    const smaller = smallerStep(dataset.known, plan.steps, results);
    const reply = cut(
      [
        replyOf(dataset, plan, results, asksOf(messages).at(-1)),
        ...(smaller ? this.ofSmaller(dataset, smaller) : []),
      ].join("\n\n"),
    );
    const isLarge = plan.steps.flatMap(predicatesOf).length > MAX_MODEL_PREDICATES;
    const isClosed = plan.steps.length === 0 && plan.refusals.some(({ kind: why }) => CLOSED.has(why));
    const isShown = turns > 0 && !isClosed && !isLarge;
    return {
      answer: { reply, dataHash: dataset.pointer.dataHash, datasetCount: dataset.size },
      asked: isShown ? asksOf(messages.slice(-turns)).map(scrubForm) : [],
      guide: isShown ? guideOf(dataset) : "",
      steps: smaller ? [...plan.steps, smaller.step] : plan.steps,
    };
  }

  private ofSmaller(dataset: Dataset, { step, word }: { step: Step; word: string }): string[] {
    const plan: AnswerPlan = { ...OVERVIEW, steps: [step] };
    return [`Of “${escapeMarkdown(word)}” alone:`, replyOf(dataset, plan, resultsOf(dataset, plan))];
  }

  /**
   * Takes the step that a model calls for, after the plans whose results it has seen. Throws if they were counted in
   * another snapshot than the one that is open.
   */
  step(kind: DatasetKind, dataHash: string, taken: readonly (readonly Step[])[], call: ToolCall): Taken {
    const dataset = this.dataset(kind);
    if (dataset.pointer.dataHash !== dataHash) throw new RangeError(`The ${kind} dataset has changed`);
    return takeStep(dataset, taken, call);
  }

  private dataset(kind: DatasetKind): Dataset {
    const dataset = this.datasets.get(kind);
    if (!dataset) throw new RangeError(`The ${kind} dataset is not open`);
    return dataset;
  }
}

const asksOf = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));
