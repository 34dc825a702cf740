import type { Address } from "./domain/address";
import type { Escrows } from "./domain/messages/requestText";
import type { Hex } from "./domain/keccak";
import type { Depth } from "./domain/payment/evidence";
import type { QuoteKey } from "./domain/payment/intent";
import type { WebhookKey } from "./domain/webhooks/secret";
import type { FormerPrice } from "./settings/texts";

/** All operator settings, validated and typed. `functions/.env.example` explains each. */
export interface Settings {
  baseUrl: string;
  chainId: number;
  rpcUrls: string[];
  rpcQuorum: 1 | 2;
  rpcTimeoutMs: number;
  quoteKeys: QuoteKey[];
  quoteTtlSeconds: number;
  priceUsdcUnits: bigint;
  /** The former price, which payers of x402 v1, who send no promise back, may still pay. */
  formerPrice: FormerPrice | null;
  paymentRecipient: Address;
  /** Recipients of earlier quotes: payments to them remain valid. */
  formerRecipients: Address[];
  /** The service's own sending wallets: the settling wallet, the keeper's and the relay's. */
  ownWallets: Address[];
  paymentTokens: Address[];
  /** The required depth of a payment in the chain. */
  paymentDepth: Depth;
  requirePaymentBinding: boolean;
  /** `key` is null for an API without one. */
  answerModel: {
    model: string;
    /** Null for Vertex AI. */
    url: string | null;
    key: string | null;
    location: string;
    timeoutMs: number;
  } | null;
  feedbackMailTo: string | null;
  /** Who runs this deployment, as people read it. */
  operator: Operator;
  /** The currency that statements show besides USDC, and the source of its rates; null for none. */
  fiat: { currency: string; url: string } | null;
  /** How signed payments are settled; null if they are refused. */
  settlement: WalletSettlement | FacilitatorSettlement | null;
  /** The key that signs offers and receipts, and its address; null if they are not signed. */
  receipts: { privateKey: Hex; address: Address } | null;
  /** Null if this deployment has no marketplace. */
  escrows: Escrows | null;
  /** The deployment block of the older escrow: earlier blocks are irrelevant. */
  escrowFromBlock: bigint;
  /** Null if the keeper is off. */
  keeper: { privateKey: Hex; budgetWei: bigint; callsTimeouts: boolean } | null;
  /** The key of the service's judge and its address; null if there is none. */
  judge: { privateKey: Hex; address: Address } | null;
  /** Null if no steps are relayed. */
  relay: RelaySettings | null;
  /** Null for no webhooks. `loopback`: whether they may be delivered to this machine. */
  webhooks: { keys: WebhookKey[]; loopback: boolean } | null;
  /** Its entry in an ERC-8004 identity registry on the same chain; null if it has none. */
  agent: { id: number; registry: Address } | null;
  trustedProxies: string[];
  /** What the operator's own CDN or load balancer adds to each request; without it, no proxy with a public address is trusted. */
  edgeKeys: string[];
  /** The deployed commit; null if unknown. */
  commit: string | null;
  /** Warnings about settings that do not prevent the service from starting. */
  warnings: readonly string[];
}

/** Null for what the operator has not stated. */
export interface Operator {
  name: string | null;
  /** An e-mail address or a URL. */
  contact: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  /** Who rules on disputes with the arbiter's wallet. */
  arbiter: string | null;
}

/** The service's own wallet submits payments to the chain. */
export interface WalletSettlement {
  kind: "wallet";
  privateKey: Hex;
  /** Gas limits of settlements, per day and each. */
  budgetWei: bigint;
  maxWei: bigint;
  /** Factories that may deploy a payer's wallet before a settlement. */
  factories: Address[];
}

/** What the relay pays for. */
export interface RelaySettings {
  privateKey: Hex;
  /** The gas budget of one day. */
  budgetWei: bigint;
  /** The smallest reward of a task whose creation is relayed. */
  minRewardUsdcUnits: bigint;
  /** Maximum steps of a wallet in a day, and of a task in its life. */
  walletSteps: number;
  taskSteps: number;
  /** Of starts without a stake: what one may cost, and how many of a worker may be unsubmitted. */
  freeStartWei: bigint;
  freeStarts: number;
}

/** A facilitator submits them. `token` is null if it needs none. */
export interface FacilitatorSettlement {
  kind: "facilitator";
  url: string;
  token: string | null;
  timeoutMs: number;
}
