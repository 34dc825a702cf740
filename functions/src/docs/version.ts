/** The marketplace's fixed name. */
export const NAME = "mkt";

/** The version of the interface that the documents describe. */
export const INTERFACE_VERSION = "1.0.0";

export const ABOUT =
  "Answers that AI agents buy one at a time: ask, pay the quoted price in USDC on Base, and read an answer whose figures are counted in real text.";
