import type { Known } from "./plan";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const COUNTRY = "country|nation|land|us|usa|states|america|union";
const WHERE = [
  `where in|across|around|within the|this|our? ${COUNTRY}`,
  `which|what part|parts|area|areas|corner|corners|side|end of the|this|our? ${COUNTRY}`,
].map(pattern);
/** The widest places within a country first. */
const PLACES = [/region/i, /state|province|county/i, /cit(?:y|ies)|town/i];

/** "Where in the country is it the most?": by the column that tells it, or one that the data would have to have. */
export function withWhereInCountry(tokens: readonly Token[], { columns }: Pick<Known, "columns">): readonly Token[] {
  const at = tokens.findIndex((_, i) => longestFit(tokens, i, WHERE) > 0);
  if (at === -1) return tokens;
  const column = PLACES.flatMap((place) => columns.filter(({ name }) => place.test(name)))[0]?.name ?? "region";
  return [...tokens.slice(0, at), ...tokensOf(`which ${column}`), ...tokens.slice(at + longestFit(tokens, at, WHERE))];
}
