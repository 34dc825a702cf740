import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import type { Token } from "./tokens";

/** A question to be marked. */
export interface Asked {
  tokens: readonly Token[];
  /** True for one that others came before. */
  isFollowUp: boolean;
  /** The words of the data's columns and of their values, in lower case. */
  columnWords: ReadonlySet<string>;
}

const ENDS = /^[.!?…;\n]$/;

/** What is told of each word to the tagger: the word, those around it, its form, and where it stands. */
export function featuresOf({ tokens, isFollowUp, columnWords }: Asked): string[][] {
  const said = tokens.map((token) => (/\d/.test(token.said) ? token.said.replace(/\d/g, "0") : token.said));
  const kinds = tokens.map((token) => kindOf(token, columnWords));
  const at = (i: number): string => said[i] ?? (i < 0 ? "<" : ">");
  const kind = (i: number): string => kinds[i] ?? "-";
  const { starts, ends, isLast } = sentences(tokens);
  const length = tokens.length <= 4 ? "1" : tokens.length <= 12 ? "2" : tokens.length <= 30 ? "3" : "4";
  return tokens.map((_, i) => {
    const word = said[i]!;
    const start = starts[i]!;
    const place = Math.min(i - start, 3);
    const left = tokens[start - 1] ? "2" : "1";
    return [
      "b",
      `w=${word}`,
      `p=${at(i - 1)}`,
      `n=${at(i + 1)}`,
      `pp=${at(i - 2)}`,
      `nn=${at(i + 2)}`,
      `pw=${at(i - 1)} ${word}`,
      `wn=${word} ${at(i + 1)}`,
      `ppp=${at(i - 2)} ${at(i - 1)}`,
      `nnn=${at(i + 1)} ${at(i + 2)}`,
      `ppw=${at(i - 2)} ${at(i - 1)} ${word}`,
      `pk=${at(i - 1)} ${kind(i)}`,
      `kn=${kind(i)} ${at(i + 1)}`,
      `k=${kind(i - 2)}${kind(i - 1)}${kind(i)}${kind(i + 1)}${kind(i + 2)}`,
      `k3=${kind(i - 1)}${kind(i)}${kind(i + 1)}`,
      `k2=${kind(i - 1)}${kind(i)}`,
      `k1=${kind(i)}`,
      `kp=${kind(i - 1)}`,
      `knx=${kind(i + 1)}`,
      `s3=${word.slice(-3)}`,
      `s2=${word.slice(-2)}`,
      `sn=${at(i + 1).slice(-3)}`,
      `sp=${at(i - 1).slice(-3)}`,
      `at=${place}${kind(i)}`,
      `f=${at(start)} ${at(start + 1)}`,
      `f1=${at(start)} ${kind(i)}`,
      `e=${ends[i]!}${kind(i)}`,
      `el=${ends[i]!}${isLast[i] ? 1 : 0}${left}`,
      `t=${isFollowUp ? 1 : 0}${length}${kind(i)}`,
      `tw=${isFollowUp ? 1 : 0}${length} ${word}`,
      `ew=${ends[i]!} ${word}`,
    ];
  });
}

function kindOf({ said, isWord, written }: Token, columnWords: ReadonlySet<string>): string {
  if (!isWord) return said === "," ? "," : ENDS.test(written) ? "." : "x";
  if (columnWords.has(said) || (said.endsWith("s") && columnWords.has(said.slice(0, -1)))) return "C";
  if (/\d/.test(said)) return "0";
  if (FUNCTION_WORDS.has(said)) return "f";
  if (FRAME_WORDS.has(said)) return "r";
  return /^\p{Lu}/u.test(written) ? "A" : "a";
}

/** By word: where its sentence starts, the sign that ends it, and whether it is the last. */
function sentences(tokens: readonly Token[]): { starts: number[]; ends: string[]; isLast: boolean[] } {
  const starts: number[] = [];
  const ends = tokens.map(() => "-");
  let start = 0;
  tokens.forEach(({ written }, i) => {
    starts.push(start);
    if (!ENDS.test(written)) return;
    ends.fill(written, start, i + 1);
    start = i + 1;
  });
  const last = start < tokens.length ? start : starts.at(-1);
  return { starts, ends, isLast: starts.map((one) => one === last) };
}
