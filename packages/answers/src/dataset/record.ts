/** The kinds of dataset that answers are counted from. */
export type DatasetKind = "chats" | "goals";

/** What one person said, scrubbed, with the columns that describe the person's group. */
export interface DatasetRecord {
  text: string;
  /** Column name → value, or several joined by `LIST`; a value that fewer than `MIN_GROUP_SIZE` people share is not here. */
  fields: Record<string, string>;
  /** Column name → its number, where the column is one of numbers: told as averages only. */
  numbers?: Record<string, number>;
}

/** The smallest number of people that an answer may report on. */
export const MIN_GROUP_SIZE = 5;

/** Between the members of a list in a column. */
export const LIST = "\u001f";

/** What one record is called, and several: "review", "reviews". */
export interface RecordName {
  one: string;
  many: string;
}

/** What the records of a kind are called where the import doesn't say. */
export const RECORD_NAMES: Readonly<Record<DatasetKind, RecordName>> = {
  chats: { one: "chat", many: "chats" },
  goals: { one: "goal", many: "goals" },
};
