import { isStopWord } from "../../domain/dataset/words";
import type { Message } from "../../ports/answers";
import { groupsIn, type Alias, type Group } from "./groups";

/** What a question is after. */
export type Intent = "most" | "count" | "say" | "compare" | "breakdown";

/** Whom or what a question, or one side of a comparison, is about. */
export interface Subject {
  /** The words that carry the topic, or "" for everything. */
  topic: string;
  /** True where the question is about the words themselves ("how many mention X?"). */
  literal: boolean;
  groups: Group[];
}

export interface Question extends Subject {
  intent: Intent;
  /** The two sides of a comparison. */
  sides: [Subject, Subject] | null;
  /** The column that a breakdown is by. */
  by: string | null;
}

const COUNT = /\bhow (?:many|often|common|frequent(?:ly)?|much of)\b|\b(?:the |total |what )?number of\b|\bcount\b|\b(?:share|percentage|percent|proportion|fraction) of\b|\bwhat (?:share|percentage|percent|proportion|fraction)\b/i;
const COMPARE = /\bdiffer(?:s|ent|ently|ence|ences)?\b|\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b|\bvs\b|\bas opposed to\b/i;
const MOST =
  /\b(?:most|main|biggest|largest|key|major|common(?:est)?|popular|frequent(?:ly)?|trending|usual(?:ly)?|typical(?:ly)?|overall|overview|themes?|summar(?:y|ise|ize)|top\s+(?:\d+|three|five|ten|few|themes?|topics?|questions?|goals?|issues?|concerns?|things?|requests?|reasons?|problems?|needs?))\b/i;
const SAY = /\b(?:say|says|said|saying|think|thinks|thoughts|opinions?|feel|examples?|quotes?|tell me (?:more )?about|why|what about)\b/i;
const LITERAL = /\b(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|us(?:e|es|ed|ing) the (?:words?|phrase|term)|the (?:words?|phrase|term)\b)/i;
const FOLLOWS = /^\s*(?:and|or|also|but|so|then|ok(?:ay)?|now|what about|how about|same|why|more|tell me more|go on|give me|show me|any)\b|\b(?:those|these|them|that group|of which|the same)\b/i;

/** Words that frame a question about the data and name no topic. */
const FRAME = new Set(
  (
    "about ask asks asked asking talk talks talking talked say says said saying tell tells think thinks thought thoughts opinion opinions feel feeling feels mention mentions mentioned contain contains containing word words phrase term " +
    "raise raised write wrote written express expressed complain complains people person persons everyone everybody anyone someone somebody users user visitors visitor customers customer clients " +
    "subscribers subscriber adopters respondents folks those these them they many much most often common commonest commonly frequent frequently popular main biggest largest key major " +
    "trending usual usually typical typically overall overview theme themes topic topics summary summarise summarize number count total share percentage percent proportion fraction " +
    "difference differences different differ differs differently compare compares compared comparing comparison versus vs opposed between across example examples quote quotes give show list find " +
    "question questions query queries chat chats conversation conversations message messages record records data dataset goal goals resolution resolutions aim aims hope hopes hoping wish wishes plan plans planning intend want wants wanted wanting need needs like " +
    "kind kinds sort sorts type types thing things something anything everything other others year years please more why how what which who where when whose interested interest care cares live living lives " +
    "regarding concerning related relation respect terms group groups each per gender state states region regions country countries category categories said around here there reason reasons concern concerns get getting got"
  ).split(" "),
);
const TOPIC_AFTER = /\b(?:about|regarding|concerning|related to|with respect to|mention(?:ed|ing|s)?|contain(?:ing|s)?|the (?:words?|phrase|term)|on the (?:topic|subject) of)\s+(.+)$/i;

/** The question that a conversation ends with; what the last message leaves open is taken from the earlier ones. */
export function readQuestion(messages: readonly Message[], aliases: readonly Alias[], columns: readonly string[]): Question {
  const asked = messages.filter(({ role }) => role === "user").map(({ content }) => readOne(content, aliases, columns));
  return asked.reduce<Part | null>((before, part) => (before && part.follows ? merged(before, part) : part), null)!;
}

interface Part extends Question {
  follows: boolean;
  named: boolean;
}

function merged(before: Part, part: Part): Part {
  const groups = [...before.groups.filter(({ column }) => !part.groups.some((group) => group.column === column)), ...part.groups];
  const subject = { topic: part.topic || before.topic, literal: part.topic ? part.literal : before.literal || part.literal, groups };
  const intent = part.named ? part.intent : part.topic === "" && part.groups.length === 0 && !part.named ? "say" : before.intent;
  if (intent === "compare" && !part.sides) {
    if (part.named || !before.sides) return { ...part, ...subject, intent: "say", sides: null };
    const sides = before.sides.map((side) => ({ ...side, topic: part.topic || side.topic, groups: [...side.groups, ...part.groups] })) as [Subject, Subject];
    return { ...part, ...subject, intent, sides };
  }
  return { ...part, ...subject, intent, by: part.by ?? (intent === "breakdown" ? before.by : null) };
}

