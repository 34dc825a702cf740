import { write } from "firebase-functions/logger";
import type { Log, LogFields } from "../ports/log";

/** Structured lines for Cloud Logging, with the trace of the request that they belong to. */
export const cloudLog: Log = {
  info: (event, fields) => line("INFO", event, fields),
  warn: (event, fields) => line("WARNING", event, fields),
  error: (event, fields) => line("ERROR", event, fields),
};

function line(severity: "INFO" | "WARNING" | "ERROR", event: string, fields: LogFields = {}): void {
  write({ severity, message: event, ...fields });
}
