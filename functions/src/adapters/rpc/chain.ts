import type { Hex } from "../../domain/keccak";
import type { Evidence, Log as ChainLog } from "../../domain/payment/evidence";
import type { Chain, EthCall } from "../../ports/chain";
import { address, blockCall, field, hexBytes, hexNumber, list, optionalAddress, timeOf } from "./json";
import type { Nodes, RpcCall } from "./nodes";

/** The chain as its nodes tell it. Of a transaction they must agree on all but the head, which each sees for itself. */
export function rpcChain(nodes: Nodes): Chain {
  return {
    async evidence(txHash, quorum = nodes.quorum) {
      const read = (results: unknown[]) => readEvidence(txHash, results);
      return merged(await nodes.askSeen(evidenceCalls(txHash), read, { sameness: substance, quorum }));
    },

    async blockTime(blockHash) {
      const calls = [{ method: "eth_getBlockByHash", params: [blockHash, false] }];
      const [time] = await nodes.askAgreed(calls, ([found]) => timeOf(found));
      return time;
    },

    finalizedBlock: () => nodes.height("finalized"),

    async hashOf(blockNumber) {
      const [hash = null] = await nodes.hashesOf([blockNumber]);
      return hash;
    },

    async ethCall(call: EthCall, signal) {
      const calls = (block: string) => [{ method: "eth_call", params: [call, block] }];
      const [bytes] = await nodes.askAt(calls, ([result]) => hexBytes(result), { signal });
      return bytes;
    },
  };
}

function evidenceCalls(txHash: Hex): RpcCall[] {
  return [
    { method: "eth_getTransactionReceipt", params: [txHash] },
    { method: "eth_getTransactionByHash", params: [txHash] },
    blockCall("latest"),
    blockCall("finalized"),
  ];
}

/** The common answer of nodes that agree: the lowest head among them, and the time if all have it. */
function merged([first, ...rest]: readonly Evidence[]): Evidence | null {
  if (!first) return null;
  const { head } = rest.reduce((low, next) => (next.head.number < low.head.number ? next : low), first);
  // The fastest pace asks for the most blocks.
  const blockSeconds = rest.reduce(
    (least, next) => (least === null || next.blockSeconds === null ? null : Math.min(least, next.blockSeconds)),
    first.blockSeconds,
  );
  return {
    ...first,
    head,
    blockSeconds,
    minedAt: rest.every(({ minedAt }) => minedAt === first.minedAt) ? first.minedAt : null,
  };
}

/** What nodes must agree on: all but the head and the pace, which differ by node, and the time, which some leave out. */
function substance({ head: _head, minedAt: _minedAt, blockSeconds: _pace, blockNumber, ...rest }: Evidence): string {
  return JSON.stringify({ ...rest, blockNumber: blockNumber.toString() });
}

function readEvidence(txHash: Hex, [receipt, transaction, head, finalized]: unknown[]): Evidence | null {
  if (receipt === null || transaction === null) return null;
  const blockHash = field(receipt, "blockHash");
  const blockNumber = field(receipt, "blockNumber");
  // Some nodes show a pre-confirmed transaction with an empty block.
  if (blockHash === null || blockNumber === null) return null;
  if (field(receipt, "transactionHash") !== txHash || field(transaction, "hash") !== txHash) {
    throw new TypeError("another transaction than the one that was asked for");
  }
  const logs = list(field(receipt, "logs"));
  return {
    txHash,
    from: address(field(transaction, "from")),
    to: optionalAddress(field(transaction, "to")),
    input: hexBytes(field(transaction, "input")),
    succeeded: hexNumber(field(receipt, "status")) === 1n,
    blockNumber: hexNumber(blockNumber),
    blockHash: hexBytes(blockHash),
    minedAt: minedAt(logs[0]),
    logs: logs.map(readLog),
    firstLogIndex: logs.length === 0 ? null : Number(hexNumber(field(logs[0], "logIndex"))),
    head: { number: hexNumber(field(head, "number")), hash: hexBytes(field(head, "hash")) },
    blockSeconds: paceBetween(finalized, head),
  };
}

function readLog(log: unknown): ChainLog {
  return {
    address: address(field(log, "address")),
    topics: list(field(log, "topics")).map(hexBytes),
    data: hexBytes(field(log, "data")),
  };
}

/** Seconds between blocks, from the last final one to the head: minutes of the chain. Null where that is too short to tell. */
function paceBetween(finalized: unknown, head: unknown): number | null {
  if (finalized === null) return null;
  const blocks = Number(hexNumber(field(head, "number")) - hexNumber(field(finalized, "number")));
  const seconds = timeOf(head) - timeOf(finalized);
  return blocks > 0 && seconds >= 0 ? seconds / blocks : null;
}

/** Newer nodes put the block's time into each log. */
function minedAt(log: unknown): number | null {
  const time = log === undefined ? undefined : field(log, "blockTimestamp");
  return time === undefined || time === null ? null : Number(hexNumber(time));
}
