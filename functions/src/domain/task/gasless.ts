import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { CallOf, EscrowCall } from "./call";

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
