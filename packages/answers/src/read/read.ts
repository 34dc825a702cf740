import type { Message } from "../answers";
import type { Guide } from "../guide";
import { MAX_STEPS, type Predicate, type Step } from "../plan";
import { alone, laidOver } from "./follow";
import type { Frame } from "./frame";
import { guarded, type Refusal } from "./guards";
import { partsOf } from "./parts";
import { earlierOf } from "./predicates";
import type { Reading } from "./reading";
import { respelt } from "./spelling";
import { saidIn, saysAnything, type Said } from "./said";
import { stepsOf } from "./steps";
import { lastTokensOf, textOf } from "./text";
import { suggestionsOf, understoodOf } from "./wording";

/** Turns of the user that are read. */
const MAX_TURNS = 8;
/** What one message asks for at most. */
const MAX_FRAMES = 2;

/** The lines of a step's result, in order. */
export type LinesOf = (step: Step) => readonly { name: string; predicate: Predicate }[];

/** What was asked up to a turn. */
interface Turn {
  frames: Frame[];
  steps: Step[];
  /** Whether it asked about a line of an earlier result. */
  isPointed: boolean;
  dropped: string[];
  refused: readonly Refusal[];
}

/** Reads a conversation's last question in the light of those before it. */
export function read(messages: readonly Message[], guide: Guide, linesOf: LinesOf): Reading {
  const turns = messages.filter(({ role }) => role === "user").slice(-MAX_TURNS);
  let earlier: readonly Frame[] = [];
  let steps: readonly Step[] = [];
  let last: Turn | null = null;
  for (const { content } of turns) {
    last = turnOf(content, guide, earlier, steps, linesOf);
    if (last.frames.length === 0) continue;
    earlier = [...earlier, ...last.frames].slice(-MAX_TURNS);
    // Behind "the bottom one", "the top one" is of the same list.
    if (last.steps.some(isList) && !last.isPointed) steps = last.steps;
  }
  return readingOf(last, guide);
}

function turnOf(
  message: string,
  guide: Guide,
  earlier: readonly Frame[],
  before: readonly Step[],
  linesOf: LinesOf,
): Turn {
  const { tokens, refused, isClosed } = guarded(respelt(lastTokensOf(message), guide), message, guide);
  const isFollowUp = earlier.length > 0;
  const { asking, told } = partsOf(textOf(tokens), isFollowUp);
  const context = told.map((part) => saidIn(part, guide));
  const asked = asking.map((part) => saidIn(part, guide)).filter(saysAnything);
  const dropped: string[] = [];
  const frames: Frame[] = [];
  const untold: Refusal[] = [];
  for (const one of asked.slice(0, MAX_FRAMES)) {
    const own = frames.length === 0 ? inContext(one, context, isFollowUp) : one;
    const steps = frames.length === 0 ? before : frames.flatMap((frame) => stepsOf(frame, guide));
    const frame =
      isFollowUp || frames.length > 0
        ? laidOver(own, { frames: [...earlier, ...frames], lines: () => listed(steps, linesOf) }, guide)
        : alone(own);
    dropped.push(...own.dropped);
    const isUntold = own.isBefore && isFollowUp && earlierOf(earlier.at(-1)!.groups, guide) === null;
    if (isUntold) untold.push({ kind: "dates", detail: "The data has no such earlier time to compare with." });
    // "… Give a share.": how what was just asked is to be told.
    const isPointed = frames.length > 0 && own.measure === "quotes" && asked[0]!.line !== null;
    const isHow =
      frames.length > 0 &&
      /^(?:count|share|average)$/.test(own.measure ?? "") &&
      own.topics.length + own.groups.length === 0 &&
      own.by === null &&
      own.dropped.length === 0;
    // "Only count those with 100 reviews": of what was just asked.
    const isLimit =
      frames.length > 0 && own.fewest !== null && own.topics.length + own.groups.length === 0 && own.by === null;
    if (isLimit) {
      frames.push({ ...frames.pop()!, fewest: own.fewest });
      continue;
    }
    if (isHow || isPointed) frames.pop();
    const isEmpty = own.dropped.length > 0 && own.topics.length === 0 && (namesNothing(frame) || isOfNothing(own));
    if (!isEmpty && !frames.some((other) => JSON.stringify(other) === JSON.stringify(frame))) frames.push(frame);
  }
  // What says nothing by itself asks on: "with whom?"
  if (frames.length === 0 && isFollowUp && !isClosed && dropped.length === 0 && tokens.length > 0)
    frames.push({ ...earlier.at(-1)!, measure: "themes", by: null, claim: null });
  // Of what can't be told, the nearest that can; of a question that names nothing, what there is.
  const isOpen = dropped.length === 0 && ASKS.test(message);
  if (frames.length === 0 && !isClosed && (refused.length > 0 || isOpen)) frames.push(NEAREST);
  const all = frames.flatMap((frame) => stepsOf(frame, guide));
  const written = all.map((step) => JSON.stringify(step));
  const steps = all.filter((_, i) => written.indexOf(written[i]!) === i).slice(0, MAX_STEPS);
  const isPointed = [...asked, ...context].some(({ line }) => line !== null);
  return { frames, steps, isPointed, dropped: [...new Set(dropped)], refused: [...refused, ...untold] };
}

const ASKS = /\?|\b(?:what|whats|which|who|how|why|tell|show|describe|summari[sz]e|overview)\b/i;

