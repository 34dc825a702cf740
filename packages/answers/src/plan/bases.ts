import { FUNCTION_WORDS } from "./lexicon";
import { PEOPLE } from "./peopleWords";
import { fits, pattern, tokensOf, type Token } from "./tokens";

const WHO = pattern(`do|does|did|would|are|have of? the? ${PEOPLE} who|that`);

/** "Do people who want A also want B?" asks how many of the first want B. */
export function amongThem(sentence: readonly Token[]): readonly Token[] {
  const length = fits(sentence, 0, WHO);
  const also = sentence.findIndex(({ said }) => said === "also");
  if (length === 0 || also <= length) return sentence;
  const they = sentence.slice(1, also).filter((_, i) => i !== length - 2);
  return [...tokensOf("Among"), ...they, ...tokensOf(", how many"), ...sentence.slice(also + 1)];
}

const SHARE = /^(?:share|percentage|percent|proportion|fraction|%|many|part)$/;
const RECORDS =
  /^(?:questions|chats|messages|conversations|complaints|problems|issues|queries|requests|tickets|goals|resolutions|tweets|people|users|customers|visitors)$/;
const SPEAK = /^(?:are|is|were|was|concern|mention|involve|speak|ask|complain|talk|say|want|come)$/;
const MAX_BASE = 4;

/** "What share of transfer questions are about fees?" asks it of those about transfers. */
export function ofThose(sentence: readonly Token[]): readonly Token[] {
  const from = fromThose(sentence);
  if (from) return from;
  const of = sentence.findIndex(({ said }, i) => said === "of" && SHARE.test(sentence[i - 1]?.said ?? ""));
  const end = sentence.findIndex(({ said }, i) => i > of + 1 && RECORDS.test(said));
  const base = sentence.slice(of + 1, end);
  if (of === -1 || end === -1 || base.length > MAX_BASE || !SPEAK.test(sentence[end + 1]?.said ?? "")) return sentence;
  if (!base.every(({ isWord, said }) => isWord && !FUNCTION_WORDS.has(said))) return sentence;
  return [
    ...tokensOf("Among those about"),
    ...base,
    ...tokensOf(","),
    ...sentence.slice(0, of),
    ...sentence.slice(end + 1),
  ];
}

const FROM = /^(?:from|in|by|about|on|that|who|which)$/;
const IS = /^(?:is|are|were|was|concern|concerns|mention|mentions)$/;
const PART = /^(?:share|percentage|percent|proportion|fraction|%)$/;
const MAX_FROM = 7;

/** "What share of the goals from Texas is humor?" asks it of those from Texas. */
function fromThose(sentence: readonly Token[]): readonly Token[] | null {
  const of = sentence.findIndex(({ said }, i) => said === "of" && PART.test(sentence[i - 1]?.said ?? ""));
  const records = sentence.findIndex(({ said }, i) => i > of && i <= of + 3 && RECORDS.test(said));
  const is = sentence.findIndex(({ said }, i) => i > records + 1 && IS.test(said));
  const base = sentence.slice(records + 1, is);
  const isBase =
    FROM.test(base[0]?.said ?? "") && base.length > 1 && base.length <= MAX_FROM && !base.some(({ isWord }) => !isWord);
  if (of === -1 || records === -1 || is === -1 || !isBase) return null;
  return [...tokensOf("Among those"), ...base, ...tokensOf(", what share"), ...sentence.slice(is)];
}
