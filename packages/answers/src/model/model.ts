import type { Answers, DatasetKind } from "../answers";
import type { Counted } from "../engine/engine";
import { cut } from "../engine/wording";
import { figureNotIn, quoteNotIn } from "../figures";
import type { LocalAnswers } from "../local";
import type { Log } from "../log";
import type { Step } from "../plan/plan";
import { chatOf, Unusable, type ChatMessage, type ChatSettings } from "./chat";
import { correction, INSTRUCTIONS } from "./instructions";
import type { ToolCall } from "./stepOf";

export interface ModelSettings extends Omit<ChatSettings, "signal"> {
  /** Counts and retrieves; its results are all that the model learns about the data, and the answer when it fails. */
  local: Pick<LocalAnswers, "count" | "step"> & Pick<Answers, "foresee">;
  timeoutMs: number;
  log: Log;
  /** Names the delimiters around what the model is shown, which nothing in it can then close. */
  newId: () => string;
}

/** The turns of a conversation that help to understand its last question. */
const TURNS = 6;
const MAX_CALLS = 12;
const MAX_ROUNDS = MAX_CALLS + 1;
/** The results that a model may read: what one call adds is bounded by the longest reply. */
const MAX_SHOWN = 48_000;

/** What a model has found out, and said of it. */
interface Told {
  /** The results that answer something, in words. */
  results: string[];
  wording: string | null;
}

/**
 * Answers by a model that plans with the engine's steps as tools and words their results. What was counted always
 * follows the words, and stands alone where the model is late, fails, or says a figure or a quote that is no result. A
 * question that could not be computed, or asks for what is never told, is not shown to the model.
 */
export function modelAnswers({ local, timeoutMs, log, newId, ...chat }: ModelSettings): Answers {
  /** Lets the model take steps until it answers; `told` has what it has found out, also where it fails. */
  async function converse(kind: DatasetKind, { answer, asked, steps, guide }: Counted, told: Told): Promise<void> {
    const { reply: report, dataHash } = answer;
    const signal = AbortSignal.timeout(timeoutMs);
    const id = newId();
    const shown = (text: string): string => `<data-${id}>\n${text}\n</data-${id}>`;
    const messages: ChatMessage[] = [
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: shown(JSON.stringify({ dataset: guide, questions: asked, report })) },
    ];
    const taken: (readonly Step[])[] = [steps];
    /** All figures and quotes that the model may repeat. */
    const known = [guide, report];
    let [calls, length, isCorrected] = [0, report.length, false];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const mayCall = calls < MAX_CALLS && length < MAX_SHOWN && !isCorrected;
      const { content, toolCalls, message } = await chatOf({ ...chat, signal }, messages, mayCall);
      if (toolCalls.length === 0 || !mayCall) {
        const wording = textOf(content);
        const wrong = wrongIn(wording, known.join("\n"), asked.join("\n"));
        if (wrong === null) {
          told.wording = wording.trim();
          return;
        }
        // A slip, such as a share that was rounded in words, is mended once.
        if (isCorrected || round + 1 === MAX_ROUNDS) throw new Unusable(wrong.reason);
        isCorrected = true;
        messages.push({ role: "assistant", content: wording }, { role: "user", content: correction(wrong.why) });
        continue;
      }
      messages.push(message);
      for (const call of toolCalls) {
        const result = await resultOf(call);
        length += result.length;
        messages.push({
          role: "tool",
          tool_call_id: call.id,
          content: `${shown(result)}\nCalls left: ${Math.max(0, MAX_CALLS - calls)}.`,
        });
      }
    }
    throw new Unusable("too many calls");

    async function resultOf(call: ToolCall): Promise<string> {
      if ((calls += 1) > MAX_CALLS || length >= MAX_SHOWN) return "No more calls: answer now.";
      const { step, text, isFound } = await local.step(
        kind,
        dataHash,
        taken,
        { name: call.name, arguments: call.arguments },
        signal,
      );
      if (step) taken.push([step]);
      if (step || isFound) known.push(text);
      if (isFound) told.results.push(text);
      return text;
    }
  }

  return {
    ...(local.foresee && { foresee: local.foresee }),
    async answer(kind, messages) {
      const found = await local.count(kind, messages, TURNS);
      const counted = found.answer;
      if (found.asked.length === 0) return counted;
      const told: Told = { results: [], wording: null };
      try {
        await converse(kind, found, told);
      } catch (error) {
        const reason = error instanceof Unusable ? error.message : (error as Error).name;
        log.warn("answer_model_unused", { kind, reason });
      }
      const results = [...new Set(told.results)];
      const facts = results.length > 0 ? results.join("\n\n") : counted.reply;
      return { ...counted, reply: cut(told.wording === null ? facts : `${told.wording}\n\n---\n\n${facts}`) };
    },
  };
}

const MAX_WORDING_LENGTH = 4_000;
/** Links in any form that Markdown has, addresses and names of hosts that a reader could follow, and markup. */
const LINK = /https?:|mailto:|www\.|\/\/|[\p{L}\p{N}][.。．]\p{L}{2,}|\](?:\(|\s*[:[])|<[a-z!/]/iu;

/** The model's words. Throws `Unusable` where there are none, or far too many. */
function textOf(content: unknown): string {
  if (typeof content !== "string" || content.trim() === "") throw new Unusable("no text");
  if (content.length > MAX_WORDING_LENGTH) throw new Unusable("too long");
  return content;
}

/** What can't be looked up in what the model was shown, for the log and for the model; null where all can. */
function wrongIn(wording: string, shown: string, asked: string): { reason: string; why: string } | null {
  if (LINK.test(wording)) return { reason: "a link or markup", why: "it has a link, the name of a host, or markup" };
  const figure = figureNotIn(wording, shown, asked);
  if (figure !== null)
    return {
      reason: "a figure that was not counted",
      why: `“${figure}” is in no result, nor follows from two of them`,
    };
  const quote = quoteNotIn(wording, shown);
  return quote === null ? null : { reason: "a quote that is none", why: `no result has the words “${quote}” so` };
}
