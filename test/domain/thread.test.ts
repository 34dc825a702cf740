import {
  countMessage,
  MAX_BYTES_IN_DAY,
  MAX_BYTES_IN_THREAD,
  MAX_MESSAGES_IN_DAY,
  MAX_MESSAGES_IN_HOUR,
  MAX_MESSAGES_IN_THREAD,
  MAX_UNANSWERED,
  NO_MESSAGES,
  type AuthorDay,
  type ThreadCounts,
  type ThreadRole,
} from "../../functions/src/domain/thread";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 20_000 * DAY + 10 * HOUR;

/** A thread and the day of one author in it, who writes one message after the other. */
class Writing {
  thread: ThreadCounts = NO_MESSAGES;
  day: AuthorDay | null = null;

  write(role: ThreadRole = "poster", { bytes = 1, nowMs = NOW, isChosen = true } = {}): this {
    const { thread, author } = countMessage(this.thread, this.day, { role, isChosen, bytes, nowMs });
    this.thread = thread;
    this.day = author;
    return this;
  }

  writeMany(count: number, role?: ThreadRole, options?: { nowMs?: number; isChosen?: boolean }): this {
    for (let at = 0; at < count; at++) this.write(role, options);
    return this;
  }
}

const limit = (code: string, detail: RegExp) =>
  expect.objectContaining({ code, detail: expect.stringMatching(detail) as string }) as Error;

describe("the budgets of a thread", () => {
  it("number its messages, no matter who writes them", () => {
    const { thread } = new Writing().writeMany(2, "poster").write("worker").write("arbiter");
    expect(thread.messages).toBe(4);
    expect(thread.by.poster).toMatchObject({ messages: 2, bytes: 2, inHour: 2 });
  });

  it("TH2: an author has so many an hour, and the other side keeps its own", () => {
    const writing = new Writing().writeMany(MAX_MESSAGES_IN_HOUR, "worker");
    expect(() => writing.write("worker")).toThrow(limit("rate_limited", /30 messages an hour.* Retry in 3600 s/));
    expect(writing.write("poster").thread.messages).toBe(MAX_MESSAGES_IN_HOUR + 1);
    expect(() => writing.write("worker", { nowMs: NOW + HOUR })).not.toThrow();
  });

  it("TH2: an author's share of a thread ends, in messages and in bytes", () => {
    const full = new Writing();
    full.thread = {
      ...NO_MESSAGES,
      by: { worker: { messages: MAX_MESSAGES_IN_THREAD, bytes: 1, hour: 0, inHour: 0 } },
    };
    expect(() => full.write("worker")).toThrow(limit("message_limit_reached", /500 messages/));
    full.thread = {
      ...NO_MESSAGES,
      by: { worker: { messages: 1, bytes: MAX_BYTES_IN_THREAD - 9, hour: 0, inHour: 0 } },
    };
    expect(() => full.write("worker", { bytes: 10 })).toThrow(limit("message_limit_reached", /1000000 bytes/));
    expect(() => full.write("poster", { bytes: 10 })).not.toThrow();
    expect(() => full.write("worker", { bytes: 9 })).not.toThrow();
  });

  it("TH2: a wallet has so many a day in all threads, and so many bytes", () => {
    const busy = new Writing();
    const day = Math.floor(NOW / DAY);
    busy.day = { day, messages: MAX_MESSAGES_IN_DAY, bytes: 1 };
    expect(() => busy.write()).toThrow(limit("rate_limited", /300 messages .* a day in all threads. Retry in 50400 s/));
    busy.day = { day, messages: 1, bytes: MAX_BYTES_IN_DAY };
    expect(() => busy.write()).toThrow(limit("rate_limited", /bytes a day/));
    expect(busy.write("poster", { nowMs: NOW + DAY }).day).toEqual({ day: day + 1, messages: 1, bytes: 1 });
  });

  it("TH2: a worker whom the poster neither approved nor answered writes five messages", () => {
    const unknown = { isChosen: false };
    const writing = new Writing().writeMany(MAX_UNANSWERED, "worker", unknown);
    expect(() => writing.write("worker", unknown)).toThrow(limit("message_limit_reached", /has not answered/));
    expect(() => writing.write("worker")).not.toThrow();
    writing.write("poster");
    expect(() => writing.write("worker", unknown)).not.toThrow();
  });
});
