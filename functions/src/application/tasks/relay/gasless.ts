import type { Address } from "../../../domain/address";
import { hex, keccak256, type Hex } from "../../../domain/keccak";
import {
  forwardTypedData,
  receiptTypedData,
  typedDataDigest,
  type TypedData,
} from "../../../domain/messages/typedData";
import type { EscrowCall } from "../../../domain/task/call";
import {
  MAX_GASLESS_SECONDS,
  MAX_RELAY_GAS,
  isRelayable,
  RELAY_PATH,
  type AuthorizedStep,
  type ForwardedStep,
  type FundingCall,
  type GaslessStep,
} from "../../../domain/task/gasless";
import { roleOf } from "../../../domain/task/task";
import { ChainUnavailable } from "../../../ports/chain";
import type { Services } from "../../services";
import type { TaskRecord } from "../../../ports/tasks";

/** The way of a prepared step that takes a signature and no ETH. */
export interface Gasless {
  readonly kind: "authorization" | "forward";
  readonly typedData: TypedData;
  /** Of an authorization; of a forward it is the message of `typedData`. */
  readonly request?: { readonly from: Address; readonly data: string; readonly deadline: string; readonly salt?: Hex };
  readonly relay: typeof RELAY_PATH;
}

/** An answer's `gasless`, where there is one. */
export type MaybeGasless = { readonly gasless?: Gasless };

/** What a call takes through the forwarder beside its own gas: the signer at the end of its data. */
const FORWARDED_GAS = 15_000n;
export const NO_SALT: Hex = `0x${"00".repeat(32)}`;

const deadlineAt = (nowMs: number) => Math.floor(nowMs / 1_000) + MAX_GASLESS_SECONDS;

/**
 * What a wallet signs so that the relay takes a simulated step for it; nothing where it cannot: without a relay, for
 * wallets whose code verifies signatures, and for wallets that are no party of the task. One batch.
 */
export async function forwarded(
  { wallet, call, gas, record }: { wallet: Address; call: EscrowCall; gas: bigint; record: TaskRecord | null },
  services: Services,
  nowMs: number,
): Promise<MaybeGasless> {
  const { settings, escrow } = services;
  if (!settings.relay || call.function === "approveUsdc") return {};
  if (record && roleOf(record.task, wallet) === "stranger") return {};
  try {
    const forwarding = await services.relay.forwarding(call.contract, wallet);
    if (!forwarding) return {};
    const withMargin = gas + FORWARDED_GAS;
    const step: ForwardedStep = {
      kind: "forward",
      call,
      from: wallet,
      deadline: deadlineAt(nowMs),
      gas: withMargin < MAX_RELAY_GAS ? withMargin : MAX_RELAY_GAS,
      nonce: forwarding.nonce,
    };
    const { data } = escrow.encode(call);
    if (!isRelayable(data)) return {};
    return {
      gasless: {
        kind: "forward",
        typedData: typedDataOfForward(step, forwarding.forwarder, services),
        relay: RELAY_PATH,
      },
    };
  } catch (error) {
    // The transactions of the answer are another way.
    if (error instanceof ChainUnavailable) return {};
    throw error;
  }
}

/** What a wallet signs so that the escrow collects the reward or the stake from it and takes the step. No request. */
export function authorized(
  { wallet, call, amountUsdcUnits }: { wallet: Address; call: FundingCall; amountUsdcUnits: bigint },
  randomBytes: (size: number) => Buffer,
  services: Services,
  nowMs: number,
): MaybeGasless {
  const { settings, escrow } = services;
  if (!settings.relay) return {};
  const isCreation = call.function === "createTask";
  if (isCreation && amountUsdcUnits < settings.relay.minRewardUsdcUnits) return {};
  const salt = isCreation ? hex(randomBytes(32)) : NO_SALT;
  const step: AuthorizedStep = { kind: "authorization", call, from: wallet, deadline: deadlineAt(nowMs), salt };
  const { data } = escrow.encode(call);
  if (!isRelayable(data)) return {};
  return {
    gasless: {
      kind: "authorization",
      typedData: typedDataOfAuthorization(step, amountUsdcUnits, services),
      request: { from: wallet, data, deadline: String(step.deadline), ...(isCreation && { salt }) },
      relay: RELAY_PATH,
    },
  };
}

/** Names a signed step: the same name is the same transaction. */
export function relayKey(step: GaslessStep, data: string, { settings }: Pick<Services, "settings">): string {
  const { kind, from, deadline, call } = step;
  const own = step.kind === "forward" ? [step.gas, step.nonce] : [step.salt];
  return keccak256([settings.chainId, call.contract, kind, from, deadline, data, ...own].join(" "));
}

/** What the signer of a forwarded step signs. */
export function typedDataOfForward(
  { call, from, gas, nonce, deadline }: ForwardedStep,
  forwarder: Address,
  { settings, escrow }: Services,
): TypedData {
  const to = escrow.addresses[call.contract];
  const { data } = escrow.encode(call);
  return forwardTypedData({ chainId: settings.chainId, forwarder }, { from, to, gas, nonce, deadline, data });
}

/** What the payer of an authorized step signs. */
export function typedDataOfAuthorization(
  { call, from, deadline, salt }: AuthorizedStep,
  amountUsdcUnits: bigint,
  { settings, escrow, relay }: Services,
): TypedData {
  return receiptTypedData(settings.chainId, {
    token: escrow.token,
    from,
    to: escrow.addresses[call.contract],
    valueUsdcUnits: amountUsdcUnits,
    validAfter: 0n,
    validBefore: BigInt(deadline),
    nonce: relay.authorizationNonce(call, salt),
  });
}

/**
 * A signature under USDC's own domain, in the form that USDC takes; null if it can't be the signer's. Only accounts with
 * code may have signed by another key than their own, which costs one read of the chain.
 */
export async function tokenSignature(
  from: Address,
  signed: TypedData,
  given: Hex,
  { signatures, relay }: Pick<Services, "signatures" | "relay">,
): Promise<Hex | "tooLong" | null> {
  const digest = typedDataDigest(signed);
  const isOwn = await signatures.isByOwnKey(from, digest, given);
  if (!isOwn && !(await relay.hasCode(from))) return null;
  const signature = await signatures.forContract(from, digest, given);
  return isRelayable(signature) ? signature : "tooLong";
}
