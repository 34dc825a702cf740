import { NUMBER_WORDS } from "../numberWords";
import { isAgeColumn } from "./ages";
import { stemOf } from "../dataset/words";
import { howCommon, whatSkews, whoIsIt } from "./commonness";
import { withDurations } from "./durations";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import type { Known } from "./plan";
import { amongThem, ofThose } from "./bases";
import { withCountry, withFailures, withStrangers } from "./nearlySaid";
import { withDirections } from "./opposites";
import { PEOPLE } from "./peopleWords";
import { inReadWords } from "./sameWords";
import { inKnownSayings } from "./sayings";
import { fits, pattern, sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";
import { withComparison, withFrame } from "./twoSided";
import { withArrival } from "./whereabouts";

/** A question in words that are read, and what of it these leave out. */
interface Paraphrase {
  tokens: readonly Token[];
  notUnderstood: string[];
}

/** A question without courtesy, and with one wording for what is said in many. */
export function paraphrased(
  tokens: readonly Token[],
  { columns, countOf }: Pick<Known, "columns" | "countOf">,
): Paraphrase {
  const plainly = withDurations(withoutAside(withoutVerdict(withoutHowMany(tokens, columns))), { countOf });
  const plain = withColumns(
    inReadWords(
      inKnownSayings(
        withAccepted(
          withArrival(
            withFailures(withCountry(withStrangers(plainly, { countOf }), { columns, countOf }), { countOf }),
            { countOf },
          ),
          countOf,
        ),
        countOf,
      ),
    ),
    columns,
  );
  return withoutOpenEnds(
    sentencesOf(withGenerations(plain, columns)).flatMap((one) =>
      withComparison(
        withFrame(asked(amongThem(ofThose(whatSkews(howCommon(whoIsIt(withDirections(one))), columns))), columns)),
        {
          countOf,
        },
      ),
    ),
  );
}

/** "Which five states have the most?": a table shows them all. */
function withoutHowMany(tokens: readonly Token[], columns: Known["columns"]): readonly Token[] {
  const names = new Set(columns.map(({ name }) => stemOf(name.toLowerCase())));
  return tokens.filter(
    (token, at) =>
      !isNumber(token) ||
      !/^(?:which|what)$/.test(tokens[at - 1]?.said ?? "") ||
      !names.has(stemOf(tokens[at + 1]?.said ?? "")),
  );
}

const VERDICT = ["is|are|am|was|were he|she|they|i|we|it|that|this right|true|correct|wrong|so|mistaken|justified"].map(
  pattern,
);
const CLAIMS =
  /^(?:thinks?|believes?|says?|said|claims?|reckons?|suspects?|fears?|assumes?|insists?|feels?|convinced|sure|told)$/;
const MAX_CLAIMANT = 6;

/** "My boss thinks that most ask for X. Is he right?" asks how many ask for X. */
function withoutVerdict(tokens: readonly Token[]): readonly Token[] {
  const sentences = sentencesOf(tokens);
  const at = sentences.findIndex(
    (sentence, i) =>
      i > 0 && VERDICT.some((one) => fits(sentence, 0, one) >= sentence.filter(({ isWord }) => isWord).length),
  );
  if (at === -1) return tokens;
  const claim = sentences[at - 1]!;
  const verb = claim.findIndex(({ said }, i) => i > 0 && i < MAX_CLAIMANT && CLAIMS.test(said));
  if (verb === -1) return tokens;
  const from = claim.findIndex(({ said }, i) => i > verb && !/^(?:that|me|us|most|many|mostly|mainly|the)$/.test(said));
  if (from === -1) return tokens;
  const asked = [
    ...tokensOf("How many"),
    ...claim.slice(from).filter(({ isWord }, i, all) => isWord || i < all.length - 1),
    ...tokensOf("?"),
  ];
  return sentences.flatMap((sentence, i) => (i === at ? [] : i === at - 1 ? asked : sentence));
}

const USABLE = pattern("they|you|we|people|one can|could|may use");

/** "Which ATMs they can use" asks where something is accepted: "use" alone is said of anything, and in no count. */
function withAccepted(tokens: readonly Token[], countOf: Known["countOf"]): readonly Token[] {
  const at = tokens.findIndex((_, i) => fits(tokens, i, USABLE) > 0 && !tokens[i + 3]?.isWord);
  const thing = tokens[at - 1];
  const isWhich = tokens
    .slice(Math.max(0, at - 3), Math.max(0, at - 1))
    .some(({ said }) => /^(?:which|what)$/.test(said));
  const [accepted] = tokensOf("accepted");
  if (!thing || !isWhich || countOf(stemOf(accepted!.said)) === undefined) return tokens;
  const insteadOf = writtenOf(tokens.slice(at - 1, at + 3));
  const instead = [thing, accepted!].map((token) => ({ ...token, insteadOf }));
  return [...tokens.slice(0, at - 1), ...instead, ...tokens.slice(at + 3)];
}

const ASIDE = ["or is|are|was that|it|this|they just|only|merely|simply|all|really? a|an|the?"].map(pattern);
const MAX_ASIDE = 8;

/** "..., or is that just a cliché?" asks for nothing more. */
function withoutAside(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ said }, i) => said === "," && ASIDE.some((one) => fits(tokens, i + 1, one) > 0));
  const rest = tokens.slice(at);
  const isLast = rest.findIndex(({ said }) => said === "?") === rest.length - 1;
  return at > 0 && isLast && rest.length <= MAX_ASIDE ? [...tokens.slice(0, at), ...tokensOf("?")] : tokens;
}