function readOne(text: string, aliases: readonly Alias[], columns: readonly string[]): Part {
  const said = text.normalize("NFKC").replace(/\s+/g, " ").trim();
  const follows = FOLLOWS.test(said);
  const by = breakdownColumn(said, columns);
  const sides = COMPARE.test(said) ? sidesOf(said, aliases) : null;
  const subject = subjectOf(said, aliases);
  const rest = { by, sides, follows: follows || (subject.topic === "" && subject.groups.length === 0) };
  if (sides) return { ...subject, ...rest, intent: "compare", named: true };
  if (by !== null && !COUNT.test(said.replace(/\bhow many\b/i, ""))) return { ...subject, ...rest, intent: "breakdown", named: true };
  if (COUNT.test(said)) return { ...subject, ...rest, intent: "count", named: true };
  if (MOST.test(said)) return { ...subject, ...rest, intent: "most", named: true };
  if (SAY.test(said)) return { ...subject, ...rest, intent: "say", named: !/^\s*(?:and |so )?what about\b/i.test(said) };
  return { ...subject, ...rest, intent: subject.topic === "" ? "most" : "say", named: false };
}

function breakdownColumn(said: string, columns: readonly string[]): string | null {
  const found = columns.find((column) => {
    const name = column.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "[ _-]");
    const plural = `(?:${name}s?|${name.replace(/y$/, "ie")}s)`;
    return new RegExp(`\\b(?:by|per|which|what|each|across|every|in which|split by|broken down by)\\s+(?:the\\s+)?(?:different\\s+)?${plural}\\b`, "i").test(said);
  });
  return found ?? null;
}

function sidesOf(said: string, aliases: readonly Alias[]): [Subject, Subject] | null {
  const split =
    /\bbetween\s+(.+?)\s+(?:and|&|vs\.?|versus)\s+(.+)$/i.exec(said) ??
    /\bcompare[ds]?\s+(.+?)\s+(?:and|with|to|against|&|vs\.?|versus)\s+(.+)$/i.exec(said) ??
    /^(?:.*?\bdo(?:es)?\s+|.*?\bare\s+|.*?\bis\s+|.*?\bhow\s+)?(.+?)\s+(?:vs\.?|versus|as opposed to)\s+(.+)$/i.exec(said) ??
    /\b(?:do|does|are|is|how)\s+(.+?)\s+(?:differ(?:s|ent|ently)?|compared?)\s+(?:from|to|with|than)\s+(.+)$/i.exec(said) ??
    /\b(?:do|does|are|is|how)\s+(.+?)\s+and\s+(.+?)\s+(?:differ(?:s|ent|ently)?|compared?)\b/i.exec(said) ??
    /^(.+?)\s+(?:compared (?:to|with)|different (?:from|to|than))\s+(.+)$/i.exec(said);
  if (!split) return null;
  const [a, b] = [subjectOf(split[1]!, aliases), subjectOf(split[2]!, aliases)];
  const empty = ({ topic, groups }: Subject): boolean => topic === "" && groups.length === 0;
  if (empty(a) || empty(b)) return null;
  const shared = b.groups.filter((group) => !a.groups.some(({ column }) => column === group.column));
  return b.topic !== "" && a.topic === "" && a.groups.length > 0 && b.groups.length > 0
    ? [{ ...b, groups: [...a.groups, ...shared] }, b]
    : [a, b];
}

function subjectOf(said: string, aliases: readonly Alias[]): Subject {
  const { groups, rest } = groupsIn(said, aliases);
  const words = rest.replace(/\btop\s+(?:\d+|three|five|ten|few)\b/gi, " ").replace(/\btop\s+(?=(?:themes?|topics?|questions?|goals?|issues?|concerns?|things?|requests?|reasons?|problems?|needs?)\b)/gi, " ");
  const kept = (text: string): string =>
    text
      .split(/[^\p{L}\p{N}'’]+/u)
      .filter((word) => word.length > 1 && !FRAME.has(word.toLowerCase()) && !isStopWord(word.toLowerCase().replace(/['’]/g, "")))
      .join(" ");
  const after = TOPIC_AFTER.exec(words);
  return { topic: (after && kept(after[1]!)) || kept(words), literal: LITERAL.test(said), groups };
}
