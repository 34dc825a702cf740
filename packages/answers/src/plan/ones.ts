import { stemOf } from "../dataset/words";
import { NUMBER_WORDS } from "../numberWords";
import { isParticiple } from "./alternatives";
import { classAsked } from "./classes";
import type { Before } from "./follow";
import { isEmptyWord, opening } from "./leftOut";
import { isPair } from "./phrases";
import type { Known } from "./plan";
import { spokenOf } from "./spoken";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";
import { unrecordedIn } from "./unrecorded";

const MAX_ONES = 4;
const ONE = /^(?:ones|one)$/;
const BEFORE_ONE = /^(?:which|the|this|that|other|another|same|first|second|third|last|each|every|any|no|right|only)$/;

/** "And stolen ones?" after lost cards: "stolen cards". */
export function withNoun(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] {
  const kind = kindAsked(asked, history, known);
  if (kind) return kind;
  const instead = otherNoun(asked, history, known) ?? itsOtherFate(asked, history);
  if (instead) return instead;
  const at = asked.findIndex(({ said }, i) => ONE.test(said) && i > 0 && !isEmptyWord(asked[i - 1]!));
  const last = history.at(-1)?.steps.at(-1);
  const before = asked[at - 1]?.said ?? "";
  if (at === -1 || !last || BEFORE_ONE.test(before) || before in NUMBER_WORDS) return asked;
  const topic = spokenOf(last).at(-1)?.of;
  const [noun] = tokensOf(topic?.is === "topic" ? topic.words : "").slice(-1);
  if (noun && isPair(known, asked[at - 1], noun)) return asked.map((token, i) => (i === at ? noun : token));
  // "And disposable ones?" among what was spoken of.
  const isTopic = known.countOf(stemOf(before)) !== undefined && unrecordedIn(asked, known.columns).length === 0;
  const isShort = asked.filter(({ isWord }) => isWord).length <= MAX_ONES;
  return isShort && isTopic ? asked.filter((_, i) => i !== at) : asked;
}

const IT_WAS = ["it was|is|got|gets|has|had been?"].map(pattern);
const SAY = opening("how many say|said|report|reported|complain|mention it was|is|got|gets|has|had");

/** "How many say it was swallowed?" after declined cards: "card swallowed". */
function itsOtherFate(asked: readonly Token[], history: readonly Before[]): readonly Token[] | null {
  const last = history.at(-1)?.steps.at(-1);
  const of = last?.do === "count" ? last.of : null;
  const words = of?.is === "topic" ? of.text.split(" ") : [];
  const fates = words.filter((word) => isParticiple({ said: word }));
  const things = words.filter((word) => !fates.includes(word));
  const at = asked.findIndex((_, i) => longestFit(asked, i, IT_WAS) > 0);
  const isAsked =
    longestFit(
      asked.filter(({ isWord }) => isWord),
      0,
      SAY,
    ) > 0;
  const end = at + longestFit(asked, at, IT_WAS);
  if (!isAsked || fates.length !== 1 || things.length === 0 || !asked[end] || !isParticiple(asked[end])) return null;
  return [...asked.slice(0, at), ...tokensOf(things.join(" ")), ...asked.slice(end)];
}

const WHAT_ABOUT = opening("what|how about the?", "and the?");

/** "What about cards?" after lost or stolen phones: "lost or stolen cards", where the data speaks of them. */
function otherNoun(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  const [noun, ...others] = asked.slice(longestFit(asked, 0, WHAT_ABOUT)).filter(({ isWord }) => isWord);
  const last = history.at(-1)?.steps.at(-1);
  if (!noun || others.length > 0 || noun === asked[0] || !last) return null;
  const named = spokenOf(last).map(({ of }) => (of.is === "topic" ? tokensOf(of.words) : []));
  const qualities = named.map(([quality]) => quality);
  const [head] = named[0]?.slice(-1) ?? [];
  const areAlike = named.every((words) => words.length === 2 && words[1]!.said === head?.said);
  const isMeant = (quality: Token | undefined): quality is Token =>
    quality !== undefined && isParticiple(quality) && isPair(known, quality, noun);
  if (!areAlike || !qualities.every(isMeant) || noun.said === head?.said) return null;
  const said = qualities.flatMap((quality, i) => [...(i > 0 ? tokensOf("or") : []), quality, noun]);
  return [...tokensOf("and"), ...said];
}

const WHICH_ONE = opening("which|what one|ones? is|are|was|were the? most|least");

/** "Which one is most popular?" after a language: "which language". */
function kindAsked(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  const length = longestFit(asked, 0, WHICH_ONE);
  const last = history.at(-1)?.steps.at(-1);
  const topic = length > 0 && last ? spokenOf(last).at(-1)?.of : undefined;
  const [noun] = tokensOf(topic?.is === "topic" ? topic.words : "").slice(-1);
  const at = asked.findIndex(({ said }) => /^(?:which|what)$/.test(said));
  const isOne = ONE.test(asked[at + 1]?.said ?? "");
  const read = noun && [...asked.slice(0, at + 1), noun, ...asked.slice(isOne ? at + 2 : at + 1)];
  return read && (classAsked(read, known)?.members.length ?? 0) > 0 ? read : null;
}