const NEAREST: Frame = {
  ...{
    measure: "briefing",
    topics: [],
    labels: [],
    join: "each",
    exclude: [],
    groups: [],
    feeling: null,
    by: null,
    numbers: null,
    also: [],
  },
  ...{
    limit: null,
    fewest: null,
    byNumber: false,
    either: false,
    isTop: false,
    order: "most",
    claim: null,
    within: [],
    items: [],
  },
};

/** A figure of nothing but what the data doesn't have would be of something else. */
const namesNothing = ({ measure, topics, groups, within, by, feeling }: Frame): boolean =>
  topics.length + groups.length + within.length === 0 &&
  by === null &&
  feeling === null &&
  /^(?:count|share|briefing|quotes|compare|rank)$/.test(measure);

/** What a turn says of nothing that the data has, it doesn't say of what was asked before either. */
const isOfNothing = ({ topics, groups, exclude, by, feeling, numbers, line, refers }: Said): boolean =>
  topics.length + groups.length + exclude.length === 0 &&
  by === null &&
  feeling === null &&
  numbers === null &&
  line === null &&
  !refers;

const isList = (step: Step): boolean =>
  !/^(?:count|share|quotes)$/.test(step.do) && (step.do !== "average" || step.by !== undefined);

/** The lines of the last step that has several. */
function listed(steps: readonly Step[], linesOf: LinesOf): ReturnType<LinesOf> {
  const step = steps.find(isList);
  if (step?.do === "compare") return step.sides.map((predicate) => ({ name: "", predicate }));
  return step ? linesOf(step) : [];
}

/** With the groups that are told before what is asked, and with its topics where it names nothing itself. */
function inContext(said: Said, context: readonly Said[], isFollowUp: boolean): Said {
  // "The second one: how many of those were cancelled?"
  const fewest = said.fewest ?? context.find((one) => one.fewest !== null)?.fewest ?? null;
  if (isFollowUp)
    return {
      ...said,
      fewest,
      line: said.line ?? context.find(({ line }) => line !== null)?.line ?? null,
      // "Leave out the airport. What is the average then?"
      exclude: [...said.exclude, ...context.flatMap(({ exclude }) => exclude)],
      groups: [...said.groups, ...context.flatMap((one) => one.groups.filter(({ isNot }) => isNot))],
    };
  const groups = context.flatMap((one) => one.groups);
  const own = said.groups.length > 0 ? said.groups : groups;
  const told = context.flatMap((one) => one.topics);
  const isNameless = said.topics.length + said.groups.length + said.dropped.length === 0 && said.by === null;
  // "Weather or engines: which is blamed more?"
  const isBare =
    isNameless && said.numbers === null && (said.refers || (told.length > 1 && (said.compares || said.lines > 0)));
  const topics = isBare ? told : [];
  const isClaim = said.claim === null && isBare;
  const claim = isClaim ? (context.find((one) => one.claim !== null)?.claim ?? null) : said.claim;
  const measure = said.measure ?? (isBare ? (context.find((one) => one.measure !== null)?.measure ?? null) : null);
  return {
    ...said,
    fewest,
    groups: own,
    topics: said.topics.length > 0 ? said.topics : topics,
    labels: [...said.labels, ...context.flatMap((one) => one.labels)],
    compares: said.compares || (isBare && context.some((one) => one.compares)),
    claim,
    measure,
    feeling: said.feeling ?? (isBare ? (context.find((one) => one.feeling !== null)?.feeling ?? null) : null),
    by: said.by ?? (isBare ? (context.find((one) => one.by !== null)?.by ?? null) : null),
  };
}

function readingOf(turn: Turn | null, guide: Guide): Reading {
  const { frames = [], steps = [], dropped = [], refused = [] } = turn ?? {};
  if (steps.length === 0) {
    const refusal: Refusal = refused[0] ?? {
      kind: "nothingLeft",
      detail: dropped.length > 0 ? absent(dropped, guide) : `Ask something about the ${guide.record.many}.`,
    };
    return {
      ...{
        frame: null,
        plan: null,
        dropped,
        refusal,
        understood: refusal.detail,
        answerable: "no",
        reason: refusal.detail,
      },
      suggestions: suggestionsOf(guide),
    };
  }
  const reasons = [
    ...new Set(refused.map(({ detail }) => detail)),
    ...(dropped.length > 0 ? [absent(dropped, guide)] : []),
  ];
  // What is nearest to something that no column holds is told, and not sold.
  const isOther = refused.some(({ isCore }) => isCore) || dropped.some((word) => TRAIT.test(word));
  const answerable = isOther ? "no" : reasons.length > 0 ? "partly" : "yes";
  return {
    frame: frames.at(-1)!,
    plan: { steps },
    dropped,
    refusal: null,
    understood: understoodOf(steps, guide),
    answerable,
    reason: reasons.length > 0 ? reasons.join(" ") : null,
    suggestions: answerable === "no" ? suggestionsOf(guide) : [],
  };
}

const TRAIT = /^(?:age|gender|income|location)$/;

/** Words that the data doesn't have, in a sentence. */
function absent(dropped: readonly string[], { record, columns }: Guide): string {
  const traits = dropped.filter((word) => TRAIT.test(word));
  const words = dropped.filter((word) => !traits.includes(word)).map((word) => `“${word}”`);
  const has = columns.length > 0 ? `it has ${columns.map(({ name }) => name).join(", ")}` : "it has texts only";
  return [
    ...(traits.length > 0 ? [`The data has no column for ${traits.join(" or ")}; ${has}.`] : []),
    ...(words.length > 0
      ? [
          `Fewer than 5 ${record.many} mention ${words.length > 1 ? `${words.slice(0, -1).join(", ")} or ` : ""}${words.at(-1)}.`,
        ]
      : []),
  ].join(" ");
}
