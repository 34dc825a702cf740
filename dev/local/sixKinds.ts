import type { PaidPath } from "../../packages/client/src/index";

/** What a quote and the paid reply said of one question. */
export interface Told {
  understood?: string | undefined;
  answerable?: string | undefined;
  reply: string;
  /** How many records the dataset has, where the answer says so. */
  datasetCount?: number | null;
}

/** A question of one kind, and what its reply is to hold. */
export interface Kind {
  kind: string;
  path: Extract<PaidPath, "/demand-insights" | "/ai-early-adopters-goals">;
  turns: readonly string[];
  answerable: "yes" | "no";
  wants: string;
  isTold: (told: Told) => boolean;
}

const RANKED = ["invoices", "prices", "GDPR", "job applications"];
/** "**92 of 777 goals (12%)**": a count, and of how many. */
const FIGURE = /\*\*([\d,]+) of ([\d,]+) /;
const PLACE = /^\| ([A-Z][^|]*) \| ([\d,]+) \|/gm;
const numberOf = (written: string | undefined): number => Number((written ?? "").replace(/,/g, "") || NaN);

function isInOrder(reply: string): boolean {
  const places = [...reply.matchAll(PLACE)];
  const counts = places.map(([, , count]) => numberOf(count));
  const names = places.map(([, name = ""]) => name.toLowerCase());
  return (
    RANKED.every((name) => names.includes(name.toLowerCase())) &&
    counts.every((count, i) => i === 0 || count <= counts[i - 1]!)
  );
}

/** A count, a ranking, a follow-up, a comparison, something that is not there, another language. */
export const SIX_KINDS: readonly Kind[] = [
  {
    kind: "a count",
    path: "/demand-insights",
    turns: ["How many ask about invoices?"],
    answerable: "yes",
    wants: "a count of chats that mention “invoices”",
    isTold: ({ reply }) => FIGURE.test(reply) && /chats \(\d+%\)\*\* mention “invoices”/.test(reply),
  },
  {
    kind: "a ranking",
    path: "/demand-insights",
    turns: ["Rank invoices, prices, GDPR and job applications"],
    answerable: "yes",
    wants: "all four in the order of their counts",
    isTold: ({ reply }) => isInOrder(reply),
  },
  {
    kind: "a follow-up",
    path: "/ai-early-adopters-goals",
    turns: ["How many mention AI?", "And among women?"],
    answerable: "yes",
    wants: "a count of what was asked before, among women alone",
    isTold: ({ reply, datasetCount }) =>
      numberOf(FIGURE.exec(reply)?.[2]) < (datasetCount ?? 0) &&
      /\*\* mention “AI”/.test(reply) &&
      /with gender female/.test(reply),
  },
  {
    kind: "a comparison",
    path: "/ai-early-adopters-goals",
    turns: ["Compare men and women on AI"],
    answerable: "yes",
    wants: "a count of each group",
    isTold: ({ reply }) =>
      /\d+% \(\d+\) of \d+ goals with gender \w+ .* against \d+% \(\d+\) of \d+ goals with gender \w+/.test(reply),
  },
  {
    kind: "something that is not there",
    path: "/demand-insights",
    turns: ["How many ask about zebras?"],
    answerable: "no",
    wants: "three questions that have answers, and no count",
    isTold: ({ reply }) =>
      /zebras/.test(reply) && (reply.match(/^- .*\?$/gm) ?? []).length === 3 && !FIGURE.test(reply),
  },
  {
    kind: "another language",
    path: "/ai-early-adopters-goals",
    turns: ["¿Cuántas personas quieren viajar?"],
    answerable: "no",
    wants: "that the question is in Spanish, and no count",
    isTold: ({ reply }) => /\bSpanish\b/.test(reply) && !FIGURE.test(reply),
  },
];

/** Throws where a question's quote or reply is not of its kind. */
export function checkKind({ kind, answerable, wants, isTold }: Kind, told: Told): void {
  const fail = (what: string): never => {
    throw new Error(`The demo expected ${what} for ${kind}; the reply was:\n${told.reply}`);
  };
  if (!told.understood) fail("a quote that says what was understood");
  if (told.answerable !== answerable) fail(`a quote with answerable ${answerable}, not ${told.answerable},`);
  if (!isTold(told)) fail(wants);
}
