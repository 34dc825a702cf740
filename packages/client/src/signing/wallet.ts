import { batchLanded, NotBatchedError } from "./batches";
import { MktError, RevertedError, UntrustedError } from "../errors";
import { fateOf, located, type Fate } from "./fate";
import { getAddress } from "../hashing";
import type { SignedTransaction } from "../journal/journal";
import { sendingError, textOf } from "./sendingError";
import { complete, sendEach, signEach, type Call } from "./sending";
import type { ChainNode, WalletSigner } from "./signer";
import type { TypedData } from "./typedData";
import { waitUntil, type WaitOptions } from "../wait";

/** What is about to be signed, in full. */
export type ToSign =
  | { kind: "message"; purpose: string; message: string }
  | { kind: "typedData"; purpose: string; typedData: TypedData }
  | {
      kind: "transactions";
      purpose: string;
      amountUsdc: string;
      transactions: { to: string; data: string; gas?: string }[];
    };

/** Asked before each signature; throws to prevent it. */
export type BeforeSigning = (toSign: ToSign) => void | Promise<void>;

interface WalletParts {
  signer: WalletSigner;
  chainId: number;
  /** The most wei that one transaction may cost in gas. */
  maxGasWei: bigint;
  beforeSigning: BeforeSigning;
}

/** What nodes answer to a transaction that they already know or knew. */
const KNOWN_ALREADY =
  /already known|already imported|nonce too low|nonce has already been used|NONCE_EXPIRED|replacement (transaction )?underpriced/i;

/** A signer with its node: signs only what was shown first, and sends only what was kept. */
export class AgentWallet {
  private queue: Promise<unknown> = Promise.resolve();
  private known: Promise<string> | undefined;
  /** Whether the wallet has refused to send calls as one, despite its capabilities. */
  private isUnbatched = false;

  constructor(private readonly parts: WalletParts) {}

  /** EIP-55. */
  address(): Promise<string> {
    this.known ??= this.parts.signer.getAddress().then(getAddress);
    return this.known;
  }

  async signMessage(message: string, purpose: string): Promise<string> {
    await this.parts.beforeSigning({ kind: "message", purpose, message });
    return this.parts.signer.signMessage(message);
  }

  async signTypedData(typedData: TypedData, purpose: string): Promise<string> {
    await this.parts.beforeSigning({ kind: "typedData", purpose, typedData });
    return this.parts.signer.signTypedData(typedData.domain, typedData.types, typedData.message);
  }

  /**
   * Signs transactions with successive nonces, lets `keep` store them, and only then sends them. One call after the
   * other, so that no two take the same nonce.
   */
  async signAndSend(
    transactions: readonly Call[],
    {
      purpose,
      amountUsdc,
      keep,
      drop,
    }: {
      purpose: string;
      amountUsdc: string;
      keep: (signed: SignedTransaction[]) => Promise<void>;
      /** Undoes `keep`: the user refused. */
      drop: () => Promise<void>;
    },
  ): Promise<SignedTransaction[]> {
    await this.requireChain();
    const work = this.queue.then(async () => {
      await this.parts.beforeSigning({ kind: "transactions", purpose, amountUsdc, transactions: [...transactions] });
      const { signer } = this.parts;
      const from = await this.address();
      const unsigned = await this.onChain(() => complete(transactions, { ...this.parts, from, node: this.provider }));
      if (!signer.signTransaction) return sendEach(unsigned, signer, { keep, drop });
      const signed = await signEach(unsigned, signer);
      await keep(signed);
      await this.broadcast(signed);
      return signed;
    });
    this.queue = work.catch(() => undefined);
    return work;
  }

  /** Whether the wallet sends several calls as one. */
  async canBatch(): Promise<boolean> {
    return !this.isUnbatched && ((await this.parts.signer.batches?.canSend(this.parts.chainId)) ?? false);
  }

  /**
   * Has the wallet send calls as one, under a name that was kept; returns the name under which the wallet knows them.
   */
  async sendBatch(
    id: string,
    transactions: readonly Call[],
    { purpose, amountUsdc }: { purpose: string; amountUsdc: string },
  ): Promise<string> {
    await this.requireChain();
    await this.parts.beforeSigning({ kind: "transactions", purpose, amountUsdc, transactions: [...transactions] });
    const { signer, chainId } = this.parts;
    const calls = transactions.map(({ to, data }) => ({ to: getAddress(to), data }));
    try {
      return (await signer.batches?.send({ id, chainId, calls })) ?? id;
    } catch (error) {
      this.isUnbatched ||= error instanceof NotBatchedError;
      throw error;
    }
  }

