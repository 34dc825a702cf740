import { stemOf } from "../dataset/words";
import type { Known } from "./plan";
import { NEGATIONS } from "./lexicon";
import { longestFit, pattern, tokensOf, writtenOf, type Token } from "./tokens";

const GONE_THROUGH = ["go|goes|went|gone|going|come|comes|came|coming through"].map(pattern);
const FAILED = ["failed", "declined", "rejected"];
const SHORT = /^(?:did|does|do|has|have|had|is|are|will|would|was|were)$/;

/**
 * "A payment that didn't go through": each of its words says nothing by itself, and a payment alone would be counted.
 * What the data says instead, with the words that it stands for.
 */
export function withFailures(tokens: readonly Token[], { countOf }: Pick<Known, "countOf">): readonly Token[] {
  const failed = FAILED.find((word) => countOf(stemOf(word)) !== undefined);
  if (failed === undefined) return tokens;
  const said: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const length = NEGATIONS.has(tokens[at]!.said) ? longestFit(tokens, at + 1, GONE_THROUGH) : 0;
    if (length === 0) said.push(tokens[at]!);
    else {
      // "Did not go through"
      const verb = SHORT.test(said.at(-1)?.said ?? "") ? said.splice(-1) : [];
      const insteadOf = writtenOf([...verb, ...tokens.slice(at, at + 1 + length)]);
      said.push(...tokensOf(failed).map((one) => ({ ...one, insteadOf })));
    }
    at += length + 1;
  }
  return said;
}

const NOT_THEIRS = [
  "they|i|we|customers|people didnt|never make|made|do|did|authorise|authorize|authorised|authorized|approve|approved",
  "they|i|we|customers|people did not make|do|authorise|authorize|approve",
  "they|i|we|customers|people didnt|never set|sign|signed up for?",
  "they|i|we|customers|people didnt|never agree|agreed|consent|consented to",
  "they|i|we|customers|people did not set|sign up for?",
].map(pattern);

/** "Withdrawals they didn't make" are not recognised, where the data says so. */
export function withStrangers(tokens: readonly Token[], { countOf }: Pick<Known, "countOf">): readonly Token[] {
  const at = tokens.findIndex((_, i) => i > 0 && longestFit(tokens, i, NOT_THEIRS) > 0);
  if (at === -1 || countOf("recognis") === undefined || tokens[at - 1]?.isWord !== true) return tokens;
  const end = at + longestFit(tokens, at, NOT_THEIRS);
  const insteadOf = writtenOf(tokens.slice(at, end));
  return [
    ...tokens.slice(0, at),
    ...tokensOf("not recognised").map((one) => ({ ...one, insteadOf })),
    ...tokens.slice(end),
  ];
}

const COUNTRY = /^(?:US|USA|U\.S|U\.S\.A)$/;
const CALLED = /^(?:US|USA|U\.S|U\.S\.A|America)$/;

/** "In the US": as a word of texts it is "us"; where no column tells where people are, what else the country is called. */
export function withCountry(
  tokens: readonly Token[],
  { columns, countOf }: Pick<Known, "columns" | "countOf">,
): readonly Token[] {
  const isShouted = tokens.filter(({ isWord }) => isWord).every(({ written }) => written === written.toUpperCase());
  const isKnown =
    columns.every(({ name }) => !/countr|state|region/i.test(name)) && countOf("unit_state") !== undefined;
  if (isShouted || !isKnown || !tokens.some(({ written }) => COUNTRY.test(written))) return tokens;
  return tokens.flatMap((token) =>
    CALLED.test(token.written)
      ? tokensOf("United States").map((one) => ({ ...one, insteadOf: token.written }))
      : [token],
  );
}
