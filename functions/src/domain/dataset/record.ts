/** The kinds of dataset that answers are counted from. */
export type DatasetKind = "chats" | "goals";

/** What one person said, scrubbed, with the free columns that describe the group the person belongs to. */
export interface DatasetRecord {
  text: string;
  /** Column name → value; a value that fewer than `MIN_GROUP_SIZE` people share is not here. */
  fields: Record<string, string>;
}

/** The smallest number of people that an answer may speak of. */
export const MIN_GROUP_SIZE = 5;
