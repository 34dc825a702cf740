import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { questionFiles } from "./marked";

const READER = path.join(__dirname, "../../packages/answers/src/read");
export const LEARNT = path.join(READER, "learnt.json");

/** The hash of all that the weights are learnt from: the questions, what is told of their words, and how it is learnt. */
export function learntFrom(): string {
  const hash = createHash("sha256");
  const sources = ["features.ts", "marks.ts", "weights.ts"].map((name) => path.join(READER, name));
  for (const file of [...sources, path.join(__dirname, "crf.ts"), ...questionFiles()]) hash.update(readFileSync(file));
  return hash.digest("hex");
}
