import { generateText, jsonSchema, stepCountIs, tool, type LanguageModel, type ModelMessage, type ToolSet } from "ai";
import type { Answers, DatasetKind, Message } from "../answers";
import { scrubForm } from "../dataset/scrub/patterns";
import { figureNotIn, quoteNotIn } from "../figures";
import type { LocalAnswers } from "../local";
import type { Log } from "../log";
import { STEP_NAMES, STEP_SCHEMAS, type StepName } from "../plan";
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
const MAX_ROUNDS = 6;
/** Calls of a round that are computed. */
const MAX_CALLS = 24;
/** Characters of results that the model may read. */
const MAX_SHOWN = 48_000;
const MAX_TOKENS = 1_200;
const MAX_WORDING = 4_000;

/** Why the model's words are not sent; `why` is told to the model. */
class Unusable extends Error {
  constructor(
    readonly reason: string,
    readonly why: string = reason,
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
    const shown = [guide];
    const tools = toolsOf(async (step) => {
      if (shown.length > MAX_CALLS || shown.reduce((sum, { length }) => sum + length, 0) > MAX_SHOWN)
        return "No more calls: answer now.";
      const { reply, faults } = await local.step(kind, dataHash, step, signal);
      if (faults.length > 0) return faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("\n");
      shown.push(reply);
      return reply;
    });
    const conversation: ModelMessage[] = asked;
    const usage = { inputTokens: 0, outputTokens: 0, rounds: 0 };
    const said = async (rounds: number): Promise<string> => {
      const { text, response, totalUsage, steps } = await generateText({
        model,
        system: `${INSTRUCTIONS}\n\nThe dataset: ${guide}`,
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
      const first = await said(MAX_ROUNDS - 1);
      const wrong = wrongIn(first, shown, asked);
      if (wrong === null) return first;
      conversation.push({ role: "user", content: correction(wrong.why) });
      const mended = await said(1);
      const still = wrongIn(mended, shown, asked);
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

/** Each step as a tool; its input is the step without its name. */
function toolsOf(take: (step: Record<string, unknown>) => Promise<string>): ToolSet {
  const toolOf = (name: StepName): ToolSet[string] => {
    const { description, properties, required, additionalProperties } = STEP_SCHEMAS[name];
    const { do: _, ...members } = properties;
    return tool({
      description: description!,
      inputSchema: jsonSchema<Record<string, unknown>>({
        type: "object",
        properties: members,
        required: required?.filter((one) => one !== "do") ?? [],
        additionalProperties,
      } as Parameters<typeof jsonSchema>[0]),
      execute: (input) => take({ do: name, ...input }),
    });
  };
  return Object.fromEntries(STEP_NAMES.map((name) => [name, toolOf(name)]));
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

/** Links in any form that Markdown has, addresses and names of hosts that a reader could follow, and markup. */
const LINK = /https?:|mailto:|www\.|\/\/|[\p{L}\p{N}][.。．]\p{L}{2,}|\](?:\(|\s*[:[])|<[a-z!/]/iu;

/** What can't be looked up in what the model was shown; null where all can. */
function wrongIn(wording: string, shown: readonly string[], asked: readonly { content: string }[]): Unusable | null {
  if (wording === "") return new Unusable("no text", "it has no text");
  if (wording.length > MAX_WORDING) return new Unusable("too long", "it is too long");
  if (LINK.test(wording)) return new Unusable("a link or markup", "it has a link, the name of a host, or markup");
  const known = shown.join("\n");
  const figure = figureNotIn(wording, known, asked.map(({ content }) => content).join("\n"));
  if (figure !== null)
    return new Unusable("a figure that was not counted", `“${figure}” is in no result, nor follows from two of them`);
  const quote = quoteNotIn(wording, known);
  return quote === null ? null : new Unusable("a quote that is none", `no result has the words “${quote}” so`);
}
