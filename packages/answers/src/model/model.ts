import { generateText, jsonSchema, stepCountIs, tool, type LanguageModel, type ModelMessage, type ToolSet } from "ai";
import type { Answers, DatasetKind, Message } from "../answers";
import type { Fault } from "../engine/results";
import { scrubForm } from "../dataset/scrub/patterns";
import { IS_MARK } from "../columnKinds";
import { stemOf, words } from "../dataset/words";
import { figuresNotIn, quotesNotIn, type Known } from "../figures";
import type { LocalAnswers } from "../local";
import type { Log } from "../log";
import type { ModelGuide } from "../modelGuide";
import type { Predicate } from "../plan";
import type { StepFigures, StepTaken } from "../stepTaken";
import { CALL_DESCRIPTION, callSchema, readCall, toldFaults } from "./calls";
import { correction, INSTRUCTIONS } from "./instructions";

export interface ModelSettings {
  /** Counts; its results are all that the model learns about the data, and the answer where the model fails. */
  local: LocalAnswers;
  model: LanguageModel;
  /** For all that the model does for one answer. */
  timeoutMs: number;
  /** How often a request is repeated after 429, 5xx or a broken connection; twice if not given. */
  retries?: number;
  log: Log;
}

/** Messages of a conversation that the model is shown. */
const MAX_MESSAGES = 8;
/** Requests for an answer, and for mending it. */
const ROUNDS = 5;
const MENDING_ROUNDS = 2;
/** Steps that are computed. */
const MAX_STEPS = 40;
/** Characters of results that the model may read. */
const MAX_SHOWN = 48_000;
const MAX_TOKENS = 1_200;
const MAX_WORDING = 4_000;

/** Why the model's words are not sent; `faults` are told to the model. */
class Unusable extends Error {
  constructor(
    readonly reason: string,
    readonly faults: readonly string[] = [reason],
  ) {
    super(reason);
  }
}

/**
 * Answers by a language model that counts with the steps of a plan as its tools. Its words are sent only if every figure
 * and quote in them is one of the results'; they may be mended once. Otherwise the local reply is sent. A question that
 * came as a plan, or asks for what is never told, is not shown to it.
 */
export function modelAnswers({ local, model, timeoutMs, log, retries = 2 }: ModelSettings): Answers {
  async function worded(kind: DatasetKind, messages: readonly Message[], dataHash: string): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    const guide = await local.guide(kind, signal);
    const asked = messages.slice(-MAX_MESSAGES).map(({ role, content }) => ({ role, content: scrubForm(content) }));
    const found: StepTaken[] = [];
    const tools = toolsOf(guide, async (step) => {
      if (found.length >= MAX_STEPS || found.reduce((sum, { reply }) => sum + reply.length, 0) > MAX_SHOWN) return null;
      const taken = await local.step(kind, dataHash, step, signal);
      if (taken.faults.length === 0) found.push(taken);
      return taken;
    });
    const conversation: ModelMessage[] = [...asked];
    // Former replies may have been made up by who asks, and tell nothing: a model looks up what it repeats.
    const questions = asked.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n");
    const usage = { inputTokens: 0, outputTokens: 0, rounds: 0 };
    const said = async (rounds: number): Promise<string> => {
      const { text, response, totalUsage, steps } = await generateText({
        model,
        system: `${INSTRUCTIONS}\n\nThe dataset: ${JSON.stringify(guide)}`,
        messages: conversation,
        tools,
        stopWhen: stepCountIs(rounds),
        // The last round is for the answer.
        prepareStep: ({ stepNumber }) => (stepNumber >= rounds - 1 ? { toolChoice: "none" } : {}),
        temperature: 0,
        maxOutputTokens: MAX_TOKENS,
        maxRetries: retries,
        abortSignal: signal,
      });
      usage.inputTokens += totalUsage.inputTokens ?? 0;
      usage.outputTokens += totalUsage.outputTokens ?? 0;
      usage.rounds += steps.length;
      conversation.push(...response.messages);
      return text.trim();
    };
    try {
      const first = await said(ROUNDS);
      const wrong = wrongIn(first, knownOf(guide, found), questions);
      if (wrong === null) return first;
      conversation.push({ role: "user", content: correction(wrong.faults) });
      const mended = await said(MENDING_ROUNDS);
      const still = wrongIn(mended, knownOf(guide, found), questions);
      if (still) throw still;
      return mended;
    } finally {
      log.info("answer_model_usage", { kind, ...usage });
    }
  }

  return {
    foresee: local.foresee,
    async answer(kind, messages) {
      const { answer, mayBeModelled } = await local.count(kind, messages);
      if (!mayBeModelled) return answer;
      try {
        return { ...answer, reply: await worded(kind, messages, answer.dataHash) };
      } catch (error) {
        log.warn("answer_model_unused", { kind, reason: reasonOf(error) });
        return answer;
      }
    },
  };
}

