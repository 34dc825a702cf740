import { parseArgs } from "node:util";
import { parse } from "shell-quote";

/** The named code blocks of a Markdown text. */
export function codeBlocks(markdown: string): Record<string, string> {
  const blocks = [...markdown.matchAll(/^```\w+ (\w+)\n([\s\S]*?)\n```$/gm)];
  return Object.fromEntries(blocks.map(([, name = "", text = ""]) => [name, text]));
}

/** The guide's chapter of that heading, and what stands outside of it. */
export function chapterOf(markdown: string, heading: string): { inside: string; outside: string } {
  const from = markdown.indexOf(`\n## ${heading}\n`);
  if (from < 0) throw new Error(`the guide has no chapter ${heading}`);
  const next = markdown.indexOf("\n## ", from + 1);
  const to = next < 0 ? markdown.length : next;
  return { inside: markdown.slice(from, to), outside: markdown.slice(0, from) + markdown.slice(to) };
}

/**
 * Sends what a curl command of the guide would send.
 *
 * The command is read as a shell reads it, with the given variables; curl itself need not be there.
 * Options that the guide does not use throw.
 */
export async function runCurl(command: string, variables: Record<string, string>): Promise<globalThis.Response> {
  const words = parse(command.replace(/\\\n\s*/g, " "), (name) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`the command uses $${name}, which the guide does not set`);
    return value;
  });
  const [program, ...args] = words.map((word) => {
    if (typeof word !== "string") throw new Error(`the command is more than one call: ${JSON.stringify(word)}`);
    return word;
  });
  if (program !== "curl") throw new Error(`not curl but ${program}`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      silent: { type: "boolean", short: "s" },
      "show-error": { type: "boolean", short: "S" },
      include: { type: "boolean", short: "i" },
      header: { type: "string", short: "H", multiple: true },
      data: { type: "string", short: "d" },
    },
  });
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0) throw new Error("one address is expected");
  const headers = (values.header ?? []).map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return fetch(url, { headers, ...(values.data !== undefined && { method: "POST", body: values.data }) });
}
