import type { Hex } from "../../domain/keccak";
import type { Evidence, Log as ChainLog } from "../../domain/payment/evidence";
import type { Chain, EthCall } from "../../ports/chain";
import { ChainUnavailable } from "../../ports/chain";
import { address, field, hexBytes, hexNumber, list, optionalAddress } from "./json";
import type { Nodes, RpcCall } from "./nodes";

/**
 * The chain as its nodes tell it.
 *
 * @param quorum how many nodes must agree before evidence counts: 1, or 2 where no single node is
 *   trusted. What they must agree on is the transaction, its block and its logs, not the head.
 */
export function rpcChain(nodes: Nodes, quorum: 1 | 2): Chain {
  return {
    async evidence(txHash) {
      const calls = evidenceCalls(txHash);
      const read = (results: unknown[]) => readEvidence(txHash, results);
      if (quorum === 1) {
        const first = await nodes.ask(calls, read);
        // A node that lags behind has no receipt yet; another may.
        if (first || nodes.count === 1) return first;
        return (await nodes.askAll(calls, read)).find((evidence) => evidence !== null) ?? null;
      }
      return agreed(await nodes.askAll(calls, read), quorum);
    },

    async finalizedBlock() {
      return nodes.ask([block("finalized")], ([result]) => hexNumber(field(result, "number")));
    },

    async ethCall(call: EthCall, signal) {
      return nodes.ask([{ method: "eth_call", params: [call, "latest"] }], ([result]) => hexBytes(result), signal);
    },
  };
}

function evidenceCalls(txHash: Hex): RpcCall[] {
  return [
    { method: "eth_getTransactionReceipt", params: [txHash] },
    { method: "eth_getTransactionByHash", params: [txHash] },
    block("latest"),
    block("finalized"),
  ];
}

function block(tag: string): RpcCall {
  return { method: "eth_getBlockByNumber", params: [tag, false] };
}

/** The evidence that `quorum` nodes agree on, with the lowest head among them; null when they agree that there is none. */
function agreed(answers: (Evidence | null)[], quorum: number): Evidence | null {
  const camps = new Map<string, (Evidence | null)[]>();
  for (const answer of answers) {
    const key = answer ? substance(answer) : "none";
    camps.set(key, [...(camps.get(key) ?? []), answer]);
  }
  const camp = [...camps.values()].find((members) => members.length >= quorum);
  if (!camp) {
    // Some have it and some do not, or they contradict each other: nobody is believed.
    if (answers.length >= quorum) return null;
    throw new ChainUnavailable(`${answers.length} of the ${quorum} nodes that must agree answered`);
  }
  const [first, ...rest] = camp.filter((answer) => answer !== null);
  if (!first) return null;
  const { head } = rest.reduce((low, next) => (next.head.number < low.head.number ? next : low), first);
  // The fastest pace asks for the most blocks.
  const blockSeconds = rest.reduce((least, next) => (least === null || next.blockSeconds === null ? null : Math.min(least, next.blockSeconds)), first.blockSeconds);
  return { ...first, head, blockSeconds, minedAt: rest.every(({ minedAt }) => minedAt === first.minedAt) ? first.minedAt : null };
}

/** What nodes must agree on: all but the head and the pace, which each sees for itself, and the time, which some do not tell. */
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
  const seconds = Number(hexNumber(field(head, "timestamp")) - hexNumber(field(finalized, "timestamp")));
  return blocks > 0 && seconds >= 0 ? seconds / blocks : null;
}

/** Newer nodes put the block's time into each log. */
function minedAt(log: unknown): number | null {
  const time = log === undefined ? undefined : field(log, "blockTimestamp");
  return time === undefined || time === null ? null : Number(hexNumber(time));
}
