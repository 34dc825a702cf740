import { CURSORS } from "../domain/listCursor";
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