const PART_OF_COUNTRY = pattern(
  "which|what parts|part|areas|area|corner|corners of the? country|nation|us|usa|states|land",
);
const HOW_OLD = pattern("how old are|is|were");
const ROLE = pattern(
  "play|plays|make|makes|matter|matters|have|has a|an|any? big|real? role|part|difference|influence|effect?",
);
const GROUPS = /^(?:groups?|brackets?|ranges?)$/;

/** "Which part of the country" and "how old are they", where the data has a column for it. */
function withColumns(tokens: readonly Token[], columns: Known["columns"]): readonly Token[] {
  const place =
    columns.find(({ name }) => /region/i.test(name)) ?? columns.find(({ name }) => /state|countr/i.test(name));
  const age = columns.find(isAgeColumn);
  const said: Token[] = [];
  const country = columns.find(({ name }) => /countr/i.test(name));
  const gender = columns.find(({ name }) => /gender/i.test(name));
  const named = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  for (let at = 0; at < tokens.length;) {
    const part = place ? fits(tokens, at, PART_OF_COUNTRY) : 0;
    const old = age && fits(tokens, at, HOW_OLD) > 0 && !/^(?:she|he)$/.test(tokens[at + 3]?.said ?? "") ? 3 : 0;
    const column = named.get(tokens[at]!.said);
    const role =
      column && /^(?:do|does|did|would|can)$/.test(tokens[at - 1]?.said ?? "") ? fits(tokens, at + 1, ROLE) : 0;
    if (part > 0) said.push(...tokensOf(`which ${place!.name}`));
    else if (country && /^(?:nations?|nationalit(?:y|ies))$/.test(tokens[at]!.said))
      said.push(...tokensOf(country.name));
    else if (
      gender &&
      /^sex(?:es)?$/.test(tokens[at]!.said) &&
      /^(?:which|what|by|each)$/.test(tokens[at - 1]?.said ?? "")
    )
      said.push(...tokensOf(gender.name));
    else if (old > 0) said.push(...tokensOf(`by ${age!.name}`));
    else if (role > 0) said.splice(said.length - 1, 1, ...tokensOf(`by ${column!.name}`));
    else said.push(tokens[at]!);
    at += Math.max(1, part, old, role > 0 ? role + 1 : 0);
    if (column && GROUPS.test(tokens[at]?.said ?? "")) at += 1;
  }
  return said;
}

