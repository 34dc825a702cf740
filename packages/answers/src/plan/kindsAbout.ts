import { valueNamed } from "./columnsFirst";
import { formsOf } from "./forms";
import type { Known } from "./plan";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const ABOUT = [
  "ones|one|goals|goal|resolutions|resolution|tweets|tweet|posts|quotes|quote|examples|messages|chats|questions? that|which|who? are|is|were|also? about|on|mention|mentions|mentioning|regarding|concerning",
  "ones|goals|resolutions|tweets|posts|messages|chats|questions? with",
].map(pattern);
const ABOUT_WORDS =
  /^(?:that|which|who|are|is|were|also|about|on|mention|mentions|mentioning|regarding|concerning|with)$/;
/** A word that more records use tells something by itself. */
const MAX_RARE = 0.005;

/** "Jokes about food": a column tells which are jokes, whatever they say; "jokes food" would be what they say. */
export function withKindsAbout(tokens: readonly Token[], known: Known): readonly Token[] {
  const at = tokens.findIndex((token, i) => longestFit(tokens, i + 1, ABOUT) > 0 && kindOf(token, known) !== null);
  if (at === -1) return tokens;
  const next = tokens.findIndex(({ said }, i) => i > at && ABOUT_WORDS.test(said));
  return [...tokens.slice(0, at), ...tokensOf(`${kindOf(tokens[at]!, known)!} goals`), ...tokens.slice(next)];
}

/** The value of a column that a word means which next to no record uses: "Humor" for "jokes". */
export function kindOf({ said, isWord }: Token, known: Known): string | null {
  const value = isWord ? valueNamed([said], known)?.value : undefined;
  const isOwn = value === undefined || /[^\p{L}]/u.test(value) || value.toLowerCase() === said;
  const isRare = formsOf(said).every((stem) => (known.countOf(stem) ?? 0) < MAX_RARE * known.size);
  return isOwn || !isRare ? null : value;
}
