import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { getAddress, isAddress } from "../hashing";
import { usdcUnits } from "../money";
import type { TaskKey } from "../tasks/taskKey";
import { usage } from "./usage";

/** The time that each step of a task may take. */
export const WINDOWS = ["open", "work", "review", "resubmit", "contest", "rule", "rate"] as const;
export type Windows = Partial<Record<(typeof WINDOWS)[number], number>>;

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A text: as given, from a file as `@file`, or from standard input as `-`. */
export async function textOf(given: string, { stdin }: { stdin: () => Promise<string> }): Promise<string> {
  if (given === "-") return (await stdin()).trimEnd();
  if (!given.startsWith("@")) return given;
  const file = given.slice(1);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usage(`${given} cannot be read: ${reasonOf(error)}. A text that starts with @ is a file name.`);
  });
  return text.trimEnd();
}

/** The task that a command names. */
export function keyOf(taskId: string, contract: string | undefined): TaskKey {
  if (!/^[1-9]\d{0,14}$/.test(taskId))
    throw usage(`“${taskId}” is not a task id. Ids are numbers; mkt task list shows them.`);
  return { contract: contract === "agent-fast" ? "agent-fast" : "human", taskId };
}

/** An address, EIP-55. */
export function addressOf(text: string, what: string): string {
  if (!isAddress(text)) throw usage(`${what} must be an address: 0x and 40 hex digits.`);
  return getAddress(text);
}

/** The reason in a file system error, without its system call and code. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  return /^\w+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}

// Parsers of options; the command line names the option and its value before the message.

export function wholeNumber(least: number, most: number): (text: string) => string {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most)
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    return text;
  };
}

/** A number of 0 or more, with decimals. */
export function share(text: string): string {
  if (!/^[0-9]{1,5}(\.[0-9]{1,4})?$/.test(text))
    throw new InvalidArgumentError("It must be a number, such as 24 or 92.5.");
  return text;
}

export function amount(text: string): string {
  try {
    usdcUnits(text);
  } catch {
    throw new InvalidArgumentError("Give an amount of USDC, such as 12.5.");
  }
  return text;
}

export function hash(text: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new InvalidArgumentError("Give a hash: 0x and 64 hex digits. mkt task decide read shows it.");
  return text.toLowerCase();
}

export function country(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError("Give two letters, such as US (ISO 3166-1).");
  return text.toUpperCase();
}

export function day(text: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text))
    throw new InvalidArgumentError("Give a day, such as 2026-01-31.");
  return text;
}

/** One more text. */
export function several(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** One more https link. */
export function link(text: string, before: string[] = []): string[] {
  if (!/^https:\/\/[^\s/]/.test(text)) throw new InvalidArgumentError("Give a link that starts with https://.");
  return [...before, text];
}

/** A link as options give it: with the file that it is behind, if one is named. */
export interface GivenLink {
  url: string;
  file?: string;
}

/** One more link, behind which a file may follow. */
export function fileLink(text: string, before: GivenLink[] = []): GivenLink[] {
  return [...before, ...link(text).map((url) => ({ url }))];
}

/** The file behind the latest of some links. */
export function fileOf(file: string, links: GivenLink[] | undefined): GivenLink[] {
  const latest = links?.at(-1);
  if (!links || !latest || latest.file !== undefined)
    throw new InvalidArgumentError("Give it once, after the link that the file is behind.");
  return [...links.slice(0, -1), { ...latest, file }];
}

/** A time such as `12h`, in seconds. */
export function duration(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (unit === "") throw new InvalidArgumentError("Give a time in s, m, h or d, such as 12h.");
  return Number(count) * SECONDS[unit as keyof typeof SECONDS];
}

/** One more window, such as `work=2h`, in seconds. */
export function window(text: string, before: Windows = {}): Windows {
  const [, name = "", count = "", unit = ""] = /^(\w+)=(\d{1,9})([smhd])$/.exec(text) ?? [];
  const known = WINDOWS.find((one) => one === name);
  if (!known)
    throw new InvalidArgumentError(`Give ${WINDOWS.join(", ")}, = and a time in s, m, h or d, such as work=2h.`);
  return { ...before, [known]: Number(count) * SECONDS[unit as keyof typeof SECONDS] };
}

/** An http or https address. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
