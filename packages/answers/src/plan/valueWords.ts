import { stemOf, words } from "../dataset/words";

/** What people call by other words than the categories of much data do; of each line all mean about as much. */
const AS_WIDE = `
  finance, finances, financial, money, personal finance, budgeting
  health, healthy, healthier, wellness, wellbeing, well-being
  fitness, fit, shape
  career, job, profession, professional, work, working, employment
  business, entrepreneurship, entrepreneur, entrepreneurial, enterprise
  family, relatives, relations, kin, loved ones, loved, household
  friends, friendship, buddies, pals
  relationships, love, romance, romantic, dating
  humor, humour, jokes, joking, funny, funnier, funniest, humorous, comedy, comic, comical, laughs
  education, schooling, school, studies, studying, academic, academics
  training, studies, studying
  travel, see the world, globetrotting
  languages, language, tongues
  leisure, recreation, hobbies, fun, free time, spare time, pastime, entertainment
  philanthropic, philanthropy, charity, charitable, volunteering, doing good, giving back, give back, helping others, good causes, altruism
  personal growth, self improvement, self-improvement, self development, self-development, personal development, better person, bettering themselves, improving themselves, self help, self-help
  time management, organized, organised, manage time, managing time, better organized, better organised
  creativity, creative, art, artistic
  automation, automate
  ai, artificial intelligence
  technology, tech, technical
  shipping, delivery
  spirituality, spiritual, religion, religious, faith
  environment, environmental, sustainability, sustainable, green
  nutrition, diet, food`;

/** What comes under such a category, and is narrower: it stands for what no text says. */
const WITHIN: Readonly<Record<string, string>> = {
  travel: "trip, holiday, vacation, journey, abroad",
  business: "company, startup, firm, run company, start company, be boss, self employed, self-employed",
  finance: "savings, debt",
  family: "children, kids, marriage",
  career: "promotion",
};

/** A name's words that say only what it is a name of: "AI skills", "money stuff". */
const GENERAL = new Set(
  "skills goals topics questions issues matters other general stuff things thing life affairs related side section department bucket".split(
    " ",
  ),
);

const WHOSE = /^(?:the|a|an|their|his|her|my|our|your|own)$/;

/** What a text names: the stems of its words, in any order, without those that say only that it is a name. */
export function nameKey(text: string): string {
  const said = words(text).filter((word) => !WHOSE.test(word));
  const telling = said.filter((word) => !GENERAL.has(word));
  return (telling.length > 0 ? telling : said).map(stemOf).sort().join(" ");
}
const keysIn = (line: string): string[] => line.split(",").map(nameKey);

const linked = (
  lines: readonly (readonly [of: readonly string[], others: readonly string[]])[],
): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [of, others] of lines)
    for (const one of of) found.set(one, [...(found.get(one) ?? []), ...others.filter((other) => other !== one)]);
  return found;
};
const SAME = linked(
  AS_WIDE.trim()
    .split("\n")
    .map((line) => [keysIn(line), keysIn(line)]),
);
const NARROWER = linked(Object.entries(WITHIN).map(([of, others]) => [keysIn(of), keysIn(others)]));

/** The other names of what a key names: those that mean as much, or such as come under it. */
export const otherNames = (key: string, how: "same" | "within"): readonly string[] =>
  (how === "same" ? SAME : NARROWER).get(key) ?? [];
