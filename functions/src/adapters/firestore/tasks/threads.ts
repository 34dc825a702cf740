import type { Firestore } from "@google-cloud/firestore";
import { DAY_MS } from "../../../domain/time";
import { taskName } from "../../../domain/task/events";
import { NO_MESSAGES, type AuthorDay, type ThreadCounts, type Message, type ThreadKey } from "../../../domain/thread";
import type { Threads } from "../../../ports/tasks";
import { Documents, plain, time } from "../documents";
import { firestoreEventLog } from "../events/eventLog";
import { reaching } from "../faults";
import { getAll } from "../reading";
import { write } from "../unitOfWork";

/** Counts in `threads/{task}-{poster}-{worker}`. */
const THREADS = new Documents<ThreadCounts>("threads", plain("messages", "unanswered", "by"));

/** Messages below their thread, in `messages/{number}`. */
const MESSAGES = new Documents<Message>("messages", plain("number", "author", "role", "text", "links", "createdAt"));

/** What a wallet wrote on its latest day, in `messageAuthors/{wallet}`, which TTL deletes. */
const AUTHORS = new Documents<AuthorDay & { readonly expireAt: number }>("messageAuthors", {
  ...plain("day", "messages", "bytes"),
  expireAt: time,
});

export function firestoreThreads(db: Firestore, log = firestoreEventLog(db)): Threads {
  const threadRef = (key: ThreadKey) => THREADS.in(db).doc(`${taskName(key)}-${key.poster}-${key.worker}`);

  return {
    async post(key, wallet, post, unit) {
      const [known, day] = await getAll([threadRef(key), AUTHORS.in(db).doc(wallet)]);
      const { message, thread, author, event } = post(known.data() ?? NO_MESSAGES, day.data() ?? null);
      const stored = MESSAGES.in(known.ref).doc(String(message.number));
      await write(db, unit, [
        THREADS.put(known, thread),
        AUTHORS.put(day, { ...author, expireAt: (author.day + 2) * DAY_MS }),
        (batch) => batch.create(stored, message),
      ]);
      log.append([event], unit);
      return message;
    },

    list: (key, wanted, limit) =>
      reaching(async () => {
        const all = MESSAGES.in(threadRef(key));
        const [from, sorted] =
          "after" in wanted ? [wanted.after, all.orderBy("number")] : [wanted.before, all.orderBy("number", "desc")];
        const { docs } = await (from === null ? sorted : sorted.startAfter(from)).limit(limit + 1).get();
        const items = docs.slice(0, limit).map((doc) => doc.data());
        const last = docs.length > limit ? items.at(-1) : undefined;
        return { items, nextCursor: last ? String(last.number) : null };
      }),
  };
}
