import { Transaction } from "ethers";
import { toAddress, type Address } from "../../domain/address";
import { MAX_TRANSACTION_GAS } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import type { Broadcast } from "../../ports/escrow";
import { blockCall, field, hexNumber } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { userOfNonce } from "./nonceUse";

interface Place {
  readonly nodes: Nodes;
  readonly addresses: Escrows;
  readonly token: Address;
  readonly chainId: number;
}

/** Broadcasts a signed transaction if it can succeed according to a quorum of nodes. */
export async function broadcast(signedTransaction: Hex, place: Place): Promise<Broadcast> {
  const { nodes, addresses, token, chainId } = place;
  const transaction = parse(signedTransaction);
  const sender = transaction?.from ? toAddress(transaction.from) : null;
  const to = transaction?.to ? toAddress(transaction.to) : null;
  if (!transaction?.hash || !sender)
    return refused("This is not a signed transaction. Sign the prepared one unchanged.");
  if (transaction.chainId !== BigInt(chainId))
    return refused(`The transaction is signed for another chain. Sign the prepared one for chain ${chainId}.`);
  if (transaction.gasLimit > MAX_TRANSACTION_GAS) {
    return refused(
      `The transaction's gas limit is ${transaction.gasLimit}; the maximum is ${MAX_TRANSACTION_GAS}. Sign the prepared one unchanged.`,
    );
  }
  if (to !== token && !Object.values(addresses).some((escrow) => escrow === to)) {
    return refused("The transaction calls neither an escrow of this service nor USDC; send it through your own node.");
  }
  const sent = { outcome: "sent", txHash: transaction.hash as Hex } as const;
  const state = await stateOf(sent.txHash, sender, nodes);
  // One that nodes only know is sent again: each may have kept it to itself.
  if (state.isMined) return sent;
  if (state.nonce > BigInt(transaction.nonce)) {
    // A transaction that nodes have not indexed yet looks as if another had its nonce, and a step prepared again is a second one.
    const user = await userOfNonce(nodes, { account: sender, nonce: transaction.nonce, head: state.block });
    if (user === sent.txHash) return sent;
    if (user)
      return refused(
        `Another transaction of this wallet, ${user}, has its nonce, so it can never be mined. If the wallet replaced it, as for a higher fee, confirm that txHash; only if that one did something else, prepare once more.`,
      );
  }
  const price = transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n;
  if (state.wei < transaction.gasLimit * price + transaction.value) {
    return refused(
      "The wallet holds too little ether for this transaction's gas. Add some, or use gasless.typedData if it was prepared.",
    );
  }
  try {
    await nodes.broadcast(signedTransaction);
    return sent;
  } catch (error) {
    // It may have succeeded anyway, or been sent by another caller; its confirmation shows.
    const calls = [{ method: "eth_getTransactionByHash", params: [sent.txHash] }];
    if (await nodes.ask(calls, ([known]) => known !== null)) return sent;
    throw error;
  }
}

/** Whether the transaction is mined, and what its sender has, at one block. */
async function stateOf(txHash: Hex, sender: Address, nodes: Nodes) {
  const calls = (at: string) => [
    { method: "eth_getTransactionCount", params: [sender, at] },
    { method: "eth_getBalance", params: [sender, at] },
    blockCall(at),
    // Last, so that it is seen where it has used the nonce.
    { method: "eth_getTransactionByHash", params: [txHash] },
  ];
  const [state] = await nodes.askAt(calls, ([nonce, wei, block, transaction]) => ({
    block: hexNumber(field(block, "number")),
    nonce: hexNumber(nonce),
    wei: hexNumber(wei),
    isMined: isMinedBy(hexNumber(field(block, "number")), transaction),
  }));
  return state;
}

/** Of later blocks, one node may know more than another. */
function isMinedBy(block: bigint, transaction: unknown): boolean {
  const at = transaction === null ? null : (field(transaction, "blockNumber") ?? null);
  return at !== null && hexNumber(at) <= block;
}

function parse(signed: Hex): Transaction | null {
  try {
    return Transaction.from(signed);
  } catch {
    return null;
  }
}

function refused(detail: string): Broadcast {
  return { outcome: "refused", detail };
}
