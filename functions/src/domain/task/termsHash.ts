import { keccak256, type Hex } from "../keccak";
import { WINDOW_NAMES } from "../workflow/states";
import type { Task } from "./task";

/** Everything that a worker agrees to by starting. */
export type AgreedTerms = Pick<
  Task,
  | "poster"
  | "rewardUsdcUnits"
  | "stakeUsdcUnits"
  | "metadataHash"
  | "mode"
  | "maxChangeRounds"
  | "judge"
  | "windows"
  | "platformFeeBps"
  | "arbiter"
>;

/** The hash of these terms that `stakeAndStart` names, as the contract's `termsHash` defines it: keccak256 of the ABI encoding. */
export function termsHash(terms: AgreedTerms): Hex {
  const {
    poster,
    rewardUsdcUnits,
    stakeUsdcUnits,
    metadataHash,
    mode,
    maxChangeRounds,
    judge,
    windows,
    platformFeeBps,
    arbiter,
  } = terms;
  const afterStart = WINDOW_NAMES.filter((name) => name !== "open").map((name) => windows[name]);
  const words = [
    poster,
    rewardUsdcUnits,
    stakeUsdcUnits,
    metadataHash,
    mode === "instant" ? 0 : 1,
    maxChangeRounds,
    judge ?? 0,
    ...afterStart,
    platformFeeBps,
    arbiter,
  ];
  return keccak256(Buffer.from(words.map((word) => BigInt(word).toString(16).padStart(64, "0")).join(""), "hex"));
}
