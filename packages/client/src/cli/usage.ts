import { MktError } from "../errors";

/** The command line, or what it names, is wrong: exit code 1. */
export function usage(message: string): MktError {
  return new MktError("usage", message);
}
