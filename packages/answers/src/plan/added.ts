import type { Reading } from "./body";
import { eitherOf, topicOf } from "./leftOut";
import { columnOf, type Predicate, type Step } from "./plan";
import type { Token } from "./tokens";

const TOO = /^(?:too|also|well|as)$/;

/** "Let's include pending top-ups too": those on either; null where nothing is named that people speak of. */
export function withAdded(last: Step & { do: "count" }, words: readonly Token[], reading: Reading): Step | null {
  const topic = eitherOf(topicOf(withoutEnd(words), reading));
  if (!topic || last.of === null || columnOf(topic) !== null || columnOf(last.of) !== null) return null;
  const parts = (of: Predicate): Predicate[] => (of.is === "or" && of.label === undefined ? of.of : [of]);
  return { ...last, of: { is: "or", of: [...parts(last.of), ...parts(topic)] } };
}

/** Without "too", "as well". */
function withoutEnd(words: readonly Token[]): readonly Token[] {
  const end = words.findLastIndex(({ isWord, said }) => isWord && !TOO.test(said));
  return words.slice(0, end + 1);
}
