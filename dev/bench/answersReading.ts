import { marked } from "../../packages/answers/src/reader/tagger";
import { spansOf, type Span } from "../../packages/answers/src/reader/marks";
import { unpacked } from "../../packages/answers/src/reader/weights";
import { trained } from "../reader/crf";
import { questionsMarked } from "../reader/marked";

const FOLDS = 4;

/** What a question is about, and where: its topics, groups and what is left out. */
const subjects = (spans: readonly Span[]): string =>
  spans
    .filter(({ mark }) => mark === "topic" || mark === "group" || mark === "excluded")
    .map(({ mark, from, tokens }) => `${mark} ${from} ${tokens.length}`)
    .join();

/** How many marked questions get just the subjects that a person marked, each by what the other three quarters taught. */
export function reading(): { questions: number; exact: number } {
  const conversations = questionsMarked();
  let [questions, exact] = [0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = unpacked(trained(conversations.filter((_, i) => i % FOLDS !== fold).flat()));
    for (const one of conversations.filter((_, i) => i % FOLDS === fold).flat()) {
      questions += 1;
      if (subjects(marked(one, weights)) === subjects(spansOf(one.tokens, one.labels))) exact += 1;
    }
  }
  return { questions, exact };
}
