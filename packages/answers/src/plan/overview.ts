import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { longestFit, pattern, type Token } from "./tokens";

const RECORDS =
  "data|dataset|database|file|sample|corpus|survey|chats|goals|resolutions|conversations|messages|questions|records|here|everything|it|this|these";

/** "Summarise these chats", "what's in here": the data itself is asked about. */
const OF_DATA = [
  `summarise|summarize|describe|outline|overview|summary of? the|this|these|your|our|all? whole|entire? ${RECORDS}`,
  `overview|summary|picture|rundown of the|this|these|your|our|all? whole|entire? ${RECORDS}`,
  `what|whats is? in here|there|the|this|these ${RECORDS}?`,
].map(pattern);

/** What a reader may find in data that names no topic of it: "anything surprising?", "the highlights". */
const JUDGEMENTS =
  /^(?:surpris(?:e|es|ing)|interesting|unusual|unexpected|notable|noteworthy|remarkable|striking|curious|odd|fascinating|intriguing|highlights?|takeaways?|learnings?|findings?|gems?|nuggets?|facts?|stands?|useful|important|essential|worth|noticing|knowing|noting|should|learnt|learned)$/;
const COUNTS = /^(?:many|much|often|share|percentage|proportion|number|compare|rank|why|who|where|when)$/;
/** "About them", "of those": what was spoken of before, and not the data. */
const POINTS_BACK = /^(?:them|those|they|their|he|she)$/;

/** True for a clause that asks about the data as a whole and names no topic: it is answered by what is most common. */
export function asksForOverview(clause: readonly Token[]): boolean {
  const words = clause.filter(({ isWord }) => isWord);
  if (words.some(({ said }) => COUNTS.test(said) || POINTS_BACK.test(said))) return false;
  const at = words.findIndex((_, i) => longestFit(words, i, OF_DATA) > 0);
  const end = at === -1 ? 0 : at + longestFit(words, at, OF_DATA);
  const rest = at === -1 ? words : [...words.slice(0, at), ...afterPurpose(words.slice(end))];
  const telling = rest.filter(({ said }) => !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said));
  return (
    (at !== -1 || rest.some(({ said }) => JUDGEMENTS.test(said))) && telling.every(({ said }) => JUDGEMENTS.test(said))
  );
}

/** "For my board": who or what the overview is for. */
const afterPurpose = (words: readonly Token[]): readonly Token[] =>
  /^(?:for|to)$/.test(words[0]?.said ?? "") ? [] : words;