const YOUNG = pattern(`younger|young|older|old|elderly ${PEOPLE}|ones|generation|generations|person`);

/** "Younger people ... than older ones" asks for every age, where the data has a column of ages. */
function withGenerations(tokens: readonly Token[], columns: Known["columns"]): readonly Token[] {
  const age = columns.find(isAgeColumn);
  if (!age || tokens.filter((_, at) => fits(tokens, at, YOUNG) > 0).length < 2) return tokens;
  const said: Token[] = [];
  let isNamed = false;
  for (let at = 0; at < tokens.length;) {
    const length = fits(tokens, at, YOUNG);
    if (length === 0) said.push(tokens[at]!);
    else if (isNamed) {
      while (/^(?:than|or|and|versus|vs|the|from|to|with)$/.test(said.at(-1)?.said ?? "")) said.pop();
    } else said.push(...tokensOf(`by ${age.name}`));
    isNamed ||= length > 0;
    at += Math.max(1, length);
  }
  return said;
}

const LIVE = /^(?:live|lives|living|come|from|based|located|at|most)$/;

/** "Where do people who want to travel live?", where the data has a column of places; "Nobody uses cheques any more." */
function asked(sentence: readonly Token[], columns: Known["columns"]): readonly Token[] {
  const place =
    columns.find(({ name }) => /region/i.test(name)) ?? columns.find(({ name }) => /state|countr/i.test(name));
  const first = sentence[0]!.said;
  if (first === "nobody") return [...tokensOf("does anybody"), ...sentence.slice(1)];
  if (!place || first !== "where" || !/^(?:do|are|did)$/.test(sentence[1]?.said ?? "")) return sentence;
  let end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  if (!LIVE.test(sentence[end - 1]!.said) || sentence[end - 1]!.said === "most") return sentence;
  while (end > 2 && LIVE.test(sentence[end - 1]!.said)) end -= 1;
  return [
    ...tokensOf(`by ${place.name}`),
    ...sentence.slice(2, end),
    ...sentence.slice(-1).filter(({ isWord }) => !isWord),
  ];
}

const OPEN_END =
  /^(?:longer|more|older|later|so|above|over|higher|bigger|greater|less|fewer|below|sooner|earlier|shorter)$/;
const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && (/^\d+$/.test(token.said) || Object.hasOwn(NUMBER_WORDS, token.said));

/** "More or less of it": which way a wish goes is not counted. */
const EITHER = pattern("more or less|fewer");

/** "Two weeks or longer": texts are not compared by their numbers, so "or longer" is told as not read. */
function withoutOpenEnds(tokens: readonly Token[]): Paraphrase {
  const notUnderstood: string[] = [];
  if (!tokens.some(({ said }) => said === "or")) return { tokens, notUnderstood };
  const said = tokens.filter((_, at) => {
    const either = [at - 2, at - 1, at].find((one) => fits(tokens, one, EITHER) > 0);
    if (either === at) notUnderstood.push(writtenOf(tokens.slice(at, at + 3)));
    if (either !== undefined) return false;
    const from = tokens[at]!.said === "or" ? at : at - 1;
    const next = tokens[from + 2];
    const isEnd =
      tokens[from]?.said === "or" &&
      OPEN_END.test(tokens[from + 1]?.said ?? "") &&
      isNumber(tokens[from - 2]) &&
      !isNumber(tokens[from - 1]) &&
      (!next?.isWord || FUNCTION_WORDS.has(next.said) || FRAME_WORDS.has(next.said));
    if (isEnd && from === at) notUnderstood.push(writtenOf(tokens.slice(at, at + 2)));
    return !isEnd;
  });
  return { tokens: said, notUnderstood };
}
