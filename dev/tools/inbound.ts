import type { Firestore } from "@google-cloud/firestore";
import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { address, field, hexBytes, hexNumber, list, quantity } from "../../functions/src/adapters/rpc/json";
import { LogRange } from "../../functions/src/adapters/rpc/logRange";
import type { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import { tokenAddresses } from "../../functions/src/domain/chains";
import type { Hex } from "../../functions/src/domain/keccak";
import { formatUsdc } from "../../functions/src/domain/money";
import {
  finalTransferOf,
  MIN_PRICE,
  NOT_REDEEMED,
  transferKey,
  type Payment,
} from "../../functions/src/domain/payment/purchase";
import { TRANSFER, transferIn, transfersTo } from "../../functions/src/domain/payment/transfer";
import type { Escrow } from "../../functions/src/ports/escrow";

/** The sender that a token names for what it mints. */
const MINTED = `0x${"0".repeat(40)}`;

/** The chain as the commands read it, and every address that was ever paid there. */
export interface ChainParts {
  readonly escrow: Escrow;
  readonly nodes: Nodes;
  readonly chainId: number;
  readonly recipients: readonly Address[];
}

/** A transfer that is final and that can be a payment: of the lowest price or more, from a wallet to a recipient. */
export interface Inbound {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly payer: Address;
  readonly recipient: Address;
  readonly amountUsdcUnits: bigint;
}

/** What the ledger knows about one transfer. */
export type Stored = Pick<Payment, "txHash" | "finality" | "blockNumber"> & { readonly logIndex: number | null };

/** Every transfer since the first block that can be a payment, in the chain's order, up to the last final block. */
export async function inboundTransfers({
  escrow,
  nodes,
  chainId,
  recipients,
}: ChainParts): Promise<{ transfers: Inbound[]; upTo: bigint }> {
  const upTo = await rpcChain(nodes).finalizedBlock();
  // What an escrow, the token itself (a mint, also by a bridge) or another recipient brings is no payment.
  const others: readonly string[] = [...Object.values(escrow.addresses), ...recipients, MINTED];
  const to = recipients.map((recipient) => `0x${recipient.slice(2).toLowerCase().padStart(64, "0")}`);
  const range = new LogRange(nodes);
  const found: Inbound[] = [];
  for (let next = escrow.fromBlock; next <= upTo;) {
    const { value, end } = await range.read(next, upTo, async (fromBlock, toBlock) => {
      const filter = {
        address: tokenAddresses(chainId),
        topics: [TRANSFER, null, to],
        fromBlock: quantity(fromBlock),
        toBlock: quantity(toBlock),
      };
      const calls = [{ method: "eth_getLogs", params: [filter] }];
      const [transfers] = await nodes.askAgreed(calls, ([logs]) => list(logs).map(inbound));
      return transfers;
    });
    found.push(...value.filter((one) => one !== null));
    next = end + 1n;
  }
  const isPayment = ({ payer, amountUsdcUnits }: Inbound) => amountUsdcUnits >= MIN_PRICE && !others.includes(payer);
  return { transfers: found.filter(isPayment), upTo };
}

function inbound(log: unknown): Inbound | null {
  const transfer = transferIn({
    address: address(field(log, "address")),
    topics: list(field(log, "topics")).map(hexBytes),
    data: hexBytes(field(log, "data")),
  });
  if (!transfer) return null;
  return {
    txHash: hexBytes(field(log, "transactionHash")),
    logIndex: Number(hexNumber(field(log, "logIndex"))),
    blockNumber: hexNumber(field(log, "blockNumber")),
    payer: transfer.from,
    recipient: transfer.to,
    amountUsdcUnits: transfer.amountUsdcUnits,
  };
}

/** The transfers that are not in the ledger. */
function unposted(transfers: readonly Inbound[], stored: readonly Stored[]): Inbound[] {
  const posted = new Set(
    stored.filter(({ finality }) => finality === "final").map(({ txHash, logIndex }) => `${txHash} ${logIndex}`),
  );
  return transfers.filter(({ txHash, logIndex }) => !posted.has(`${txHash} ${logIndex}`));
}

/** One sentence for each transfer that is not in the ledger, and for each payment in a final block that is no such transfer. */
export function unpostedFaults(
  { transfers, upTo }: { transfers: readonly Inbound[]; upTo: bigint },
  stored: readonly Stored[],
): string[] {
  const inbound = new Set(transfers.map(({ txHash }) => txHash));
  const unseen = stored.filter(
    ({ finality, blockNumber, txHash }) => finality === "pending" && blockNumber <= upTo && !inbound.has(txHash),
  );
  const states = new Map(stored.map(({ txHash, finality }) => [txHash, finality]));
  const missing = unposted(transfers, stored).map(
    ({ txHash, logIndex, blockNumber, payer, recipient, amountUsdcUnits }) => {
      const state = states.get(txHash);
      const why = !state
        ? "not redeemed, or its record is lost"
        : state === "final"
          ? "another transfer of the transaction is posted"
          : state === "pending"
            ? "stored as pending: the job paymentFinality has not looked at it since its block became final"
            : `stored as ${state}`;
      return `payment ${txHash}: the chain has ${formatUsdc(amountUsdcUnits)} USDC from ${payer} to ${recipient} in block ${blockNumber}, log ${logIndex}; the ledger does not have it (${why})`;
    },
  );
  return [
    ...missing,
    ...unseen.map(
      ({ txHash, blockNumber }) =>
        `payment ${txHash}: stored as pending in block ${blockNumber}, which is final; the chain has no such transfer to a recipient (the job paymentFinality has not looked at it since)`,
    ),
  ];
}

/**
 * Marks every payment that is on the chain but not in the ledger for posting: one whose record is there becomes final, one
 * without a record gets one, which its intent can still redeem.
 * @returns how many
 */
export async function restorePayments(db: Firestore, parts: ChainParts): Promise<number> {
  const payments = firestorePayments(db);
  const chain = rpcChain(parts.nodes);
  const missing = unposted((await inboundTransfers(parts)).transfers, await payments.stored());
  for (const { txHash, logIndex, recipient } of missing) {
    const told = await chain.evidence(txHash);
    if (!told?.succeeded) throw new Error(`the nodes report a transfer of ${txHash} but no receipt of it: run again`);
    const evidence = { ...told, minedAt: told.minedAt ?? (await chain.blockTime(told.blockHash)) };
    const transfer = transfersTo(recipient, tokenAddresses(parts.chainId), evidence).find(
      ({ index }) => (evidence.firstLogIndex ?? 0) + index === logIndex,
    );
    if (!transfer) throw new Error(`the nodes report a transfer of ${txHash} that is not in its receipt: run again`);
    const { token, from, amountUsdcUnits, mark } = transfer;
    const { blockNumber, blockHash } = evidence;
    const payment: Payment = {
      key: transferKey(parts.chainId, txHash, recipient, transfer),
      intentKey: NOT_REDEEMED,
      binding: mark ? "marked" : "plain",
      payer: from,
      recipient,
      token,
      amountUsdcUnits,
      txHash,
      blockNumber,
      blockHash,
      claimedAt: evidence.minedAt * 1000,
      finality: "final",
    };
    const settlement = finalTransferOf(payment, evidence);
    if (settlement) await payments.restore(payment, settlement);
  }
  return missing.length;
}
