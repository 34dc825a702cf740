/** Where the engine says what an operator should know: never a text that a user wrote, never a secret. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
type LogFields = Record<string, string | number | boolean | null | undefined>;
