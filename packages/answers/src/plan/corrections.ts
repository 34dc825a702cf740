import { stemOf } from "../dataset/words";
import { isEmptyWord } from "./leftOut";
import type { Step } from "./plan";
import { fits, pattern, type Token } from "./tokens";

const NOT = pattern(",? and|but? not|instead|rather of|than?");

/** "I meant a purchase, not a transfer": what was asked, with one word in the place of another; null where it says no such thing. */
export function correctedBy(tokens: readonly Token[], last: Step): Step | null {
  const at = tokens.findIndex((_, i) => i > 0 && fits(tokens, i, NOT) > 0);
  const topic = "of" in last ? last.of : null;
  if (at === -1 || topic?.is !== "topic") return null;
  const telling = (some: readonly Token[]): readonly Token[] => some.filter((token) => !isEmptyWord(token));
  const right = telling(tokens.slice(0, at)).map(({ said }) => said);
  const wrong = new Set(telling(tokens.slice(at + fits(tokens, at, NOT))).map(({ said }) => stemOf(said)));
  const replaced = (text: string): string => {
    const words = text.split(" ");
    const first = words.findIndex((word) => wrong.has(stemOf(word.toLowerCase())));
    return words
      .flatMap((word, i) => (i === first ? right : wrong.has(stemOf(word.toLowerCase())) ? [] : [word]))
      .join(" ");
  };
  const words = replaced(topic.words);
  const isCorrected = right.length > 0 && wrong.size > 0 && words !== topic.words;
  return isCorrected && "of" in last ? { ...last, of: { is: "topic", text: replaced(topic.text), words } } : null;
}
