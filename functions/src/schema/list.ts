import { array, integer, nullable, object, optional, string, type Schema } from "./build";

export const Limit = optional(
  integer({ minimum: 1, maximum: 100, description: "At most so many items; 20 where it is left out." }),
);
export const Cursor = optional(
  string({ pattern: "^[!-~]{1,200}$", description: "The nextCursor of the page before; none for the first page." }),
);
export const NextCursor = nullable(string({ description: "Where the next page begins; null at the end." }));

/** The fields by which a list is asked for. */
export const PageInput = { limit: Limit, cursor: Cursor };

/** Items where none is asked for. */
export const DEFAULT_LIMIT = 20;

/** One page of a list, the newest first. */
export const pageOf = <T extends Schema>(items: T) => object({ items: array(items), nextCursor: NextCursor });
