import type { Command } from "commander";
import type { Dataset } from "../service/reader";
import type { Define } from "./define";
import { oneLine } from "./printable";
import { TOPICS } from "./products";

/** What answers are bought about, read before any is bought. */
export function addDatasetsCommand(program: Command, define: Define): void {
  define(
    program
      .command("datasets")
      .description("the datasets behind the answers, with questions to ask; free")
      .option("--replies", "also show the reply to each question"),
    async (context, { replies }) => {
      const json = await (await context.mkt()).datasets();
      const text = json.items.map((dataset) => textOf(dataset, Boolean(replies))).join("\n\n");
      return { json, text: text || "No dataset is published." };
    },
  );
}

function textOf(dataset: Dataset, withReplies: boolean): string {
  const { kind, endpoint, datasetCount, copies, minGroupSize, columns, quality, examples } = dataset;
  const topic = Object.keys(TOPICS).find((name) => TOPICS[name] === endpoint) ?? kind;
  const day = dataset.importedAt.slice(0, 10);
  const stated = (["period", "licence", "source"] as const).flatMap((name) =>
    dataset[name] === null ? [] : [`  ${name}: ${oneLine(dataset[name])}`],
  );
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  return [
    `${kind}: ${datasetCount.toLocaleString("en-US")} records, imported ${day}; no count of fewer than ${minGroupSize} people`,
    ...(copies
      ? [`  copies that count once with a record (reposts, templates): ${copies.toLocaleString("en-US")}`]
      : []),
    ...stated,
    ...(dataset.languages ? [`  languages: ${dataset.languages.map(oneLine).join(", ")}`] : []),
    ...(columns ?? []).map(({ name, values, notListed }) => {
      const listed = values.map(({ value, count }) => `${oneLine(value)} (${count})`).join(", ");
      return `  by ${oneLine(name)}: ${listed}${notListed > 0 ? `, and ${notListed} more` : ""}`;
    }),
    ...(quality
      ? [
          `  quality: ${percent(quality.inThemes)} of records are in a theme, ${percent(quality.named)} in one or a named subject, ${percent(quality.quotable)} may be quoted`,
        ]
      : []),
    ...(examples.length > 0 ? [`  ask with: mkt ask ${topic} QUESTION`] : []),
    ...examples.flatMap(({ question, reply }) => [
      `  - ${oneLine(question)}`,
      ...(withReplies ? [...reply.split("\n").map((line) => `      ${line}`.trimEnd()), ""] : []),
    ]),
  ].join("\n");
}
