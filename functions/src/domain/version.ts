/** The version of the interface that clients are written against. */
export const INTERFACE_VERSION = "1.0.0";