/** One tool, which takes a list of steps. `take` gives null once no more are computed. */
function toolsOf(
  { columns, numbers, themes }: ModelGuide,
  take: (step: Record<string, unknown>) => Promise<StepTaken | null>,
): ToolSet {
  const named = new Map<string, Predicate>();
  const themeNames = new Set(Object.keys(themes));
  const texts = Object.keys(columns).filter((name) => !(name in numbers));
  return {
    look_up: tool({
      description: CALL_DESCRIPTION,
      inputSchema: jsonSchema<unknown>(
        callSchema({ texts, numbers: Object.keys(numbers) }) as Parameters<typeof jsonSchema>[0],
      ),
      execute: async (input) => {
        const called = readCall(input, named, themeNames);
        if (called.faults.length > 0) return toldFaults(called.faults);
        const told: string[] = [];
        const faults: Fault[] = [];
        for (const { step, placeOf } of called.steps) {
          const taken = await take(step);
          if (taken === null) return [...told, "No more calls: answer now."].join("\n\n");
          faults.push(...taken.faults.map(({ pointer, detail }) => ({ pointer: placeOf(pointer), detail })));
          if (taken.faults.length === 0) told.push(`${placeOf("/steps/0")}: ${taken.reply}`);
        }
        // What a call that failed named may be what was wrong with it.
        if (told.length > 0) for (const [name, predicate] of called.named) named.set(name, predicate);
        return [...told, ...called.notes, ...(faults.length > 0 ? [toldFaults(faults)] : [])].join("\n\n");
      },
    }),
  };
}

/** What a reply may say: what the guide and the steps told, and the values that records were grouped or chosen by. */
function knownOf({ records, size, columns, numbers, themes }: ModelGuide, found: readonly StepTaken[]): Known {
  const told = [...Object.values(columns), themes].flatMap((one) => Object.values(one));
  const ofGuide: StepFigures = {
    counts: [size, ...told].filter((one) => one !== null),
    shares: [],
    names: Object.values(columns).flatMap((one) =>
      Object.keys(one).filter((name) => /\d/.test(name) && isNaN(Number(name))),
    ),
    values: [
      ...Object.entries(columns).map(([column, one]) => ({ column, numbers: Object.keys(one).map(Number) })),
      ...Object.entries(numbers).map(([column, { from, to }]) => ({ column, numbers: [from, to] })),
    ],
  };
  const all = [ofGuide, ...found.map(({ figures }) => figures)];
  return {
    text: [JSON.stringify({ records, columns, themes }), ...found.map(({ reply }) => reply)].join("\n"),
    counts: new Set(all.flatMap(({ counts }) => counts)),
    shares: new Set(all.flatMap(({ shares }) => shares)),
    names: [...new Set(all.flatMap(({ names }) => names))],
    values: all.flatMap(({ values }) =>
      values.map((one) => ({ words: wordsOf(one.column), numbers: new Set(one.numbers) })),
    ),
  };
}

/** The stems by which a column is spoken of: "percentage.funded" is "funded", stars are a rating. */
function wordsOf(column: string): string[] {
  const own = words(column.replace(/([a-z])(?=[A-Z])|_/g, "$1 ")).map(stemOf);
  return IS_MARK.test(column) ? [...own, "star", "rate", "score"] : own;
}

/** Names of errors only: their messages may hold the question. */
function reasonOf(error: unknown): string {
  if (error instanceof Unusable) return error.reason;
  const { name, statusCode, cause, lastError } = error as {
    name?: string;
    statusCode?: number;
    cause?: unknown;
    lastError?: unknown;
  };
  if (lastError !== undefined) return reasonOf(lastError);
  if ((cause as Error | undefined)?.name === "TimeoutError") return "TimeoutError";
  return statusCode === undefined ? (name ?? "unknown") : `status ${statusCode}`;
}

/** Links in any form that Markdown has, addresses that a reader could follow, and markup. */
const LINK = /https?:|mailto:|www\.|\/\/|\](?:\(|\s*[:[])|<[a-z!/]/iu;
/** What could be the name of a host, unless a result has it: two sentences without a space between, or a brand. */
const HOST = /[\p{L}\p{N}][.。．]\p{L}{2,}/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}.。．]+|[.。．](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[.。．]/u;

/** The first thing in a reply that a reader could follow, and that `told`, the results, don't have; null for none. @internal */
export function linkIn(wording: string, told: string): string | null {
  const hosts = wording.split(BETWEEN_WORDS).filter((word) => HOST.test(word));
  return LINK.exec(wording)?.[0] ?? hosts.find((word) => !told.includes(word)) ?? null;
}

/** What can't be looked up in what the model was shown; null where all can. */
function wrongIn(wording: string, known: Known, questions: string): Unusable | null {
  if (wording === "") return new Unusable("no text", ["it has no text"]);
  if (wording.length > MAX_WORDING) return new Unusable("too long", ["it is too long"]);
  const link = linkIn(wording, known.text);
  if (link !== null)
    return new Unusable("a link or markup", [`it has a link, the name of a host, or markup: “${link.slice(0, 80)}”`]);
  const figures = figuresNotIn(wording, known, questions);
  const quotes = quotesNotIn(wording, known.text);
  if (figures.length + quotes.length === 0) return null;
  return new Unusable(figures.length > 0 ? "a figure that was not counted" : "a quote that is none", [
    ...figures.map(
      ({ said, near }) => `“${said}” in “${near}” was not counted, nor follows from two figures that were`,
    ),
    ...quotes.map((quote) => `no result has the words “${quote}” so`),
  ]);
}
