import { tokensOf, type Token } from "../plan/tokens";
import { asksForTrouble, rivalsIn, saysBoth, saysEither, saysOr, type Ask } from "./asks";
import type { Span } from "./marks";

/** What a part of a question asks, in the plainest words: its cues in one wording, its topics as they were said. */
export function canonical(ask: Ask, tokens: readonly Token[], isFollowUp: boolean): Token[] {
  const { kind, topics, groups, by, pointsBack } = ask;
  const among = groupWords(groups, tokens);
  const not = ask.excluded.length === 0 ? [] : [...tokensOf("but not"), ...listed(ask.excluded, "or")];
  const each = (words: (topic: readonly Token[]) => Token[]): Token[] => topics.flatMap(({ tokens }) => words(tokens));
  const split = by ? [...tokensOf(", by"), ...by.tokens.filter(({ said }) => !PER.test(said))] : [];
  const end = (...said: (string | readonly Token[])[]): Token[] => [
    ...said.flatMap((one) => (typeof one === "string" ? tokensOf(one) : [...one])),
  ];
  const { rivals, within } = rivalsIn(groups);
  switch (kind) {
    case null:
      if (!isFollowUp) return topics.length > 1 && not.length === 0 && !saysOr(ask, tokens) ? ranked() : counted();
      if (topics.length === 0 && by === null && !pointsBack)
        return groups.length > 1 ? end(listed(groups, "or"), "?") : end("And among", among, not, "?");
      if (by === null && !pointsBack)
        return end("What about", listed(topics, "and"), among.length > 0 ? "among" : "", among, not, "?");
      return counted();
    case "compare": {
      if (not.length > 0 && topics.length > 0) return counted();
      if (topics.length > 1)
        return topics.length === 2
          ? end("Which is more common", among.length > 0 ? "among" : "", among, ",", listed(topics, "or"), split, "?")
          : ranked();
      if (rivals.length > 1) return rivalling();
      if (groups.length > 1 && topics.length === 0) return end("Compare", listed(groups, "and"), ".");
      if (topics.length === 1 && groups.length === 1 && !by)
        return end("Do", among, "speak of", topics[0]!.tokens, "more than others?");
      return counted();
    }
    case "all":
      if (groups.length > 1 && topics.length === 0) return end("Compare", listed(groups, "and"), ".");
      if (by && (topics.length > 0 || pointsBack)) return counted();
      if (topics.length > 0)
        return end("Which", topics[0]!.tokens, "do", among.length > 0 ? among : "people", "speak of most?");
      if (pointsBack) return end("What is most common among those?");
      return end("What do", among.length > 0 ? among : "people", "want most", split, "?");
    case "why":
      if (topics.length === 0) return end(asksForTrouble(ask) ? "What problems do those have?" : "Why?");
      return asksForTrouble(ask)
        ? each((topic) => end("What problems do", among.length > 0 ? among : "people", "have with", topic, not, "?"))
        : each((topic) => end("Why do", among.length > 0 ? among : "people", "speak of", topic, not, "?"));
    case "quotes": {
      const number = ask.cue.filter(({ said }) => NUMBER.test(said)).slice(-1);
      const from = among.length > 0 ? end("from", among) : [];
      return topics.length === 0
        ? end("Show", number, "quotes", from.length > 0 ? from : "of those", ".")
        : each((topic) => end("Show", number, "quotes", from, "on", topic, not, "."));
    }
    case "describe":
      if (topics.length === 0) return end("What do they say about it?");
      return each((topic) => end("What do", among.length > 0 ? among : "people", "say about", topic, not, "?"));
    default:
      return counted();
  }

  /** Groups side by side, by a topic or all in all. */
  function rivalling(): Token[] {
    const sides = rivals.map((side) => groupWords([side, ...within], tokens));
    const [first = [], ...others] = sides;
    const and = (words: readonly Token[], i: number): Token[] =>
      i === 0 ? [...words] : [...tokensOf("and"), ...words];
    if (topics.length > 0)
      return each((topic) => end("Do", first, "speak of", topic, not, "more than", others.flatMap(and), "?"));
    return pointsBack || isFollowUp ? end(listed(rivals, "or"), "?") : end("Compare", sides.flatMap(and), ".");
  }

  function ranked(): Token[] {
    return end(
      among.length > 0 ? "Among" : "",
      among,
      among.length > 0 ? "," : "",
      "rank",
      listed(topics, "and"),
      split,
      ".",
    );
  }

  function counted(): Token[] {
    if (rivals.length > 1 && !saysEither(rivals, tokens) && (topics.length > 0 || pointsBack)) return rivalling();
    if (topics.length === 0 && groups.length === 0 && by)
      return pointsBack
        ? end("How do those split", split.slice(1), "?")
        : end("How do they split", split.slice(1), "?");
    const of = pointsBack ? "of those" : "";
    if (topics.length === 0)
      return groups.length === 0 ? end("How many", of, "?") : end("How many", of, "are", among, split, "?");
    const who = among.length > 0 ? among : [];
    const size = ask.claim?.tokens.some(({ said }) => MEASURED.test(said)) ? ask.claim.tokens : null;
    const ask1 = (topic: readonly Token[]): Token[] =>
      size
        ? end("Do", size, "of", who.length > 0 ? who : "people", "speak of", topic, not, "?")
        : end("How many", of, who, "speak of", topic, not, split, "?");
    if (topics.length > 1 && saysOr(ask, tokens)) return ask1(listed(topics, "or"));
    if (topics.length === 2 && saysBoth(ask, tokens)) return ask1([...tokensOf("both"), ...listed(topics, "and")]);
    return topics.length > 2 && !by && not.length === 0 ? ranked() : each(ask1);
  }
}

const PER = /^(?:by|per|each|every|which|what|the|in|split)$/;
const NUMBER = /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/;
const MEASURED = /^(?:most|mostly|majority|half|third|quarter|fifth|tenth|\d+|percent|%|two|three|nine)$/;
const BEFORE = /^(?:in|from|on|at|over|under|aged|above|below|between)$/;

/** Groups as who they are: "women", "people in Maine", "men in Maine". */
const groupWords = (groups: readonly Span[], tokens: readonly Token[]): Token[] =>
  groups.flatMap(({ tokens: words, from }, i) => {
    const before = tokens[from - 1];
    const isPlace = words[0]!.said === "on" || (before !== undefined && BEFORE.test(before.said));
    const place = isPlace && words[0]!.said !== "on" ? [before!, ...words] : words;
    return [...(i === 0 ? tokensOf(isPlace ? "people" : "") : isPlace ? [] : tokensOf("and")), ...place];
  });

function listed(spans: readonly Span[], joint: "and" | "or"): Token[] {
  return spans.flatMap(({ tokens }, i) => [
    ...(i === 0 ? [] : tokensOf(i < spans.length - 1 ? "," : joint)),
    ...tokens,
  ]);
}
