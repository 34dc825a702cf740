import type { ErrorCode } from "../errors";
import type { RevertName } from "./reverts";

/** The codes that a refused call is answered with. */
export const REVERT_CODES = [
  "state_conflict",
  "forbidden_role",
  "invalid_request",
] as const satisfies readonly ErrorCode[];

const CODES: Partial<Record<RevertName, (typeof REVERT_CODES)[number]>> = {
  NotPoster: "forbidden_role",
  NotWorker: "forbidden_role",
  NotArbiter: "forbidden_role",
  ConflictOfInterest: "forbidden_role",
  RewardTooSmall: "invalid_request",
  StakeOutOfBounds: "invalid_request",
  WindowOutOfBounds: "invalid_request",
  TooManyChangeRounds: "invalid_request",
  EmptyHash: "invalid_request",
  InvalidRating: "invalid_request",
  InvalidShare: "invalid_request",
  InvalidRecipient: "invalid_request",
};

/** The code of a call that the contract would refuse: whose fault it is, by the contract's own reason. */
export function revertCode(reason: RevertName): (typeof REVERT_CODES)[number] {
  return CODES[reason] ?? "state_conflict";
}
