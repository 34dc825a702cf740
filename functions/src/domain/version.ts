/** The marketplace's fixed name. */
export const NAME = "mkt";
/** The path of its icon. */
export const ICON_PATH = "/icon.svg";

/** The version of the interface that clients are written against; CHANGELOG.md says what each one changed, and its newest entry is this one. */
export const INTERFACE_VERSION = "1.0.0";
