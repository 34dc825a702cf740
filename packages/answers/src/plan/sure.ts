import { isEmptyWord, opening } from "./leftOut";
import { NEGATIONS } from "./lexicon";
import type { Step } from "./plan";
import { longestFit, type Token } from "./tokens";

const SURE = opening(
  "are|r you|u really|absolutely|quite? sure|certain|serious|confident about|of? that|this|it?",
  "is that|this|it really|actually? right|correct|true|accurate|all|so|sure",
  "sure|really|seriously|honestly about? that|this|it?",
  "is|are that|this|it|they a? lot|much|many|few|little|high|low|big|small|normal|handful|considerable or just|only|rather? a? few|little|handful|lot|bit|low|small|high|not",
  "is|was the|this|that difference|gap really|actually|even? significant|real|big|large|meaningful|important|relevant|chance|random",
  "is|was|could|might the|this|that difference|gap be? really|actually|even? real|significant|meaningful|chance|random|noise or? is|could|might|may? it|that|this? just|only|simply? be? just|only|mere|random|pure|statistical? noise|chance|luck|coincidence|random|fluke?",
  "what does|do|did that|this|it|they mean",
  "how did|do|have|was|were|is|are you|it|that|this|they|those? count|counted|calculate|calculated|measure|measured|determine|determined|compute|computed|find|found|get|got that|this|it|those|these|them? out?",
  "how did|do you work|figure|arrive|come|get out|at|up|to with? that|this|it|those|these",
  "can|could you double? check|recheck|verify|confirm that|this|it|again?",
);

const EXACTLY = opening(
  "how many|much exactly|precisely? is|are|was|were? that|this|it|those|they|there? exactly|precisely?",
);

/** These tell how many each is. */
const LISTS: ReadonlySet<Step["do"]> = new Set(["top", "rank", "compare", "breakdown"]);

/** "Are you sure?", "is the difference significant?": the same again, which says so. */
export const asksToCheck = (words: readonly Token[], last: Step): boolean => {
  const length = longestFit(words, 0, SURE);
  if (LISTS.has(last.do) && longestFit(words, 0, EXACTLY) === words.length) return true;
  return length > 0 && words.slice(length).every((word) => isEmptyWord(word) && !NEGATIONS.has(word.said));
};
