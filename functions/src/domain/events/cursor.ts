import { refuse } from "../errors";

/** How long events are kept. */
export const EVENT_DAYS = 90;
const DAY_SECONDS = 86_400;

/** A reader's place in the log. */
export interface EventCursor {
  /** The reader has every event of its feed up to this position. */
  readonly position: number;
  /** Unix seconds: every event of its feed after the position was written then or later. */
  readonly readAt: number;
}

/** The pattern of a cursor, for schemas. */
export const EVENT_CURSOR_PATTERN = "^[0-9]{1,15}-[0-9]{1,12}$";

/** A cursor as text. */
export function eventCursor({ position, readAt }: EventCursor): string {
  return `${position}-${readAt}`;
}

/**
 * The position of a cursor. Refuses `cursor_expired` if events after it may have been deleted: those come after it was
 * read, and are kept for longer than it is valid.
 */
export function positionOf(cursor: string, nowSeconds: number): number {
  const [position = 0, readAt = 0] = cursor.split("-").map(Number);
  if (readAt < nowSeconds - EVENT_DAYS * DAY_SECONDS) {
    refuse(
      "cursor_expired",
      `Events are kept for ${EVENT_DAYS} days and this cursor is older. Read the current tasks, then start again without a cursor.`,
    );
  }
  return position;
}
