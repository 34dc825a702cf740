import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import type { MarketEvent, WatchOptions } from "../service/events";
import type { Context } from "./context";
import type { Define, Options } from "./define";
import { keyOf, reasonOf } from "./input";
import { asJson, oneLine } from "./printable";
import { usage } from "./usage";

const SCOPES = ["mine", "task", "market"];
const CURSOR = /^\d{1,15}-\d{1,12}$/;

/** The command that prints events as they happen. */
export function addWatchCommand(program: Command, define: Define): void {
  define(
    program
      .command("watch")
      .description("print events as they happen, until Ctrl-C; continues where the last watch ended")
      .option("--scope <scope>", "mine (needs a key), task or market", "mine")
      .option("--task <id>", "with the scope task: the task's id")
      .option("--contract <contract>", "human or agent-fast: of the task")
      .option("--types <types>", "only these types, separated by commas, such as task.created,deadline.near")
      .option("--since <cursor>", "start here, not where the last watch ended: a cursor, latest, or all")
      .option("--cursor-file <file>", "where to keep the cursor"),
    async (context, options) => {
      const scope = scopeOf(options);
      const types = options["types"]?.split(",").map((type) => type.trim());
      const mkt = await context.mkt();
      const wallet = scope === "mine" ? await mkt.address() : "";
      const file = options["cursorFile"] ?? defaultFile(context, [wallet, JSON.stringify(scope), types?.join() ?? ""]);
      const cursor = sinceOf(options["since"]) ?? (await stored(file)) ?? "latest";
      const { signal, out, err } = context.terminal;
      const { json } = context.options;
      err(`Watching ${describe(scope, types)} from ${cursor === "all" ? "the oldest event" : cursor}. Ctrl-C ends it.`);
      err(`The cursor is kept in ${file}`);
      const onPause = ({ message }: Error, seconds: number) => err(`${message} Next try in ${seconds} s.`);
      const pages = mkt.events({
        of: scope,
        ...(types && { types }),
        cursor: cursor === "all" ? null : cursor,
        signal,
        onPause,
      });
      for await (const { events, cursor: next } of pages) {
        for (const event of events) out(json ? asJson(event, 0) : eventLine(event));
        await store(file, next);
      }
      return null;
    },
  );
}

function scopeOf({ scope = "mine", task, contract }: Options): WatchOptions["of"] {
  if (!SCOPES.includes(scope)) throw usage(`--scope must be one of ${SCOPES.join(", ")}.`);
  if (task !== undefined) return keyOf(task, contract);
  if (scope === "task") throw usage("Name the task with --task ID.");
  return scope === "market" ? "market" : "mine";
}

function sinceOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (given === "latest" || given === "all" || CURSOR.test(given)) return given;
  throw usage("--since must be latest, all, or a cursor such as 4711-1800000000.");
}

function describe(scope: WatchOptions["of"], types: readonly string[] | undefined): string {
  const whose = { mine: "your wallet's events", market: "the market's events" };
  const what = typeof scope === "object" ? `the events of task ${scope.taskId} (${scope.contract})` : whose[scope];
  return types ? `${what} of the types ${types.join(", ")}` : what;
}

/** One for each wallet, scope and selection of types, so that one watch does not skip events for another. */
function defaultFile(context: Context, selection: readonly string[]): string {
  const id = createHash("sha256").update(selection.join("\n")).digest("hex").slice(0, 16);
  return context.stateFile(`events-${id}.cursor`);
}

async function stored(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw usage(`The cursor file ${file} cannot be read: ${reasonOf(error)}.`);
  });
  if (text === null) return null;
  if (CURSOR.test(text.trim())) return text.trim();
  throw usage(`The cursor file ${file} holds no cursor. Delete it, or give --since.`);
}

/** Replaces the file as a whole: a crash leaves the old cursor or the new one. */
async function store(file: string, cursor: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, `${cursor}\n`);
    await rename(`${file}.new`, file);
  } catch (error) {
    throw usage(`The cursor file ${file} cannot be written: ${reasonOf(error as NodeJS.ErrnoException)}.`);
  }
}

/** The fields of `data` that a line shows, in this order. */
const SHOWN = [
  "state",
  "percent",
  "rewardUsdc",
  "amountUsdc",
  "toWorkerUsdc",
  "toPosterUsdc",
  "rating",
  "endpoint",
  "deadline",
];

function eventLine({ timestamp, type, contract, taskId, actor, data, finality, supersedes }: MarketEvent): string {
  const facts = SHOWN.flatMap((name) => {
    const value: unknown = data[name];
    return typeof value === "string" || typeof value === "number" ? [`${name} ${value}`] : [];
  });
  const parts = [
    timestamp,
    type,
    contract && taskId ? `${contract} ${taskId}` : "",
    actor ? `by ${actor}` : "",
    facts.join(", "),
    finality === "pending" ? "(a reorg may still undo it)" : "",
    supersedes === undefined ? "" : `undoes ${supersedes}`,
  ];
  return parts
    .filter((part) => part !== "")
    .map(oneLine)
    .join("  ");
}
