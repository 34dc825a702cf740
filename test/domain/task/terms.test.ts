import { Refusal } from "../../../functions/src/domain/errors";
import { keccak256 } from "../../../functions/src/domain/keccak";
import { formatUsdc } from "../../../functions/src/domain/money";
import { permitOf } from "../../../functions/src/domain/task/gasless";
import { revertCode, REVERTS, type RevertName } from "../../../functions/src/domain/task/call";
import { termsOf, type GivenTerms } from "../../../functions/src/domain/task/terms";
import { WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { VARIANTS, type ContractName } from "../../../functions/src/domain/workflow/variants";

const HASH = keccak256("metadata");
const CONTRACTS = Object.keys(VARIANTS) as ContractName[];
const OFFER: GivenTerms = { rewardUsdc: "100", stakeUsdc: "10" };

function pointersOf(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_request") throw error;
    return (error.options.errors ?? []).map(({ pointer }) => pointer);
  }
}

describe.each(CONTRACTS)("terms on %s", (contract) => {
  const variant = VARIANTS[contract];
  const broken = (changes: Partial<GivenTerms>) => pointersOf(() => termsOf(contract, { ...OFFER, ...changes }, HASH));

  it("happy: takes the deployment's defaults for what is left out", () => {
    expect(termsOf(contract, OFFER, HASH)).toEqual({
      rewardUsdcUnits: 100_000_000n,
      stakeUsdcUnits: 10_000_000n,
      metadataHash: HASH,
      mode: "instant",
      maxChangeRounds: variant.defaultChangeRounds,
      judge: null,
      windows: variant.defaultWindows,
    });
    const { windows } = termsOf(contract, { ...OFFER, windows: { work: variant.maxWindows.work } }, HASH);
    expect(windows).toEqual({ ...variant.defaultWindows, work: variant.maxWindows.work });
  });

  it("D15: leaves a worker at least a quarter of the review to answer a change request", () => {
    const review = variant.maxWindows.review;
    expect(termsOf(contract, { ...OFFER, windows: { review } }, HASH).windows.resubmit).toBe(
      Math.max(review / 4, variant.defaultWindows.resubmit),
    );
    expect(broken({ windows: { review, resubmit: review / 4 } })).toEqual([]);
    expect(broken({ windows: { review, resubmit: review / 4 - 1 } })).toEqual(["/windows/resubmit"]);
    expect(variant.minWindows.resubmit).toBeGreaterThanOrEqual(600);
    expect(variant.minWindows.work).toBeGreaterThanOrEqual(300);
  });

  it("refusals: holds every window to its bounds, and points at each that is not in them", () => {
    for (const name of WINDOW_NAMES.filter((name) => name !== "resubmit")) {
      expect(broken({ windows: { [name]: variant.minWindows[name] } })).toEqual([]);
      expect(broken({ windows: { [name]: variant.maxWindows[name] } })).toEqual([]);
      expect(broken({ windows: { [name]: variant.minWindows[name] - 1 } })).toEqual([`/windows/${name}`]);
      expect(broken({ windows: { [name]: variant.maxWindows[name] + 1 } })).toEqual([`/windows/${name}`]);
    }
  });

  it("refusals: holds the answer to a change request to its bounds", () => {
    const {
      minWindows: { review, resubmit: min },
      maxWindows: { resubmit: max },
    } = variant;
    for (const resubmit of [min, max]) expect(broken({ windows: { review, resubmit } })).toEqual([]);
    for (const resubmit of [min - 1, max + 1])
      expect(broken({ windows: { review, resubmit } })).toEqual(["/windows/resubmit"]);
  });

  it("refusals: holds reward, stake and change rounds to theirs, to the unit", () => {
    const fee = variant.cancelFeeUsdcUnits;
    const stakeUsdc = formatUsdc(fee / 2n);
    expect(broken({ rewardUsdc: formatUsdc(fee + 1n), stakeUsdc })).toEqual([]);
    expect(broken({ rewardUsdc: formatUsdc(fee), stakeUsdc })).toEqual(["/rewardUsdc"]);
    expect(broken({ stakeUsdc: "50" })).toEqual([]);
    expect(broken({ stakeUsdc: "50.000001" })).toEqual(["/stakeUsdc"]);
    expect(broken({ stakeUsdc: "1" })).toEqual([]);
    expect(broken({ stakeUsdc: "0.999999" })).toEqual(["/stakeUsdc"]);
    expect(broken({ rewardUsdc: "5", stakeUsdc: "0.099999" })).toEqual(["/stakeUsdc"]);
    expect(broken({ maxChangeRounds: variant.maxChangeRounds })).toEqual([]);
    expect(broken({ maxChangeRounds: variant.maxChangeRounds + 1 })).toEqual(["/maxChangeRounds"]);
  });
});

describe("permits", () => {
  const HALF = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;
  const permit = (s: bigint, v: string) => () =>
    permitOf(1n, { deadline: 9, signature: `0x${"11".repeat(32)}${s.toString(16).padStart(64, "0")}${v}` });

  it("happy: takes every usual v, and s up to half of the order", () => {
    for (const v of ["00", "01", "1b", "1C"])
      expect(permit(HALF, v)()).toMatchObject({ valueUsdcUnits: 1n, deadline: 9 });
  });

  it("refusals: refuses any other v, a high s, and none", () => {
    for (const act of [permit(HALF, "02"), permit(HALF, "1d"), permit(HALF + 1n, "1b"), permit(0n, "1b")]) {
      expect(act).toThrow(/^invalid_signature_format/);
    }
  });
});

describe("the contract's reasons", () => {
  it("happy: each has a code: a wrong role is forbidden, a wrong term is the request's fault, all else is a conflict", () => {
    const namesOf = (code: string) =>
      (Object.keys(REVERTS) as RevertName[]).filter((name) => revertCode(name) === code);
    expect(namesOf("forbidden_role")).toEqual(["NotPoster", "NotWorker", "NotArbiter", "ConflictOfInterest"]);
    expect(namesOf("invalid_request")).toEqual(
      expect.arrayContaining(["RewardTooSmall", "StakeOutOfBounds", "WindowOutOfBounds", "EmptyHash"]),
    );
    expect(namesOf("state_conflict")).toEqual(
      expect.arrayContaining(["WrongState", "WrongSubmission", "DeadlinePassed", "InsufficientBalance", "Unknown"]),
    );
  });
});
