import { isEmptyWord, opening } from "./leftOut";
import { longestFit, type Token } from "./tokens";

const SURE = opening(
  "are|r you|u really|absolutely|quite? sure|certain|serious|confident about|of? that|this|it?",
  "is that|this|it really|actually? right|correct|true|accurate|all|so|sure",
  "sure|really|seriously|honestly about? that|this|it?",
  "can|could you double? check|recheck|verify|confirm that|this|it|again?",
);

/** "Are you sure?" asks for the same again. */
export const asksToCheck = (words: readonly Token[]): boolean => {
  const length = longestFit(words, 0, SURE);
  return length > 0 && words.slice(length).every(isEmptyWord);
};
