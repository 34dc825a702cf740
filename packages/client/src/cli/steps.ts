import { Option, type Command } from "commander";
import type { Mkt } from "../client";
import type { Confirmed } from "../tasks/steps";
import type { TaskKey } from "../tasks/taskKey";
import type { Context } from "./context";
import type { Link } from "../tasks/links";
import { fingerprintOf } from "./file";
import { fileLink, fileOf, keyOf, textOf, wholeNumber, type GivenLink } from "./input";
import type { Options, Outcome } from "./define";
import { taskText } from "./show";
import { usage } from "./usage";

// Shared by the commands for tasks.

export const TEXT = "the text, @file, or - for standard input";

export const contractOption = () =>
  new Option("--contract <name>", "the deployment that the task is on")
    .choices(["human", "agent-fast"])
    .default("human");

/** A command about one task. */
export function taskCommand(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).argument("<id>", "the task").addOption(contractOption());
}

export function withWords(command: Command): Command {
  return withLinks(command.requiredOption("--text <text>", TEXT));
}

/** Links, each with the file that it is behind. */
export function withLinks(command: Command, name = "link", file = "file"): Command {
  const key = new Option(`--${name} <url>`).attributeName();
  return command
    .option(`--${name} <url>`, "an https link to add; may be repeated", fileLink)
    .option(
      `--${file} <path>`,
      `the file behind the --${name} before it: its SHA-256 and size go with the link`,
      (path) => {
        command.setOptionValue(key, fileOf(path, command.getOptionValue(key) as GivenLink[] | undefined));
        return path;
      },
    );
}

/** The links as they are sent, with what identifies their files. */
export function linksWithFiles(option: string | undefined): Promise<Link[]> {
  const given = (option as unknown as GivenLink[] | undefined) ?? [];
  return Promise.all(
    given.map(async ({ url, file }) => ({ url, ...(file !== undefined && (await fingerprintOf(file))) })),
  );
}

export function withRating(command: Command): Command {
  return command
    .requiredOption("--rating <1-5>", "5 is best", wholeNumber(1, 5))
    .requiredOption("--comment <text>", TEXT);
}

export function withPage(command: Command): Command {
  return command
    .option("--limit <number>", "the maximum number of items", wholeNumber(1, 100), "20")
    .option("--cursor <cursor>", "continue after an earlier page");
}

export function pageOf({ limit = "20", cursor }: Options): { limit: number; cursor?: string } {
  return { limit: Number(limit), ...(cursor !== undefined && { cursor }) };
}

/** Takes a step. Ctrl-C interrupts it, and the next run resumes it. */
export async function stepped(
  context: Context,
  { key }: Options,
  take: (mkt: Mkt, more: { signal: AbortSignal; key?: string }) => Promise<Confirmed>,
): Promise<Outcome> {
  const confirmed = await take(await context.mkt(), {
    signal: context.terminal.signal,
    ...(key !== undefined && { key }),
  });
  return answered(confirmed, ({ task }) => taskText(task));
}

export function answered<T>(json: T, text: (answer: T) => string): Outcome {
  return { json, text: text(json) };
}

export function taskOf(id: string, { contract }: Options): TaskKey {
  return keyOf(id, contract);
}

export async function ratingOf(
  { rating = "", comment = "" }: Options,
  { terminal }: Context,
): Promise<{ rating: number; comment: string }> {
  return { rating: Number(rating), comment: await filled("--comment", comment, terminal) };
}

export async function wordsOf(options: Options, { terminal }: Context): Promise<{ text: string; links: Link[] }> {
  const text = await filled("--text", options["text"] ?? "", terminal);
  return { text, links: await linksWithFiles(options["link"]) };
}

/** A text that must not be empty. */
export async function filled(option: string, given: string, terminal: Context["terminal"]): Promise<string> {
  const text = await textOf(given, terminal);
  if (text.trim() === "") throw usage(`${option} is empty.`);
  return text;
}

/** The parser gives a list for an option that may be repeated. */
export function linksOf(option: string | undefined): string[] {
  return (option as unknown as string[] | undefined) ?? [];
}
