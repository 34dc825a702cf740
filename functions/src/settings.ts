import type { Address } from "./domain/address";
import type { Escrows } from "./domain/contract";
import type { Hex } from "./domain/keccak";
import type { Depth } from "./domain/payment/evidence";
import type { QuoteKey } from "./domain/payment/intent";
import type { FormerPrice } from "./settings/texts";

/** Everything that an operator decides, checked and typed. `functions/.env.example` explains each. */
export interface Settings {
  baseUrl: string;
  chainId: number;
  rpcUrls: string[];
  rpcQuorum: 1 | 2;
  rpcTimeoutMs: number;
  quoteKeys: QuoteKey[];
  quoteTtlSeconds: number;
  priceUsdcUnits: bigint;
  /** What payers of x402's first version, who send no promise back, may still pay. */
  formerPrice: FormerPrice | null;
  paymentRecipient: Address;
  /** Recipients of quotes that were given before: payments to them stay good. */
  formerRecipients: Address[];
  /** The wallets that the service sends from itself: the settling one and the keeper's. */
  ownWallets: Address[];
  paymentTokens: Address[];
  /** How deep in the chain a payment must be before it is taken. */
  paymentDepth: Depth;
  requirePaymentBinding: boolean;
  /** `key` is null for an API that asks for none. */
  answerModel: { url: string; model: string; key: string | null; timeoutMs: number } | null;
  embeddings: { url: string; model: string; key: string | null } | null;
  feedbackMailTo: string | null;
  /** How signed payments are settled; null where they are refused. */
  settlement: WalletSettlement | FacilitatorSettlement | null;
  /** Null where this deployment has no marketplace. */
  escrows: Escrows | null;
  /** The block that the older of the two was deployed in: nothing before it concerns the service. */
  escrowFromBlock: bigint;
  /** Null where the service keeps nothing on the chain by itself. */
  keeper: { privateKey: Hex; budgetWei: bigint; callsTimeouts: boolean } | null;
  /** Its entry in an ERC-8004 identity registry on the same chain; null where it has none. */
  agent: { id: number; registry: Address } | null;
  trustedProxies: string[];
  /** What is deployed; null where it is not known. */
  commit: string | null;
  /** What an operator should know of these settings, though the service starts with them. */
  warnings: readonly string[];
}

/** The service's own wallet carries payments to the chain. */
export interface WalletSettlement {
  kind: "wallet";
  privateKey: Hex;
  /** What settlements may cost, in a day and one alone. */
  budgetWei: bigint;
  maxWei: bigint;
  /** Factories that may deploy a payer's wallet on the way. */
  factories: Address[];
}

/** Somebody else does. `token` is null where he asks for none. */
export interface FacilitatorSettlement {
  kind: "facilitator";
  url: string;
  token: string | null;
  timeoutMs: number;
}
