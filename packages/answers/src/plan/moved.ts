import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { markerAt } from "./markers";
import { longestFit, pattern, type Token } from "./tokens";

const RELATIVE = /^(?:who|that|which)$/;
/** What the people of a question do, once it is said which of them are meant. */
const MAIN_VERBS = [
  "are|is|were|was also|still|actually|then? asking|talking|writing|speaking|complaining|wondering|inquiring|enquiring|hoping|planning|trying",
  "have|has|had also|still|actually? asked|talked|written|complained|mentioned|wanted",
  "do|does|did also|still|actually? ask|mention|want|need|write|talk|complain|say|wish|plan|hope",
  "also|still|actually? ask|asks|asked|mention|mentions|mentioned|want|wants|wanted|need|needs|needed|wish|wishes|plan|plans|hope|hopes|complain|complains|complained",
].map(pattern);
/** With one of these before it, a verb still belongs to what is left out. */
const GOES_ON = /^(?:and|or|nor|to|who|that|which|they|i|we|you)$/;

const carries = ({ said, isWord }: Token): boolean => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said);

/**
 * "How many who never mention fees ask about refunds?" with the exclusion last, "how many ask about refunds who never
 * mention fees?": in the middle, what is left out would run on into what is asked.
 */
export function withExclusionLast(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(
    ({ said }, at) => RELATIVE.test(said) && markerAt(tokens, at)?.kind === "exclusion" && at > 0,
  );
  if (from === -1) return tokens;
  const start = from + markerAt(tokens, from)!.length;
  const first = tokens.findIndex(({ isWord }, at) => at >= start && !isWord);
  const end = first === -1 ? tokens.length : first;
  const verb = tokens.findIndex(
    (_, at) =>
      at > start &&
      at < end &&
      tokens.slice(start, at).some(carries) &&
      !GOES_ON.test(tokens[at - 1]!.said) &&
      longestFit(tokens, at, MAIN_VERBS) > 0,
  );
  if (verb === -1 || !tokens.slice(verb, end).some(carries)) return tokens;
  return [...tokens.slice(0, from), ...tokens.slice(verb, end), ...tokens.slice(from, verb), ...tokens.slice(end)];
}

const CLAIMS = /^(?:do|does|did|are|is|were|was)$/;

/** "Do they ask about fees rather than refunds?" asks which is more common; elsewhere "rather than" leaves out. */
export function withRivals(tokens: readonly Token[]): readonly Token[] {
  if (!CLAIMS.test(tokens[0]?.said ?? "")) return tokens;
  return tokens.map((token, at) =>
    token.said === "rather" && tokens[at + 1]?.said === "than" ? { ...token, written: "more", said: "more" } : token,
  );
}
