import bidiFactory from "bidi-js";
import { faceFor, PLAIN, type Face, type Weight } from "./fonts";

/** A piece of a line in one face, to be drawn from left to right behind the one before. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

interface Levelled extends Run {
  readonly level: number;
}

/** Stands for a character that no font has; the CSV has it. */
const UNKNOWN = "\ufffd";

const bidi = bidiFactory();
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text's characters as a reader counts them. */
export function charactersOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : Array.from(characters.segment(text), ({ segment }) => segment);
}

/**
 * A line's runs in visual order (UAX #9), in a left-to-right paragraph. Within a run the letters of a right-to-left
 * script stay in logical order: the font engine reverses them.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  if (PLAIN.test(text)) return [{ face: weight, text }];
  const { levels } = bidi.getEmbeddingLevels(text, "ltr");
  const runs: Levelled[] = [];
  let at = 0;
  for (const character of charactersOf(text)) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = runs.at(-1);
    // A space between right-to-left words belongs to their run, so that the font engine puts them in order.
    const found =
      character === " " && level % 2 === 1 && last?.level === level ? last.face : faceFor(character, weight);
    const run = { face: found ?? weight, text: found ? character : UNKNOWN, level };
    if (last?.face === run.face && last.level === level)
      runs[runs.length - 1] = { ...last, text: last.text + run.text };
    else runs.push(run);
  }
  return inOrder(runs);
}

/** Reverses each sequence of runs at or above a level, from the highest level down (rule L2). */
function inOrder(runs: Levelled[]): Levelled[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: Levelled[] = [];
    let turned: Levelled[] = [];
    for (const run of ordered) {
      if (run.level >= level) turned.unshift(run);
      else {
        next.push(...turned, run);
        turned = [];
      }
    }
    ordered = [...next, ...turned];
  }
  return ordered;
}
