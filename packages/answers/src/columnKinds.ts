/** What columns are for, by their names. */

/** Those of what is said, or how it is meant, rather than of who says it. */
export const SAYS_WHAT =
  /categor|topic|theme|subject|tag|intent|reason|issue|complain|problem|cause|violat|sentiment|feeling|emotion|rating|score|stars|status|type|kind/i;
/** Those of marks that people give. */
export const IS_MARK = /rating|star|score|grade|satisf|nps|^points?$/i;
/** That of the marks which sums up the others. */
export const isOverall = (name: string): boolean => /overall|total/i.test(name);
