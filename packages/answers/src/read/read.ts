import type { Message } from "../answers";
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { MAX_STEPS, type Predicate, type Step } from "../plan";
import { guarded, type Refusal } from "./guards";
import type { Frame } from "./frame";
import { claimIn } from "./claims";
import { MODELS } from "./models";
import { parsed, type Models, type Parsed } from "./parse";
import { partsOf } from "./parts";
import type { Reading } from "./reading";
import { respelt } from "./spelling";
import { stepsOf } from "./steps";
import { lastTokensOf, textOf } from "./text";
import { suggestionsOf, understoodOf } from "./wording";

/** Turns of the user that are read. */
const MAX_TURNS = 8;
/** What one message asks for at most. */
const MAX_FRAMES = 2;

const MAX_NOT_USED = 5;

/** The lines of a step's result, in order. */
export type LinesOf = (step: Step) => readonly { name: string; predicate: Predicate }[];

/** What was asked up to a turn. */
interface Turn {
  frame: Frame | null;
  /** The steps of each thing that it asks. */
  steps: Step[];
  dropped: string[];
  unused: string[];
  /** What was taken for a slip of the keys: `“custumers” as “customers”`. */
  slips: string[];
  refused: readonly Refusal[];
  /** Whether its steps are those of the turn before. */
  isAgain?: boolean;
}

/** Reads a conversation's last question in the light of those before it. */
export function read(messages: readonly Message[], guide: Guide, linesOf: LinesOf, models: Models = MODELS): Reading {
  let before: Frame | null = null;
  let lists: readonly Step[] = [];
  let last: Turn | null = null;
  for (const { content } of messages.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    const former: string = written(last);
    last = turnOf(content, guide, before, lists, linesOf, models);
    last.isAgain = former !== "[]" && written(last) === former;
    before = last.frame ?? before;
    if (last.steps.some(isList)) lists = last.steps;
  }
  return readingOf(last, guide);
}

const written = (turn: Turn | null): string => JSON.stringify(turn?.steps ?? []);

function turnOf(
  message: string,
  guide: Guide,
  before: Frame | null,
  lists: readonly Step[],
  linesOf: LinesOf,
  models: Models,
): Turn {
  const typed = lastTokensOf(message);
  const meant = respelt(typed, guide);
  const slips = meant.flatMap(({ said }, i) => (said === typed[i]!.said ? [] : [`“${typed[i]!.said}” as “${said}”`]));
  const { tokens, refused, isClosed } = guarded(meant, message, guide);
  const isEmpty = tokens.every(({ isWord }) => !isWord);
  if (isClosed && isEmpty) return { frame: null, steps: [], dropped: [], unused: [], slips, refused };
  let frame = before;
  let all: Step[] = [];
  const dropped: string[] = [];
  const unused: string[] = [];
  for (const part of isEmpty ? [] : partsOf(textOf(tokens)).slice(0, MAX_FRAMES)) {
    const steps = all.some(isList) ? all : lists;
    const one: Parsed = parsed(part, guide, models, frame, () => linesIn(steps, linesOf));
    dropped.push(...one.dropped);
    unused.push(...one.unused);
    if (isOfNothing(one, frame)) continue;
    frame = { ...one.frame, claim: claimIn(part.said) };
    // A question that may mean either of two things gets both answers.
    const own = stepsOf(frame, guide);
    all = [...all, ...(one.other ? [own[0]!, stepsOf(one.other, guide)[0]!] : own)];
  }
  // Of what can't be told, the nearest that can.
  if (all.length === 0 && refused.length > 0 && !isClosed) {
    frame = NEAREST;
    all = stepsOf(frame, guide);
  }
  const written = all.map((step) => JSON.stringify(step));
  const steps = all.filter((_, i) => written.indexOf(written[i]!) === i).slice(0, MAX_STEPS);
  return { frame: steps.length > 0 ? frame : null, steps, dropped: [...new Set(dropped)], unused, slips, refused };
}

const NEAREST: Frame = {
  ...{ ask: "themes", slots: [], order: "most" },
  ...{ limit: null, fewest: null, claim: null, older: [] },
};

/** Where nothing of the data is named but something else is, an answer would be to another question. */
const isOfNothing = ({ frame, dropped, named, hasSubject }: Parsed, before: Frame | null): boolean =>
  named === 0 &&
  (frame.slots.length === 0
    ? dropped.length > 0 || hasSubject
    : dropped.length > 0 && before !== null && /^(?:count|share|quotes|compare|rank)$/.test(frame.ask));

const isList = (step: Step): boolean =>
  !/^(?:count|share|quotes)$/.test(step.do) && (step.do !== "average" || step.by !== undefined);

/** The records of each line of the last step that has several. */
function linesIn(steps: readonly Step[], linesOf: LinesOf): readonly Predicate[] {
  const step = steps.find(isList);
  if (step?.do === "compare") return step.sides;
  return step ? linesOf(step).map(({ predicate }) => predicate) : [];
}

function readingOf(turn: Turn | null, guide: Guide): Reading {
  const { frame = null, steps = [], dropped = [], unused = [], slips = [], refused = [], isAgain } = turn ?? {};
  if (steps.length === 0) {
    const refusal: Refusal = refused[0] ?? {
      kind: "nothingLeft",
      detail:
        dropped.length > 0
          ? absent(dropped, guide)
          : unused.length > 0
            ? `It is not clear what is asked about ${quotedList([...new Set(unused)].slice(0, MAX_NOT_USED))}.`
            : `Ask something about the ${guide.record.many}.`,
    };
    const { detail } = refusal;
    return {
      ...{ frame: null, plan: null, dropped, refusal, understood: detail, answerable: "no", reason: detail },
      notUsed: [...new Set(unused)]
        .filter((word) => !stemsOf(word).every((stem) => stemsOf(detail).includes(stem)))
        .slice(0, MAX_NOT_USED),
      suggestions: suggestionsOf(guide, unused),
    };
  }
  const understood = `${understoodOf(steps, guide)}${slips.length > 0 ? ` Reads ${slips.slice(0, MAX_NOT_USED).join(", ")}.` : ""}`;
  const lacking = dropped.length > 0 ? [absent(dropped, guide)] : [];
  const told = new Set(stemsOf([understood, ...lacking].join(" ")));
  const notUsed = [...new Set(unused)]
    .filter((word) => !stemsOf(word).every((stem) => told.has(stem)))
    .slice(0, MAX_NOT_USED);
  const reasons = [
    ...new Set(refused.map(({ detail }) => detail)),
    ...lacking,
    ...(notUsed.length > 0 ? [`The answer takes no account of ${quotedList(notUsed)}.`] : []),
    ...(isAgain ? ["The question before asked the same, and has the same answer."] : []),
  ];
  // What is nearest to something that no column holds is told, and not sold.
  const isOther = refused.some(({ isCore }) => isCore);
  const answerable = isOther ? "no" : reasons.length > 0 ? "partly" : "yes";
  return {
    frame,
    plan: { steps },
    dropped,
    refusal: null,
    understood,
    notUsed,
    answerable,
    reason: reasons.length > 0 ? reasons.join(" ") : null,
    suggestions: answerable === "no" ? suggestionsOf(guide) : [],
  };
}

const stemsOf = (said: string): string[] => (said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);

/** Words that the data doesn't have, in a sentence. */
const absent = (dropped: readonly string[], { record }: Guide): string =>
  `Fewer than 5 ${record.many} mention ${quotedList(dropped)}.`;

function quotedList(given: readonly string[]): string {
  const words = given.map((word) => `“${word}”`);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)!}` : words[0]!;
}
