import type { CountResult, QuotesResult } from "../engine/results";
import type { Claim, Told } from "./told";
import { capital, escaped, figure, listed, named, nounOf, number, paragraphs, percent, quoted, verbOf } from "./words";

const MAX_QUOTES = 3;
const MAX_OTHER_WORDS = 3;

/** How many, and which share: "**312 of 4,998 goals (6%)** mention “job”." */
export function countReply(
  { do: asked, of, among, share, alsoBy, quotes }: CountResult,
  { many, claim }: Told,
): string {
  const base = nounOf(among.predicate, many);
  const quoteLines = quotes.length === 0 ? null : quoteList(quotes.slice(0, MAX_QUOTES).map(quoted));
  if (!of.predicate) return paragraphs([`There are **${figure(among.count)} ${base}**.`, quoteLines]);
  const part = `${figure(of.count)} of ${figure(among.count)} ${base}`;
  const said = JSON.stringify(of.predicate).toLowerCase();
  const also = alsoBy
    .filter((words) => !said.includes(words.toLowerCase()))
    .slice(0, MAX_OTHER_WORDS)
    .map(named);
  const verb = `${verbOf(of.predicate)}${also.length > 0 ? ` (or ${listed(also, "or")})` : ""}`;
  const told =
    of.count.told === null
      ? `**Fewer than 5 of ${figure(among.count)} ${base}** ${verb}.`
      : asked === "share" && share.percent !== null
        ? `**${capital(percent(share))} of ${base}** ${verb}: ${number(of.count.told)} of ${figure(among.count)}.`
        : `**${part}${share.percent === null ? "" : ` (${percent(share)})`}** ${verb}.`;
  return paragraphs([verdictOn(claim, share) + told, quoteLines]);
}

/** "Yes. " or "No. ", where a size was claimed and the figures decide it. */
function verdictOn(claim: Claim | null, share: CountResult["share"]): string {
  if (claim === null || share.percent === null) return "";
  const limit = claim.is === "most" ? 50 : claim.percent;
  if (limit === null || (claim.is !== "most" && claim.is !== "over" && claim.is !== "under")) return "";
  const isSure = share.low > limit || share.high < limit;
  if (!isSure) return "About as many as that. ";
  return share.percent > limit === (claim.is !== "under") ? "Yes. " : "No. ";
}

const quoteList = (quotes: readonly string[]): string =>
  `In their words:\n\n${quotes.map((one) => `- ${one}`).join("\n")}`;

/** Quotes, each with how many say nearly the same where that is told. */
export function quotesReply({ of, quotes }: QuotesResult, { many }: Told): string {
  const noun = nounOf(of.predicate, many);
  if (of.count.told === null) return `**Fewer than 5 ${noun}**: too few to quote.`;
  if (quotes.length === 0)
    return `None of the ${number(of.count.told)} ${noun} can be quoted: no five people put it nearly the same way.`;
  return paragraphs([
    `What ${number(of.count.told)} ${noun} say, for example:`,
    quotes.map((one) => `- ${quoted(one)}`).join("\n"),
  ]);
}

/** The line on words of a question that the data doesn't have. */
export const droppedLine = (dropped: readonly string[]): string | null =>
  dropped.length === 0 ? null : `Not in this data, and left out: ${listed(dropped.map((one) => `“${escaped(one)}”`))}.`;
