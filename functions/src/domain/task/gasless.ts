import { createHmac } from "node:crypto";
import type { Address } from "../address";
import { refuse } from "../errors";
import type { Hex } from "../keccak";
import type { QuoteKey } from "../payment/intent";
import { WINDOW_NAMES } from "../workflow/states";
import type { CallOf, EscrowCall, Permit } from "./call";
import type { Terms } from "./events";

export const RELAY_PATH = "/mkt/relay";

/** Maximum seconds for which a signed step can be relayed. */
export const MAX_GASLESS_SECONDS = 600;

/** Maximum gas of a relayed transaction, including a wallet's check of a signature. */
export const MAX_RELAY_GAS = 700_000n;

/** Maximum bytes of a step's data, of which a voucher's or work's signature by a wallet's code is most, and of a signature. */
export const MAX_RELAY_BYTES = 4_096;
export const isRelayable = (bytes: Hex): boolean => bytes.length <= 2 + 2 * MAX_RELAY_BYTES;

/** The divisor of the relay's budget for a day that gives what one step may cost. */
export const RELAY_STEP_PART = 20n;

/** The calls that bring money into the escrow, and so are signed as an authorization of the token. */
export type FundingCall = CallOf<"createTask"> | CallOf<"stakeAndStart">;

export const isFunding = (call: EscrowCall): call is FundingCall =>
  call.function === "createTask" || call.function === "stakeAndStart";

interface Signed {
  /** The wallet that takes the step. */
  readonly from: Address;
  /** Unix seconds. */
  readonly deadline: number;
}

/** Money in: the wallet signs an EIP-3009 authorization whose nonce binds the terms. */
export interface AuthorizedStep extends Signed {
  readonly kind: "authorization";
  readonly call: FundingCall;
  /** Zero for a start. */
  readonly salt: Hex;
}

/** Every other step: the wallet signs an ERC-2771 request. */
export interface ForwardedStep extends Signed {
  readonly kind: "forward";
  readonly call: EscrowCall;
  readonly gas: bigint;
  readonly nonce: bigint;
}

/** A creation that is paid for by x402: the poster signs an ordinary transfer to the task's own deposit. */
export interface DepositStep extends Pick<Signed, "from"> {
  readonly kind: "deposit";
  readonly call: CallOf<"createTask">;
  readonly salt: Hex;
  /** Of the transfer, chosen by the poster's client. */
  readonly nonce: Hex;
  /** Unix seconds. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
}

/** A judge's verdict, which anyone may send. */
export interface VerdictStep {
  readonly kind: "verdict";
  readonly call: CallOf<"approveByJudge">;
}

export type GaslessStep = AuthorizedStep | ForwardedStep;

/** The call whose effect on its task decides what may follow: of several, the last. */
export function mainCall(call: EscrowCall): Exclude<EscrowCall, CallOf<"multicall">> | null {
  if (call.function !== "multicall") return call;
  const last = call.calls.at(-1);
  return last && last.function !== "multicall" ? last : null;
}

/** How long a permit signed now stays valid. */
export const PERMIT_SECONDS = 3_600;

/** The alternative that works for every wallet. */
export const APPROVE_INSTEAD = "Prepare without permit, and send the approval that comes first in transactions.";

/** Half of the order of secp256k1: a greater `s` is an alternative encoding of a signature, which tokens refuse. */
const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;

/** Parses a wallet's permit; refuses `invalid_signature_format` for 65 bytes that are not a signature. */
export function permitOf(
  valueUsdcUnits: bigint,
  { deadline, signature }: { deadline: number; signature: string },
): Permit {
  const full = signature.length === 130 ? uncompacted(signature) : signature;
  const [, s = "0", v = "0"] = /^0x[0-9a-fA-F]{64}([0-9a-fA-F]{64})([0-9a-fA-F]{2})$/.exec(full) ?? [];
  const isGood =
    [0, 1, 27, 28].includes(Number.parseInt(v, 16)) && BigInt(`0x${s}`) > 0n && BigInt(`0x${s}`) <= HALF_ORDER;
  if (!isGood) {
    refuse(
      "invalid_signature_format",
      `A permit needs an ECDSA signature of the account's key: r, a low s, and v. ${APPROVE_INSTEAD}`,
      {
        errors: [{ pointer: "/permit/signature", message: "is not an ECDSA signature" }],
      },
    );
  }
  return { valueUsdcUnits, deadline, signature: full.toLowerCase() as Hex };
}

/** 64 bytes with the parity in the top bit of s (EIP-2098), as 65. */
function uncompacted(signature: string): string {
  const s = BigInt(`0x${signature.slice(66)}`);
  const [parity, low] = [s >> 255n, s & ((1n << 255n) - 1n)];
  return `${signature.slice(0, 66)}${low.toString(16).padStart(64, "0")}${(27n + parity).toString(16)}`;
}

/** What an x402 payment is for. The same task has the same salt, so that it is paid for once, however often it is quoted. */
export interface PaidTask {
  readonly chainId: number;
  readonly escrow: Address;
  readonly poster: Address;
  readonly terms: Terms;
  /** Distinguishes tasks with equal terms; empty if the poster gives none. */
  readonly reference: string;
}

/** The salt of a task's deposit, which strangers can't compute from its terms. */
export function depositSalt({ chainId, escrow, poster, terms, reference }: PaidTask, { secret }: QuoteKey): Hex {
  const { rewardUsdcUnits, stakeUsdcUnits, metadataHash, mode, maxChangeRounds, judge, windows } = terms;
  const lengths = WINDOW_NAMES.map((name) => windows[name]);
  const of = [chainId, escrow, poster, rewardUsdcUnits, stakeUsdcUnits, metadataHash, mode, maxChangeRounds, judge];
  const text = ["mkt x402 task", ...of, ...lengths, reference].join("\n");
  return `0x${createHmac("sha256", secret).update(text).digest("hex")}`;
}
