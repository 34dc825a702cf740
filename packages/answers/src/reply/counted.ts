import type { CountResult, Quote, QuotesResult } from "../engine/results";
import { otherWords } from "../guide";
import { acrossReply } from "./across";
import type { Claim, Told } from "./told";
import { capital, figure, listed, named, nounOf, number, paragraphs, percent, quoted, verbOf } from "./words";

const MAX_QUOTES = 3;

/** How many, and which share: "**312 of 4,998 goals (6%)** mention “job”.", with where that differs. */
export function countReply({ do: asked, of, among, share, alsoBy, quotes, across }: CountResult, told: Told): string {
  const { many, claim } = told;
  const base = nounOf(among.predicate, many);
  const quoteLines = quoteList(quotes.slice(0, MAX_QUOTES), told);
  const where = acrossReply(across, told);
  if (!of.predicate || of.predicate === among.predicate)
    return paragraphs([`There are **${figure(among.count)} ${base}**.`, where, quoteLines]);
  const part = `${figure(of.count)} of ${figure(among.count)} ${base}`;
  const also = otherWords(of.predicate, alsoBy).map(named);
  const verb = `${verbOf(of.predicate)}${also.length > 0 ? ` (or ${listed(also, "or")})` : ""}`;
  const first =
    of.count.told === null
      ? `**Fewer than 5 of ${figure(among.count)} ${base}** ${verb}.`
      : asked === "share" && share.percent !== null
        ? `**${capital(percent(share))} of ${base}** ${verb}: ${number(of.count.told)} of ${figure(among.count)}.`
        : `**${part}${share.percent === null ? "" : ` (${percent(share)})`}** ${verb}.`;
  return paragraphs([verdictOn(claim, share) + first, where, quoteLines]);
}

/** Yes or no, if the question claims a size and the figures decide it; otherwise empty. */
function verdictOn(claim: Claim | null, share: CountResult["share"]): string {
  if (claim === null || share.percent === null) return "";
  const limit = claim.percent;
  const isSure = share.low > limit || share.high < limit;
  if (!isSure) return "About as many as that. ";
  return share.percent > limit === (claim.is !== "under") ? "Yes. " : "No. ";
}

/** Quotes that the reply does not have yet. */
function quoteList(quotes: readonly Quote[], told: Told): string | null {
  const fresh = quotes.filter(({ text }) => !told.quotes.has(text));
  for (const { text } of fresh) told.quotes.add(text);
  return fresh.length === 0 ? null : `In their words:\n\n${fresh.map((one) => `- ${quoted(one)}`).join("\n")}`;
}

/** Quotes, each with how many say nearly the same if that may be published. */
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
