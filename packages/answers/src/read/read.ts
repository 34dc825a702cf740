import type { Message } from "../answers";
import type { Guide } from "../guide";
import { MAX_STEPS, type Predicate, type Step } from "../plan";
import { columnWordsOf } from "./columns";
import { alone, laidOver } from "./follow";
import type { Frame } from "./frame";
import { saidIn, saysAnything, type Guess, type Said } from "./frames";
import { LEARNT } from "./learnt";
import { guarded, type Refusal } from "./guards";
import { partsOf, type Part } from "./parts";
import type { Reading } from "./reading";
import { stepsOf } from "./steps";
import { marked } from "./tagger";
import { lastTokensOf, textOf } from "./text";
import { suggestionsOf, understoodOf } from "./wording";
import { unpacked, type Weights } from "./weights";

/** Turns of the user that are read. */
const MAX_TURNS = 8;
/** What one message asks for at most. */
const MAX_FRAMES = 3;

/** The lines of a step's result, in order. */
export type LinesOf = (step: Step) => readonly { name: string; predicate: Predicate }[];

let weights: Weights | null = null;
const learnt = (): Weights => (weights ??= unpacked(LEARNT));

/** What was asked up to a turn. */
interface Turn {
  frames: Frame[];
  steps: Step[];
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
    steps = last.steps;
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
  const { tokens, refused } = guarded(lastTokensOf(message), message, guide);
  const isFollowUp = earlier.length > 0;
  const text = textOf(tokens);
  const { asking, told } = partsOf(text, isFollowUp);
  const spans = marked({ tokens, isFollowUp, columnWords: columnWordsOf(guide) }, learnt());
  const hasMarks = spans.some(({ mark }) => mark === "topic");
  const hasOwnMarks = ({ from, tokens: own }: Part): boolean =>
    spans.some(({ mark, from: at }) => mark === "topic" && at >= from && at < from + own.length);
  const guess = (part: Part): Guess => {
    if (!hasMarks && (!isFollowUp || tokens.length < 5)) return "any";
    return !isFollowUp && asking.includes(part) && !hasOwnMarks(part) ? "found" : "none";
  };
  const said = (part: Part): Said => saidIn(part, spans, guide, guess(part));
  const context = told.map((part) => ({ ...said(part), isAfter: part.from > (asking[0]?.from ?? 0) }));
  const heard = asking.map(said).filter(saysAnything);
  // "Most leavers go because of their manager. True or not?": what is told is asked.
  const tells = context.filter((one) => one.topics.length + one.groups.length + one.dropped.length > 0);
  const asked = heard.some((one) => asksAnything(one) || isFollowUp) || tells.length === 0 ? heard : tells;
  const dropped: string[] = [];
  const frames: Frame[] = [];
  const cached = linesOfSteps(before, linesOf);
  for (const one of asked) {
    if (frames.length === MAX_FRAMES) break;
    const own = frames.length === 0 ? inContext(one, context, isFollowUp) : one;
    const lines =
      frames.length === 0
        ? cached
        : linesOfSteps(
            frames.flatMap((frame) => stepsOf(frame, guide)),
            linesOf,
          );
    const frame =
      isFollowUp || frames.length > 0 ? laidOver(own, { frames: [...earlier, ...frames], lines }, guide) : alone(own);
    dropped.push(...own.dropped);
    const answerable = withoutDropped(frame, own);
    if (answerable !== null && !frames.some((other) => JSON.stringify(other) === JSON.stringify(answerable)))
      frames.push(answerable);
  }
  const all = frames.flatMap((frame) => stepsOf(frame, guide));
  const written = all.map((step) => JSON.stringify(step));
  const steps = all.filter((_, i) => written.indexOf(written[i]!) === i).slice(0, MAX_STEPS);
  return { frames, steps, dropped: [...new Set(dropped)], refused };
}

/** Whether a part asks for something by itself, rather than whether what was told is so. */
const asksAnything = (said: Said): boolean =>
  said.measure !== null ||
  said.topics.length + said.groups.length + said.dropped.length > 0 ||
  said.by !== null ||
  said.refers;

/** The lines of the last step that has several. */
const linesOfSteps = (steps: readonly Step[], linesOf: LinesOf) => () => {
  const listing = steps.filter(({ do: kind }) => kind !== "count" && kind !== "share" && kind !== "quotes");
  const [step] = listing;
  return step ? linesOf(step) : [];
};

/** With the groups that are told before what is asked, and with its topic where it only points to one. */
function inContext(said: Said, context: readonly (Said & { isAfter: boolean })[], isFollowUp: boolean): Said {
  const groups = context.filter(({ isAfter }) => !isAfter).flatMap((one) => one.groups);
  const topics = context.flatMap((one) => one.topics);
  const own = said.groups.length > 0 || isFollowUp ? said.groups : groups;
  const isFigure = said.measure === null || !OPEN.has(said.measure);
  const isPointing =
    said.topics.length === 0 &&
    said.dropped.length === 0 &&
    (said.refers || isFigure) &&
    !isFollowUp &&
    said.groups.length === 0 &&
    said.by === null;
  const lists = said.measure === "rank" && said.topics.length < 2 && topics.length > 1;
  const claim = said.claim ?? context.find((one) => one.claim !== null)?.claim ?? null;
  return {
    ...said,
    groups: own,
    ...((isPointing || lists) && { topics: topics.slice(0, 12) }),
    ...(isPointing &&
      topics.length > 0 &&
      said.measure === null && {
        claim,
        measure: context.find(({ measure }) => measure !== null)?.measure ?? (claim ? "share" : null),
        compares: context.some(({ compares }) => compares),
      }),
  };
}

/** These are asked of all records, too. */
const OPEN: ReadonlySet<Frame["measure"]> = new Set(["themes", "problems", "wishes", "reasons", "briefing"]);
const LISTS: ReadonlySet<Frame["measure"]> = new Set(["themes", "problems", "wishes", "reasons", "briefing", "quotes"]);

/** Asked of nothing but what the data doesn't have, a figure would be of something else. */
function withoutDropped(frame: Frame, said: Said): Frame | null {
  if (said.dropped.length === 0 || said.topics.length > 0) return frame;
  const hasMore = said.groups.length > 0 || frame.within.length > 0;
  if (LISTS.has(frame.measure) && (hasMore || said.measure !== null)) return frame;
  return hasMore ? { ...frame, measure: "briefing", topics: [] } : null;
}

function readingOf(turn: Turn | null, guide: Guide): Reading {
  const { frames = [], steps = [], dropped = [], refused = [] } = turn ?? {};
  if (steps.length === 0) {
    const refusal: Refusal = refused[0] ?? {
      kind: "nothingLeft",
      detail:
        dropped.length > 0
          ? `The data says nothing of ${dropped.map((word) => `“${word}”`).join(", ")}.`
          : `Ask something about the ${guide.record.many}.`,
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
    ...[...new Set(refused.map(({ detail }) => detail))],
    ...(dropped.length > 0
      ? [`Left out, because the data does not have it: ${dropped.map((word) => `“${word}”`).join(", ")}.`]
      : []),
  ];
  return {
    frame: frames.at(-1)!,
    plan: { steps },
    dropped,
    refusal: null,
    understood: understoodOf(steps, guide),
    answerable: reasons.length > 0 ? "partly" : "yes",
    reason: reasons.length > 0 ? reasons.join(" ") : null,
    suggestions: [],
  };
}
