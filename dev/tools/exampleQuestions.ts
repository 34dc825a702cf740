import { Answering } from "../../packages/answers/src/answering";
import type { DatasetCard } from "../../packages/answers/src/card";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import type { Dataset } from "../../packages/answers/src/engine/dataset";
import { guideOf } from "../../packages/answers/src/engine/guide";
import type { Guide } from "../../packages/answers/src/guide";
import type { SnapshotPointer } from "../../packages/answers/src/snapshots";

const MOST_EXAMPLES = 10;
const MAX_REPLY = 2_500;
/** The first sample of each dataset. @internal */
export const FIRST_QUESTIONS: Readonly<Record<DatasetKind, string>> = {
  chats: "What do people ask about most?",
  goals: "What do people want most?",
};

/** Up to ten questions about a dataset's own themes and columns that it answers in full, each with its reply. */
export function exampleQuestions(
  dataset: Dataset,
  bytes: Uint8Array,
  pointer: SnapshotPointer,
): DatasetCard["examples"] {
  const { kind } = pointer;
  const engine = new Answering();
  engine.open(bytes, pointer);
  const examples: DatasetCard["examples"] = [];
  for (const question of questionsAbout(guideOf(dataset))) {
    const messages = [{ role: "user" as const, content: question }];
    if (examples.length === MOST_EXAMPLES || engine.foresee(kind, messages).answerable !== "yes") continue;
    const { reply } = engine.answer(kind, messages).answer;
    if (reply.length <= MAX_REPLY && !examples.some((other) => other.reply === reply))
      examples.push({ question, reply });
  }
  return examples;
}

function questionsAbout({ kind, record, themes, columns }: Guide): string[] {
  const [first, second, third] = themes.map(({ name }) => name);
  const groups = columns.flatMap(({ name, values }) => {
    const [one, other] = [...values].sort((a, b) => (b.count.told ?? 0) - (a.count.told ?? 0));
    return one && other ? [{ name, one: one.value, other: other.value }] : [];
  });
  const columnQuestions = groups
    .slice(0, 3)
    .flatMap(({ name, one, other }) => [
      `How many ${record.many} are there by ${name}?`,
      `Compare ${one} and ${other}.`,
      ...(first ? [`Which ${name} mentions ${first} most?`] : []),
    ]);
  return [
    FIRST_QUESTIONS[kind],
    ...(first ? [`How many mention ${first}?`, `Show me quotes about ${first}.`] : []),
    ...(first && second ? [`Which is more common, ${first} or ${second}?`] : []),
    ...columnQuestions.slice(0, 4),
    ...(third ? [`What share mention ${third}?`] : []),
    "What problems do people tell of?",
    ...columnQuestions.slice(4),
  ];
}
