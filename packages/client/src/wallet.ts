// Longer than other files: one queue and one set of checks for all that a wallet signs and sends.
import { batchLanded } from "./batches";
import { MktError, RejectedError, RevertedError, UnavailableError, UntrustedError } from "./errors";
import { fateOf, type Fate } from "./fate";
import { getAddress, keccak256 } from "./hashing";
import type { SignedTransaction } from "./journal";
import { sendingError, textOf } from "./sendingError";
import type { ChainNode, TransactionToSend, WalletSigner } from "./signer";
import type { TypedData } from "./typedData";
import { waitUntil, type WaitOptions } from "./wait";

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
  private chainIsRight: Promise<void> | undefined;

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
    transactions: readonly { to: string; data: string; gas?: string }[],
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
      const unsigned = await this.complete(transactions);
      if (!this.parts.signer.signTransaction) return this.sendEach(unsigned, { keep, drop });
      const signed = await this.sign(unsigned);
      await keep(signed);
      await this.broadcast(signed);
      return signed;
    });
    this.queue = work.catch(() => undefined);
    return work;
  }

  /** Whether the wallet sends several calls as one. */
  async canBatch(): Promise<boolean> {
    return (await this.parts.signer.batches?.canSend(this.parts.chainId)) ?? false;
  }

  /** Has the wallet send calls as one, under a name that was kept. */
  async sendBatch(
    id: string,
    transactions: readonly { to: string; data: string }[],
    { purpose, amountUsdc }: { purpose: string; amountUsdc: string },
  ): Promise<void> {
    await this.requireChain();
    await this.parts.beforeSigning({ kind: "transactions", purpose, amountUsdc, transactions: [...transactions] });
    await this.parts.signer.batches?.send({ id, chainId: this.parts.chainId, calls: transactions });
  }

  /** The transaction of a batch, once it is on the chain. */
  batchLanded(id: string, options: WaitOptions & { ageMs: number }): Promise<string> {
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
        () => fateOf(transaction, address, this.provider),
        (read): read is Fate => read !== null,
        options,
      );
      if (!fate.hasSucceeded) throw new RevertedError(fate.hash);
      mined.push({ ...transaction, hash: fate.hash });
    }
    return mined;
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

  /** Transactions with successive nonces and their gas, which is bounded. */
  private async complete(transactions: readonly { to: string; data: string; gas?: string }[]) {
    const { chainId, maxGasWei } = this.parts;
    const from = await this.address();
    const [firstNonce, fees] = await Promise.all([
      this.provider.getTransactionCount(from, "pending"),
      this.provider.getFeeData(),
    ]);
    const maxFeePerGas = fees.maxFeePerGas ?? fees.gasPrice;
    if (maxFeePerGas === null) throw new UnavailableError("The node returned no gas price.");
    const maxPriorityFeePerGas = fees.maxPriorityFeePerGas ?? 0n;
    const complete: (TransactionToSend & { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint })[] = [];
    for (const [at, { to, data, gas }] of transactions.entries()) {
      const gasLimit = gas === undefined ? await this.estimate(from, to, data) : BigInt(gas);
      if (gasLimit * maxFeePerGas > maxGasWei) {
        throw new UntrustedError(
          `The gas could cost ${gasLimit * maxFeePerGas} wei; this client pays at most ${maxGasWei} wei for one transaction.`,
        );
      }
      const nonce = firstNonce + at;
      complete.push({ to, data, value: 0n, chainId, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
    }
    return complete;
  }

  private async sign(unsigned: Awaited<ReturnType<typeof this.complete>>): Promise<SignedTransaction[]> {
    const signed: SignedTransaction[] = [];
    for (const transaction of unsigned) {
      const raw = (await this.parts.signer.signTransaction?.({ type: 2, ...transaction })) ?? "";
      if (!/^0x02[0-9a-f]+$/i.test(raw)) throw new MktError("not_signed", "The signer returned no signed transaction.");
      signed.push({ hash: keccak256(raw), raw, nonce: transaction.nonce });
    }
    return signed;
  }

  /** Has the wallet sign and send one after the other; what is about to be sent is kept first. */
  private async sendEach(
    unsigned: readonly TransactionToSend[],
    { keep, drop }: { keep: (signed: SignedTransaction[]) => Promise<void>; drop: () => Promise<void> },
  ): Promise<SignedTransaction[]> {
    const { signer } = this.parts;
    const sent: SignedTransaction[] = unsigned.map(({ nonce, to, data }) => ({ hash: "", raw: "", nonce, to, data }));
    await keep(sent);
    for (const [at, { to, data, value, chainId, gasLimit, nonce }] of unsigned.entries()) {
      const asked = signer.sendTransaction?.({ to, data, value, chainId, gasLimit, nonce });
      const answer = await asked?.catch(async (error: unknown) => {
        if (error instanceof RejectedError) await drop();
        throw error;
      });
      if (!answer) throw new MktError("not_signed", "The signer can neither sign nor send a transaction.");
      sent[at] = { hash: answer.hash, raw: "", nonce, to, data };
      await keep(sent);
    }
    return sent;
  }

  private async estimate(from: string, to: string, data: string): Promise<bigint> {
    try {
      return ((await this.provider.estimateGas({ from, to, data })) * 12n) / 10n;
    } catch (error) {
      throw sendingError(error);
    }
  }

  private requireChain(): Promise<void> {
    this.chainIsRight ??= this.provider.getNetwork().then(({ chainId }) => {
      if (chainId !== BigInt(this.parts.chainId))
        throw new UntrustedError(`The node is on chain ${chainId}, not ${this.parts.chainId}.`);
    });
    this.chainIsRight.catch(() => {
      this.chainIsRight = undefined;
    });
    return this.chainIsRight;
  }

  private get provider(): ChainNode {
    const { provider } = this.parts.signer;
    if (!provider) throw new MktError("no_node", "The signer has no provider: transactions need a node of the chain.");
    return provider;
  }
}
