import { scrubForm } from "../../domain/dataset/scrub/patterns";
import { decodeSnapshot } from "../../domain/dataset/snapshotBytes";
import { unit } from "../../domain/dataset/sparse";
import type { Answer, DatasetKind, Message } from "../../ports/answers";
import type { SnapshotPointer } from "../../ports/snapshots";
import { openDataset, type Dataset } from "./dataset";
import { readQuestion, type Question } from "./question";
import { replyTo } from "./reply";
import { cut } from "./wording";

/** What the engine says of a dataset that it has opened. */
export interface Overview {
  size: number;
  /** The reply to a question about everything. */
  reply: string;
  /** The model that made the dataset's embeddings, where it has any. */
  embeddingModel: string | null;
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
    return { size: dataset.size, reply, embeddingModel: dataset.embeddings?.model ?? null };
  }

  /** The topics of a question that an embeddings model may see: none where the conversation holds anything personal. */
  topics(kind: DatasetKind, messages: readonly Message[]): string[] {
    if (messages.some(({ content }) => scrubForm(content) !== content)) return [];
    const question = questionOf(this.dataset(kind), messages);
    return [...new Set([question, ...(question.sides ?? [])].map(({ topic }) => topic))].filter(
      (topic) => topic !== "",
    );
  }

  /** Answers a conversation's last question. `vectors` are those of its topics; they are left aside unless they fit the dataset. */
  reply(kind: DatasetKind, messages: readonly Message[], vectors: ReadonlyMap<string, ArrayLike<number>>): Answer {
    const dataset = this.dataset(kind);
    const dims = dataset.embeddings?.vectors.dims;
    const fit = [...vectors].every(([, { length }]) => length === dims);
    const embedded = new Map(
      fit ? [...vectors].map(([topic, vector]) => [topic, unit(Float32Array.from(vector))]) : [],
    );
    const reply = cut(replyTo({ ...dataset, embedded }, questionOf(dataset, messages)));
    return { reply, dataHash: dataset.pointer.dataHash, datasetCount: dataset.size };
  }

  private dataset(kind: DatasetKind): Dataset {
    const dataset = this.datasets.get(kind);
    if (!dataset) throw new RangeError(`The ${kind} dataset is not open`);
    return dataset;
  }
}

function questionOf({ aliases, columns }: Dataset, messages: readonly Message[]): Question {
  return readQuestion(
    messages,
    aliases,
    columns.map(({ name }) => name),
  );
}