  /** Whether the wallet knows nothing of a batch. */
  async isUnknownBatch(id: string): Promise<boolean> {
    return (await this.parts.signer.batches?.fate(id))?.state === "unknown";
  }

  /** The transaction of a batch, once it is on the chain. */
  batchLanded(id: string, options: WaitOptions & { isTaken: boolean }): Promise<string> {
    return batchLanded(id, this.parts.signer.batches, options);
  }

  /** Sends signed transactions, again if necessary; one that the node already knows is skipped. */
  async broadcast(signed: readonly SignedTransaction[]): Promise<void> {
    await this.requireChain();
    for (const transaction of signed) {
      // The wallet sent it itself.
      if (transaction.raw === "") continue;
      try {
        await this.provider.broadcastTransaction(transaction.raw);
      } catch (error) {
        if (!KNOWN_ALREADY.test(textOf(error)) && !(await this.isPast(transaction))) throw sendingError(error);
      }
    }
  }

  /**
   * Whether the chain has the transaction or another one with its nonce, regardless of how a node words its refusal.
   */
  private async isPast({ nonce }: SignedTransaction): Promise<boolean> {
    try {
      return (await this.provider.getTransactionCount(await this.address(), "latest")) > nonce;
    } catch {
      return false;
    }
  }

  /**
   * Waits until all transactions are mined, and returns them as they were: one that the wallet has sped up has another hash.
   * Throws `RevertedError` where one was reverted for good, and `ReplacedError` where another call took its nonce for good.
   */
  async mined(signed: readonly SignedTransaction[], options: WaitOptions = {}): Promise<SignedTransaction[]> {
    const address = await this.address();
    const mined: SignedTransaction[] = [];
    for (const transaction of signed) {
      const fate = await waitUntil(
        `transaction ${transaction.hash} to be mined`,
        () => this.onChain(() => fateOf(transaction, address, this.provider)),
        (read): read is Fate => read !== null,
        options,
      );
      if (!fate.hasSucceeded) throw new RevertedError(fate.hash);
      mined.push({ ...transaction, hash: fate.hash });
    }
    return mined;
  }

  /** A transaction that the wallet may have sent, with its hash. */
  async located(transaction: SignedTransaction, ageMs: number): Promise<SignedTransaction> {
    const { provider = null } = this.parts.signer;
    const address = await this.address();
    return provider
      ? this.onChain(() => located(transaction, address, provider, ageMs))
      : located(transaction, address, null, ageMs);
  }

  /** Whether the wallet has the ether for this much gas at today's price; false without a node. */
  async canPay(gas: bigint): Promise<boolean> {
    const { provider } = this.parts.signer;
    if (!provider) return false;
    const [balance, fees] = await Promise.all([provider.getBalance(await this.address()), provider.getFeeData()]);
    return balance >= gas * (fees.maxFeePerGas ?? fees.gasPrice ?? 0n) && balance > 0n;
  }

  /** What a contract's view returns; null without a node. */
  async read(to: string, data: string): Promise<string | null> {
    return (await this.node())?.call({ to, data }) ?? null;
  }

  /** The wallet's own node; null without one. */
  async node(): Promise<ChainNode | null> {
    const { provider } = this.parts.signer;
    if (provider) await this.requireChain();
    return provider ?? null;
  }

  /**
   * Reads the chain, or what follows from it, only if the node is on the right one before and after: people switch
   * their wallet's network at any time, and another chain has other nonces.
   */
  async onChain<T>(read: () => Promise<T>): Promise<T> {
    await this.requireChain();
    try {
      return await read();
    } finally {
      await this.requireChain();
    }
  }

  private async requireChain(): Promise<void> {
    const { chainId } = await this.provider.getNetwork();
    if (chainId !== BigInt(this.parts.chainId))
      throw new UntrustedError(
        `The node is on chain ${chainId}, not ${this.parts.chainId}. Switch it to that chain, then repeat the call.`,
      );
  }

  private get provider(): ChainNode {
    const { provider } = this.parts.signer;
    if (!provider) throw new MktError("no_node", "The signer has no provider: transactions need a node of the chain.");
    return provider;
  }
}
