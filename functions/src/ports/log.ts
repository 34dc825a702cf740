/** A field of a log line: never user-written text or a secret. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Structured logs. `event` is a constant such as "redeem.claimed". */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
