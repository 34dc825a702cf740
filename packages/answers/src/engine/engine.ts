import { scrubForm } from "../dataset/scrub/patterns";
import { decodeSnapshot } from "../dataset/snapshotBytes";
import type { Answer, DatasetKind, Message } from "../answers";
import type { SnapshotPointer } from "../snapshots";
import { openDataset, type Dataset } from "./dataset";
import { readQuestion, type Question } from "./question";
import { replyTo } from "./reply";
import { cut } from "./wording";

/** What the engine says of a dataset that it has opened. */
export interface Overview {
  size: number;
  /** The reply to a question about everything. */
  reply: string;
}

/** An answer, and what a language model may see of the questions. */
export interface Counted {
  answer: Answer;
  /** The last questions, without the personal data that shows by its form: none where no model is to see them. */
  asked: string[];
}

const EVERYTHING: Question = {
  intent: "most",
  topic: "",
  literal: false,
  groups: [],
  sides: null,
  by: null,
  values: null,
  negated: false,
  wantsQuotes: false,
};

/** Counts answers in datasets: pure computation, without a clock, a network or a store. */
export class Engine {
  private readonly datasets = new Map<DatasetKind, Dataset>();

  /** Opens a snapshot in place of the kind's former one, which stays if this one can't be read. */
  open(bytes: Uint8Array, pointer: SnapshotPointer): Overview {
    const dataset = openDataset(decodeSnapshot(bytes), pointer);
    const reply = cut(replyTo(dataset, EVERYTHING));
    this.datasets.set(pointer.kind, dataset);
    return { size: dataset.size, reply };
  }

  /** Answers a conversation's last question. The questions among the last `turns` messages come back as a model may see them. */
  reply(kind: DatasetKind, messages: readonly Message[], turns: number): Counted {
    const dataset = this.dataset(kind);
    const reply = cut(replyTo(dataset, questionOf(dataset, messages)));
    return {
      answer: { reply, dataHash: dataset.pointer.dataHash, datasetCount: dataset.size },
      asked: turns > 0 ? asksOf(messages.slice(-turns)).map(scrubForm) : [],
    };
  }

  private dataset(kind: DatasetKind): Dataset {
    const dataset = this.datasets.get(kind);
    if (!dataset) throw new RangeError(`The ${kind} dataset is not open`);
    return dataset;
  }
}

const asksOf = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));

function questionOf({ aliases, columns }: Dataset, messages: readonly Message[]): Question {
  return readQuestion(
    messages,
    aliases,
    columns.map(({ name }) => name),
  );
}
