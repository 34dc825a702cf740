import { array, integer, nullable, object, optional, string, type Schema } from "./build";

export const Limit = optional(
  integer({ minimum: 1, maximum: 100, description: "Maximum number of items; 10 by default." }),
);
/** Where a page of these lists begins. */
export const cursorOf = (...lists: (keyof typeof CURSORS)[]) =>
  optional(
    string({
      pattern: `^(${lists.map((list) => CURSORS[list]).join("|")})$`,
      description: "The nextCursor of the page before, as it came; none for the first page.",
    }),
  );
export const NextCursor = nullable(string({ description: "Where the next page begins; null at the end." }));

/** The fields by which a page of these lists is asked for. */
export const pageInput = (...lists: (keyof typeof CURSORS)[]) => ({ limit: Limit, cursor: cursorOf(...lists) });

/** The default number of items. */
export const DEFAULT_LIMIT = 10;

/** One page of a list, newest first. */
export const pageOf = <T extends Schema>(items: T) => object({ items: array(items), nextCursor: NextCursor });

export const LISTING_ID_PATTERN = "svc_[0-9]{12}[0-9a-f]{16}";
const TASK = "(human|agent-fast)-[0-9]{1,78}";

/** The positions in each list, as the stores write them: what does not look so was never given by a list. */
const CURSORS = {
  /** Sorted by reward with the amount first. */
  tasks: `([0-9]{20}-)?[0-9]{12}-0{0,32}${TASK}`,
  /** Who is interested in a task, sorted by rating, approved tasks or ETA with that first. */
  interests: `([0-9]{3}-[0-9]{9}-|[0-9]{9}-)?[0-9]{15}-${TASK}-0x[0-9a-fA-F]{40}`,
  /** What a worker is interested in. */
  interested: `[0-9]{1,9}\\.([0-9]{15}-${TASK})?`,
  /** Of a thread: the number of a message. */
  messages: "[0-9]{1,9}",
  /** Of a webhook. */
  deliveries: "[0-9]{15}-msg_[0-9a-f]{32}",
  /** What waits for a wallet. */
  waiting: `[0-9]{1,12}-${TASK}`,
  /** An owner's agents. */
  agents: "0x[0-9a-fA-F]{40}",
  /** Sorted by price or rating with that first. */
  services: `([0-9]{20}-|[0-9]{3}-[0-9]{9}-)?${LISTING_ID_PATTERN}`,
  ratings: `[0-9]{15}-${TASK}-(poster|worker)`,
  rows: "[0-9]{12,15}-[0-9]{12,20}-[0-9]{6,9}-(human|agent-fast|answer)-[a-z_]{1,40}",
} as const;
