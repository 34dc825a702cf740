/** The version of the interface that clients are written against; CHANGELOG.md says what each one changed, and its newest entry is this one. */
export const INTERFACE_VERSION = "1.1.0";
