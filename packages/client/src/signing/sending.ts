import { MktError, RejectedError, UnavailableError, UntrustedError } from "../errors";
import { keccak256 } from "../hashing";
import type { SignedTransaction } from "../journal/journal";
import { sendingError } from "./sendingError";
import type { ChainNode, TransactionToSend, WalletSigner } from "./signer";

/** What a transaction is to call. */
export interface Call {
  to: string;
  data: string;
  gas?: string;
}

interface CompleteTransaction extends TransactionToSend {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Transactions with successive nonces and their gas, which is bounded. */
export async function complete(
  calls: readonly Call[],
  { from, node, chainId, maxGasWei }: { from: string; node: ChainNode; chainId: number; maxGasWei: bigint },
): Promise<CompleteTransaction[]> {
  const [firstNonce, fees] = await Promise.all([node.getTransactionCount(from, "pending"), node.getFeeData()]);
  const maxFeePerGas = fees.maxFeePerGas ?? fees.gasPrice;
  if (maxFeePerGas === null) throw new UnavailableError("The node returned no gas price.");
  const maxPriorityFeePerGas = fees.maxPriorityFeePerGas ?? 0n;
  const transactions: CompleteTransaction[] = [];
  for (const [at, { to, data, gas }] of calls.entries()) {
    const gasLimit = gas === undefined ? await estimate(node, { from, to, data }) : BigInt(gas);
    if (gasLimit * maxFeePerGas > maxGasWei) {
      throw new UntrustedError(
        `The gas could cost ${gasLimit * maxFeePerGas} wei; this client pays at most ${maxGasWei} wei for one transaction.`,
      );
    }
    const nonce = firstNonce + at;
    transactions.push({ to, data, value: 0n, chainId, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
  }
  return transactions;
}

export async function signEach(
  unsigned: readonly CompleteTransaction[],
  signer: WalletSigner,
): Promise<SignedTransaction[]> {
  const signed: SignedTransaction[] = [];
  for (const transaction of unsigned) {
    const raw = (await signer.signTransaction?.({ type: 2, ...transaction })) ?? "";
    if (!/^0x02[0-9a-f]+$/i.test(raw)) throw new MktError("not_signed", "The signer returned no signed transaction.");
    signed.push({ hash: keccak256(raw), raw, nonce: transaction.nonce });
  }
  return signed;
}

/** Has the wallet sign and send one after the other; each is journalled first. */
export async function sendEach(
  unsigned: readonly TransactionToSend[],
  signer: WalletSigner,
  { keep, drop }: { keep: (signed: SignedTransaction[]) => Promise<void>; drop: () => Promise<void> },
): Promise<SignedTransaction[]> {
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
    // It is sent: without its hash, it is found by its nonce, which was kept.
    await keep(sent).catch(() => undefined);
  }
  return sent;
}

async function estimate(node: ChainNode, call: { from: string; to: string; data: string }): Promise<bigint> {
  try {
    return ((await node.estimateGas(call)) * 12n) / 10n;
  } catch (error) {
    throw sendingError(error);
  }
}
