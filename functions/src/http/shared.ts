import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../domain/errors";
import type { Answer } from "./respond";

const MAX_ENTRIES = 1_000;
/** Maximum characters of all bodies together. */
const MAX_SIZE = 16_000_000;

interface Entry {
  answer: Answer | null;
  at: number;
  running: Promise<Answer> | null;
}

/**
 * Shared answers: each is computed once in `seconds`, regardless of the number of requests.
 *
 * During a computation, an answer of up to twice that age is returned instead of waiting.
 */
export class SharedAnswers {
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  constructor(
    private readonly seconds: number,
    private readonly nowMs: () => number,
  ) {}

  /** @param admit may refuse the request that would start a computation; others are not affected */
  async get(key: string, admit: () => Promise<void>, compute: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const entry = this.entries.get(key) ?? { answer: null, at: 0, running: null };
      const age = this.nowMs() - entry.at;
      if (entry.answer && age < this.seconds * 1_000) return entry.answer;
      const starts = entry.running === null;
      entry.running ??= this.refresh(key, entry, admit, compute);
      if (entry.answer && age < this.seconds * 2_000) {
        entry.running.catch(() => undefined);
        return entry.answer;
      }
      try {
        return await entry.running;
      } catch (error) {
        // Another client's limit does not apply to this one.
        if (starts || !(error instanceof Refusal && error.code === "rate_limited")) throw error;
      }
    }
  }

  private refresh(
    key: string,
    entry: Entry,
    admit: () => Promise<void>,
    compute: () => Promise<Answer>,
  ): Promise<Answer> {
    this.keep(key, entry);
    return (async () => {
      try {
        await admit();
        const answer = shared(await compute(), this.seconds);
        this.drop(key);
        Object.assign(entry, { answer, at: this.nowMs() });
        this.keep(key, entry);
        return answer;
      } finally {
        entry.running = null;
        if (!entry.answer) this.drop(key);
      }
    })();
  }

  private keep(key: string, entry: Entry): void {
    this.drop(key);
    this.entries.set(key, entry);
    this.size += sizeOf(entry);
    for (const oldest of this.entries.keys()) {
      if (oldest === key || (this.entries.size <= MAX_ENTRIES && this.size <= MAX_SIZE)) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry) this.size -= sizeOf(entry);
    this.entries.delete(key);
  }
}

/** The answer with cache headers; only a healthy one may be cached outside. */
export function shared(answer: Answer, seconds: number): Answer {
  if (answer.status !== 200) return answer;
  const digest = createHash("sha256").update(answer.body).digest("base64url").slice(0, 27);
  const headers = {
    ...answer.headers,
    "Cache-Control": `public, max-age=${seconds}, s-maxage=${seconds}`,
    ETag: `W/"${digest}"`,
  };
  return { ...answer, headers };
}

/** The answer, or 304 if the client already has it. */
export function unlessKnown(answer: Answer, { headers }: IncomingMessage): Answer {
  const etag = answer.headers?.["ETag"];
  const known = headers["if-none-match"];
  if (etag === undefined || known === undefined) return answer;
  const isKnown = known.split(",").some((tag) => tag.trim() === "*" || strong(tag.trim()) === strong(etag));
  return isKnown ? { ...answer, status: 304, body: "" } : answer;
}

function strong(tag: string): string {
  return tag.replace(/^W\//, "");
}

function sizeOf({ answer }: Entry): number {
  return answer?.body.length ?? 0;
}
