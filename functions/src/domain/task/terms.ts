import { toAddress } from "../address";
import { refuse, type FieldError } from "../errors";
import { keccak256, type Hex } from "../keccak";
import { parseUsdc } from "../money";
import { WINDOW_NAMES, type Windows } from "../workflow/states";
import { VARIANTS, type Variant, type ContractName } from "../workflow/variants";
import type { Terms } from "./events";
import type { Mode } from "./events";
import type { Task } from "./task";

/** Terms as given in a request: amounts in USDC, windows in seconds; absent ones get the deployment's default. */
export interface GivenTerms {
  readonly rewardUsdc: string;
  readonly stakeUsdc: string;
  readonly mode?: Mode;
  readonly maxChangeRounds?: number;
  /** An address; what else may be given has been replaced by one. */
  readonly judge?: string;
  readonly windows?: Partial<Windows>;
}

/**
 * The terms of a new task. Refuses `invalid_request` if they exceed the deployment's bounds, which the guide documents.
 * The contract checks them again.
 */
export function termsOf(contract: ContractName, given: GivenTerms, metadataHash: Hex): Terms {
  const variant = VARIANTS[contract];
  const terms: Terms = {
    rewardUsdcUnits: units(given.rewardUsdc),
    stakeUsdcUnits: units(given.stakeUsdc),
    metadataHash,
    mode: given.mode ?? "instant",
    maxChangeRounds: given.maxChangeRounds ?? variant.defaultChangeRounds,
    judge: toAddress(given.judge ?? ""),
    windows: windowsOf(variant, given.windows),
  };
  const errors = brokenBounds(contract, terms);
  const [first] = errors;
  if (first) refuse("invalid_request", `${first.pointer.slice(1)} ${first.message}.`, { errors });
  return terms;
}

const REASONS: Partial<Record<keyof Windows, string>> = { resubmit: ", and a quarter of review at least" };

/** The resubmit window is at least a quarter of the review window; its default follows. */
function windowsOf({ defaultWindows }: Variant, given: Partial<Windows> = {}): Windows {
  const windows = { ...defaultWindows, ...given };
  return given.resubmit === undefined
    ? { ...windows, resubmit: Math.max(windows.resubmit, minResubmit(windows)) }
    : windows;
}

function minResubmit({ review }: Windows): number {
  return Math.ceil(review / 4);
}

function brokenBounds(
  contract: ContractName,
  { rewardUsdcUnits, stakeUsdcUnits, mode, maxChangeRounds, windows }: Terms,
): FieldError[] {
  const { cancelFeeUsdcUnits, minStakeUsdcUnits, minStakeBps, maxStakeBps, minWindows, maxWindows, ...most } =
    VARIANTS[contract];
  const share = (bps: number) => (rewardUsdcUnits * BigInt(bps)) / 10_000n;
  const minStake = share(minStakeBps) > minStakeUsdcUnits ? share(minStakeBps) : minStakeUsdcUnits;
  const min: Windows = { ...minWindows, resubmit: Math.max(minWindows.resubmit, minResubmit(windows)) };
  const names = Object.keys(windows) as (keyof Windows)[];
  return [
    ...(rewardUsdcUnits > cancelFeeUsdcUnits
      ? []
      : [{ pointer: "/rewardUsdc", message: "must exceed the cancel fee" }]),
    ...((stakeUsdcUnits === 0n && mode === "selection") ||
    (stakeUsdcUnits >= minStake && stakeUsdcUnits <= share(maxStakeBps))
      ? []
      : [
          {
            pointer: "/stakeUsdc",
            message: `must be ${minStakeBps / 100} to ${maxStakeBps / 100} % of the reward, and 0.1 USDC at least; 0 in selection mode only`,
          },
        ]),
    ...(maxChangeRounds <= most.maxChangeRounds
      ? []
      : [{ pointer: "/maxChangeRounds", message: `must be at most ${most.maxChangeRounds}` }]),
    ...names
      .filter((name) => windows[name] < min[name] || windows[name] > maxWindows[name])
      .map((name) => ({
        pointer: `/windows/${name}`,
        message: `must be ${min[name]} to ${maxWindows[name]} seconds${REASONS[name] ?? ""}`,
      })),
  ];
}

function units(text: string): bigint {
  const found = parseUsdc(text);
  if (found === null) throw new TypeError("the pattern of an amount accepts something else");
  return found;
}

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
