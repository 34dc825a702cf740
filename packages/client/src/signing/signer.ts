import type { Batches } from "./batches";
import { MktError } from "../errors";

/** EIP-712's domain and fields. */
export interface TypedDataDomain {
  name?: string;
  version?: string;
  chainId?: number;
  verifyingContract?: string;
}
export interface TypedDataField {
  name: string;
  type: string;
}

/** A transaction as a wallet that sends it itself gets it. */
export interface TransactionToSend {
  to: string;
  data: string;
  value: bigint;
  chainId: number;
  gasLimit: bigint;
  nonce: number;
}

/** A transaction as it is signed. */
export interface TransactionToSign extends TransactionToSend {
  type: 2;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/**
 * What this client needs from a wallet. Every ethers signer is one; `browserSigner` makes one of a browser's wallet. A
 * wallet
 * without `signTransaction` signs and sends in one step.
 */
export interface WalletSigner {
  /** The chain's node; needed for transactions only. */
  readonly provider?: ChainNode | null;
  getAddress(): Promise<string>;
  signMessage(message: string): Promise<string>;
  signTypedData(
    domain: TypedDataDomain,
    types: Record<string, TypedDataField[]>,
    message: Record<string, unknown>,
  ): Promise<string>;
  /** The signed bytes, not sent. */
  signTransaction?(transaction: TransactionToSign): Promise<string>;
  sendTransaction?(transaction: TransactionToSend): Promise<{ hash: string }>;
  /** Of a wallet that sends several calls as one. */
  batches?: Batches;
}

type BlockTag = "latest" | "pending" | "safe" | number;

export interface Receipt {
  status: number | null;
  logs?: readonly { address: string; topics: readonly string[] }[] | undefined;
}

/** What this client asks of a node; every ethers provider answers it. */
export interface ChainNode {
  getNetwork(): Promise<{ chainId: bigint }>;
  getBalance(address: string): Promise<bigint>;
  getTransactionCount(address: string, tag: BlockTag): Promise<number>;
  getTransactionReceipt(hash: string): Promise<Receipt | null>;
  getFeeData(): Promise<Record<"gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas", bigint | null>>;
  getBlock(tag: BlockTag): Promise<{ number: number; timestamp: number } | null>;
  getLogs(filter: {
    address: string;
    topics: string[];
    fromBlock: number;
    toBlock: number;
  }): Promise<{ transactionHash: string }[]>;
  call(call: { to: string; data: string; blockTag?: BlockTag }): Promise<string>;
  estimateGas(call: { from: string; to: string; data: string }): Promise<bigint>;
  broadcastTransaction(raw: string): Promise<unknown>;
  /** The mined transaction that used a wallet's nonce; null if it is not found. */
  transactionWith?(address: string, nonce: number): Promise<{ hash: string; to: string | null; data: string } | null>;
}

/** A signer that has an address and signs nothing: for looking at what would be signed. */
export function addressOnly(address: string, provider: ChainNode | null = null): WalletSigner {
  const refuse = () =>
    Promise.reject(new MktError("no_signer", `There is no key for ${address} here, so it cannot sign.`));
  return {
    provider,
    getAddress: () => Promise.resolve(address),
    signMessage: refuse,
    signTypedData: refuse,
    signTransaction: refuse,
  };
}
