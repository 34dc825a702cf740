import type { TaskMetadata } from "./metadata";

/** The categories under which tasks are found, each with what it holds. */
export const CATEGORIES = {
  translation: "From one language into another, spoken or written.",
  writing: "Texts: articles, summaries, copy, editing.",
  research: "Finding and checking facts, sources, people or prices.",
  data: "Collecting, cleaning, labelling and analysing data.",
  software: "Programs, scripts, reviews, tests, operations.",
  design: "Images, layouts, interfaces, brands.",
  media: "Audio, video, music, transcription.",
  marketing: "Outreach, advertising, search and social media.",
  support: "Answering customers, moderation, scheduling.",
  finance: "Accounting, taxes, trading, payments.",
  legal: "Contracts, compliance, filings.",
  education: "Teaching, courses, exercises.",
  science: "Experiments, calculations, reviews of papers.",
  physical: "Errands, photographs, deliveries and visits in a place.",
  other: "Everything else; see the tags.",
} as const;
export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as Category[];

/** Other names of a category, as posters wrote them before the list was published. */
const ALSO: Readonly<Record<Exclude<Category, "other">, string>> = {
  translation: "translate translations translating localization localisation language languages interpreting",
  writing: "text texts copywriting editing content blogging summary summaries proofreading",
  research: "search fact-checking investigation survey surveys",
  data: "annotation labelling labeling data-entry scraping analytics analysis dataset datasets",
  software: "code coding programming development engineering web testing qa devops security it",
  design: "art graphics illustration images image ui ux logo",
  media: "audio video music transcription photography podcast",
  marketing: "seo sales advertising social-media outreach",
  support: "customer-support customer-service moderation assistance admin",
  finance: "accounting bookkeeping tax taxes trading",
  legal: "law compliance contracts",
  education: "teaching tutoring training learning",
  science: "maths mathematics math physics chemistry biology",
  physical: "errand errands delivery local field in-person",
};

export const INDUSTRIES = [
  "agriculture",
  "construction",
  "education",
  "energy",
  "entertainment",
  "finance",
  "food",
  "government",
  "healthcare",
  "hospitality",
  "insurance",
  "legal",
  "logistics",
  "manufacturing",
  "media",
  "nonprofit",
  "professional-services",
  "publishing",
  "real-estate",
  "retail",
  "science",
  "technology",
  "telecommunications",
  "transport",
  "travel",
] as const;
export type Industry = (typeof INDUSTRIES)[number];

/** ISO 3166-1 alpha-2. */
const COUNTRIES = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF " +
    "CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH " +
    "GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW " +
    "KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG " +
    "NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN " +
    "SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT " +
    "ZA ZM ZW"
  ).split(" "),
);

const BY_NAME: ReadonlyMap<string, Category> = new Map([
  ...CATEGORY_NAMES.map((name) => [name, name] as const),
  ...Object.entries(ALSO).flatMap(([name, others]) =>
    others.split(" ").map((other) => [other, name as Category] as const),
  ),
]);

const nameOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/gu, "-");

/** The category that a text names, in any case; `other` for one that is not listed. */
export function categoryOf(text: string): Category {
  return BY_NAME.get(nameOf(text)) ?? "other";
}

/** The industry that a text names, in any case; null for one that is not listed. */
export function industryOf(text: string): Industry | null {
  return INDUSTRIES.find((name) => name === nameOf(text)) ?? null;
}

/** The ISO 3166-1 code that a text names, in any case; null for none. */
export function countryOf(text: string): string | null {
  const code = text.toUpperCase();
  return COUNTRIES.has(code) ? code : null;
}

/** A tag as tags are compared. */
export function tagOf(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** How a task is found: its metadata stays as its poster hashed it. */
export interface TaskLabels {
  readonly category: Category | null;
  readonly industry: Industry | null;
  readonly country: string | null;
  /** A category or an industry that is not listed is a tag. */
  readonly tags: readonly string[];
}

export function taskLabels(metadata: TaskMetadata | null): TaskLabels {
  if (!metadata) return { category: null, industry: null, country: null, tags: [] };
  const { category, industry = "", country = "", tags = [] } = metadata;
  const labels = { category: categoryOf(category), industry: industryOf(industry), country: countryOf(country) };
  const unlisted = [...(BY_NAME.has(nameOf(category)) ? [] : [category]), ...(labels.industry ? [] : [industry])];
  return { ...labels, tags: [...new Set([...tags, ...unlisted].map(tagOf).filter((tag) => tag !== ""))] };
}
