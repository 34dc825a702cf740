import bidiFactory from "bidi-js";
import { faceFor, fontOf, PLAIN, type Face, type Weight } from "./fonts";

/** A piece of a line in one face, to be drawn from left to right behind the one before. */
export interface Run {
  readonly face: Face;
  readonly text: string;
  /** The embedding level (UAX #9): odd levels are read from right to left. */
  readonly level: number;
}

/** Stands for a character that no font has; the CSV has it. */
const UNKNOWN = "\ufffd";

/** Would reverse the letters of a title. */
const OVERRIDES = /[\u202d\u202e]/g;

const bidi = bidiFactory();
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text's characters as a reader counts them. */
export function charactersOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : Array.from(characters.segment(text), ({ segment }) => segment);
}

/** A line's runs in visual order (UAX #9), in a left-to-right paragraph; the text of each is in logical order. */
export function runsOf(line: string, weight: Weight): Run[] {
  if (PLAIN.test(line)) return [{ face: weight, text: line, level: 0 }];
  const text = line.replace(OVERRIDES, "");
  const embedding = bidi.getEmbeddingLevels(text, "ltr");
  /** For each code unit of the text, the run that has it. */
  const runAt: { face: Face; text: string; level: number }[] = [];
  for (const character of charactersOf(text)) {
    const level = embedding.levels[runAt.length] ?? 0;
    const last = runAt.at(-1);
    // A space between right-to-left words belongs to their run, so that the font engine puts them in order.
    const found =
      character === " " && level % 2 === 1 && last?.level === level ? last.face : faceFor(character, weight);
    const face = found ?? weight;
    const run = last?.face === face && last.level === level ? last : { face, text: "", level };
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(character) : null;
    run.text += found ? (mirrored ?? character) : UNKNOWN;
    for (let unit = 0; unit < character.length; unit++) runAt.push(run);
  }
  return [...new Set(bidi.getReorderedIndices(text, embedding).flatMap((at) => runAt[at] ?? []))];
}

/**
 * A run's text as the font engine needs it. The engine draws right-to-left scripts from right to left, their digits too,
 * and all else from left to right, brackets in a right-to-left text too.
 */
export function asDrawn({ face, text, level }: Run): string {
  const isRightToLeft = level % 2 === 1;
  if (!isRightToLeft && face !== "arabic" && face !== "hebrew") return text;
  const isReversed = fontOf(face).layout(text).direction === "rtl";
  return isReversed === isRightToLeft ? text : charactersOf(text).reverse().join("");
}
