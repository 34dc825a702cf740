import type { ErrorCode } from "../errors";
import type { RevertName } from "./reverts";

/** The error codes of reverted calls. */
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
  NothingAdded: "invalid_request",
  SafeCastOverflowedUintDowncast: "invalid_request",
  TooManyChangeRounds: "invalid_request",
  EmptyHash: "invalid_request",
  InvalidRating: "invalid_request",
  InvalidShare: "invalid_request",
  InvalidRecipient: "invalid_request",
};

/** The error code for a call that the contract would revert, by the contract's reason. */
export function revertCode(reason: RevertName): (typeof REVERT_CODES)[number] {
  return CODES[reason] ?? "state_conflict";
}
