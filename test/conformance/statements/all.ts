import type { Statement } from "../statement";
import { ACCESS } from "./access";
import { AGENT } from "./agent";
import { ERRORS } from "./errors";
import { FREE } from "./free";
import { LIMITS } from "./limits";
import { MARKET } from "./market";
import { OVERVIEW } from "./overview";
import { PAID_ENDPOINTS } from "./paid";
import { RECORDS } from "./records";
import { STATES } from "./states";

/** The statements by the files that check them, in the order of the interface's description. */
const FILES: Record<string, readonly Statement[]> = {
  overview: OVERVIEW,
  records: RECORDS,
  states: STATES,
  paid: PAID_ENDPOINTS,
  free: FREE,
  agent: AGENT,
  market: MARKET,
  access: ACCESS,
  errors: ERRORS,
  limits: LIMITS,
};

export interface Numbered extends Statement {
  /** R and its place in the list, which is complete for version 1.0.0. */
  id: string;
  /** The file in this folder, without its ending. */
  file: string;
}

export const STATEMENTS: readonly Numbered[] = Object.entries(FILES)
  .flatMap(([file, statements]) => statements.map((statement) => ({ ...statement, file })))
  .map((statement, place) => ({ ...statement, id: `R${place + 1}` }));
