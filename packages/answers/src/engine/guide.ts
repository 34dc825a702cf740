import type { Dataset } from "./dataset";
import { listed, number, recordsCalled } from "./wording";

const MAX_VALUES = 40;
const MAX_TOPICS = 40;

/** What a model needs to know of a dataset to ask about it: names that any reply may say, and no figure but its size. */
export function guideOf({ kind, size, columns, subjects }: Dataset): string {
  const { many } = recordsCalled(kind);
  const topics = subjects.list.slice(0, MAX_TOPICS).map(({ label }) => label);
  return [
    `The data is ${number(size)} ${many}.`,
    ...(columns.length === 0 ? ["It has no columns."] : ["Its columns and their values:"]),
    ...columns.map(({ name, values }) => `- ${name}: ${listed(values, MAX_VALUES)}`),
    `Nothing else is recorded of the ${many} but their texts.`,
    ...(topics.length === 0 ? [] : [`What the texts mention most: ${listed(topics, MAX_TOPICS)}.`]),
  ].join("\n");
}
