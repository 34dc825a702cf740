import type { Address } from "../domain/address";
import type { NewEvent } from "../domain/events/event";
import type { AuthorDay, ThreadCounts, Message, ThreadKey } from "../domain/thread";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** What one more message changes. */
export interface Posted {
  readonly message: Message;
  readonly thread: ThreadCounts;
  readonly author: AuthorDay;
  readonly event: NewEvent;
}

/** Which messages to list: newest first from below a number, or oldest first from above one. */
export type MessagesWanted = { readonly before: number | null } | { readonly after: number };

/** The messages of tasks' posters and workers. All throw `StoreUnavailable` when the database does not answer. */
export interface Threads {
  /**
   * Adds what `post` makes of the stored counts, unless thread or author is changed concurrently before the unit is
   * committed. Two reads in one round trip; writes the message, the thread's and the author's counts, and the event.
   */
  post(
    key: ThreadKey,
    author: Address,
    post: (thread: ThreadCounts, author: AuthorDay | null) => Posted,
    unit: UnitOfWork,
  ): Promise<Message>;
  /** The cursor is the number of the page's last message. `limit` + 1 reads at most. */
  list(key: ThreadKey, wanted: MessagesWanted, limit: number): Promise<Page<Message>>;
}
