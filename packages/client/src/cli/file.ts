import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { MktError } from "../errors";
import type { Fingerprint, FileVerdict } from "../tasks/links";
import type { Context } from "./context";
import type { Options, Outcome } from "./define";
import { keyOf, reasonOf } from "./input";
import { oneLine } from "./printable";
import { usage } from "./usage";

/** The hash and size of a file of any size, read piece by piece. */
export async function fingerprintOf(file: string): Promise<Fingerprint> {
  const digest = createHash("sha256");
  let bytes = 0;
  try {
    for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
      digest.update(piece);
      bytes += piece.length;
    }
  } catch (error) {
    throw usage(`${file} cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}.`);
  }
  return { sha256: digest.digest("hex"), bytes };
}

/** Says whether a file was submitted; fails unless it is the one. */
export async function checkFile(context: Context, options: Options, id = ""): Promise<Outcome> {
  const { file = "", link, contract } = options;
  const found = await fingerprintOf(file);
  const judged = await (await context.mkt()).checkFile(keyOf(id, contract), found, link);
  const json = { ...found, ...judged };
  const text = sentenceOf(judged, link);
  if (judged.verdict === "same") return { json, text };
  return {
    json,
    text: `sha256 ${found.sha256}, ${found.bytes} bytes`,
    error: new MktError(CODES[judged.verdict], text),
  };
}

const CODES = { other: "other_file", earlier: "other_file", unknown: "no_hash", no_link: "no_link" } as const;

function sentenceOf({ verdict, link, round }: FileVerdict, asked: string | undefined): string {
  const url = oneLine(link?.url ?? asked ?? "");
  switch (verdict) {
    case "same":
      return `This is the file that was submitted: ${url}`;
    case "other":
      return `This is not the file that was submitted${asked === undefined ? "" : ` behind ${url}`}.`;
    case "earlier":
      return `This is not the file of the newest work: it was submitted in round ${round ?? 0}, behind ${url}`;
    case "unknown":
      return asked === undefined
        ? "Unknown: no hash was given for at least one link, and the hashes of the others do not match."
        : `Unknown: no hash was given for ${url}`;
    case "no_link":
      return asked === undefined ? "The newest work has no link." : `The newest work has no link ${url}`;
  }
}
