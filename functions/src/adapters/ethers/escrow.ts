import type { Address } from "../../domain/address";
import { chainOf, MAX_TRANSACTION_GAS } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Withdrawal } from "../../domain/events/withdrawals";
import type { Hex } from "../../domain/keccak";
import { MAX_CALL_GAS, REVERTS } from "../../domain/task/call";
import type { BlockRef, Place } from "../../domain/task/events";
import type { ContractName } from "../../domain/workflow/variants";
import { ChainUnavailable } from "../../ports/chain";
import type {
  Escrow,
  EscrowReceipt,
  EventsRead,
  Heads,
  Scope,
  Simulation,
  WalletBalances,
  Approval,
} from "../../ports/escrow";
import {
  address,
  asText,
  blockCall,
  field,
  hexBytes,
  hexNumber,
  list,
  optionalAddress,
  quantity,
  timeOf,
} from "../rpc/json";
import { LogRange } from "../rpc/logRange";
import { RpcError, largest, type Nodes, type RpcCall } from "../rpc/nodes";
import { broadcast } from "./broadcast";
import { encodeCall, revertName, tokenInterface } from "./escrowCalls";
import { readTaskEvents, TASK_TOPICS, escrowInterface, placeOf, type Untimed } from "./escrowEvents";

export interface EscrowOptions {
  readonly nodes: Nodes;
  readonly addresses: Escrows;
  readonly fromBlock: bigint;
  readonly chainId: number;
}

const BLOCKS_PER_BATCH = 100;
const READ_ATTEMPTS = 3;

/** The escrows over the nodes' JSON-RPC. */
export function ethersEscrow({ nodes, addresses, fromBlock, chainId }: EscrowOptions): Escrow {
  const token = chainOf(chainId).usdc.address;
  const range = new LogRange(nodes);

  return {
    addresses,
    token,
    fromBlock,
    heads,
    areOnChain,
    areReplaced,
    async timeOf(number) {
      const [time] = await nodes.askAgreed([blockCall(number)], ([result]) => timeOf(result));
      return time;
    },
    events: readEvents,
    receipt: readReceipt,
    encode: (call) => encodeCall(call, addresses, chainId),
    simulate: (call, from) => {
      const { to, data } = encodeCall(call, addresses, chainId);
      return simulate(nodes, { from, to, data });
    },
    broadcast: (signedTransaction) => broadcast(signedTransaction, { nodes, addresses, token, chainId }),
    balances: (wallet) => balances(nodes, addresses, token, wallet),
    async permitNonce(wallet) {
      const data = tokenInterface.encodeFunctionData("nonces", [wallet]);
      const calls = (at: string) => [
        { method: "eth_call", params: [{ to: token, data }, at] },
        { method: "eth_getCode", params: [wallet, at] },
      ];
      const [nonce] = await nodes.askAt(calls, ([found, code]) => (code === "0x" ? hexNumber(found) : null));
      return nonce;
    },
  };

  async function heads(): Promise<Heads> {
    if (nodes.quorum === 1) {
      return nodes.ask([blockCall("latest"), blockCall("finalized")], ([latest, finalized]) => ({
        latest: blockRef(latest),
        finalized: blockRef(finalized),
      }));
    }
    const numbers = await Promise.all([nodes.height("latest"), nodes.height("finalized")]);
    const [latest, finalized] = await nodes.hashesOf(numbers);
    if (!latest || !finalized) throw new ChainUnavailable("the chain changes while it is read");
    return { latest: { number: numbers[0], hash: latest }, finalized: { number: numbers[1], hash: finalized } };
  }

  async function areOnChain(blocks: readonly BlockRef[]): Promise<boolean[]> {
    const hashes = await hashesOf(blocks);
    return blocks.map(({ hash }, at) => hashes[at] === hash);
  }

  async function areReplaced(blocks: readonly BlockRef[]): Promise<boolean[]> {
    const hashes = await hashesOf(blocks);
    return blocks.map(({ hash }, at) => Boolean(hashes[at]) && hashes[at] !== hash);
  }

  /** The hashes that the chain has at the blocks' heights; null where it has no block there. */
  async function hashesOf(blocks: readonly BlockRef[]): Promise<(Hex | null)[]> {
    const hashes: (Hex | null)[] = [];
    for (const batch of batches(blocks)) hashes.push(...(await nodes.hashesOf(batch.map(({ number }) => number))));
    return hashes;
  }

  async function readEvents(scope: Scope, from: bigint, to: bigint): Promise<EventsRead> {
    const { value } = await range.read(from, to, (start, end) => readRange(scope, start, end));
    return value;
  }

  async function readRange(scope: Scope, from: bigint, end: bigint): Promise<EventsRead> {
    const topics =
      scope.taskId === undefined
        ? [[...TASK_TOPICS, WITHDRAWAL_TOPIC]]
        : [TASK_TOPICS, `0x${scope.taskId.toString(16).padStart(64, "0")}`];
    const filter = { address: addresses[scope.contract], topics, fromBlock: quantity(from), toBlock: quantity(end) };
    // The end is asked for before and after: if it is the same, the logs between are of its fork.
    const calls = [blockCall(end), { method: "eth_getLogs", params: [filter] }, blockCall(end)];
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const agreed = await nodes.askAgreed(
        calls,
        ([before, logs, after]) => ({
          before: blockRef(before),
          events: readTaskEvents(logs, addresses),
          withdrawals: readWithdrawals(logs, addresses),
          after: blockRef(after),
        }),
        {
          sameness: ({ before, events, withdrawals, after }) =>
            `${before.hash} ${after.hash} ${untimed(events)} ${untimed(withdrawals)}`,
        },
      );
      const [read] = agreed;
      if (read.before.hash !== read.after.hash) continue;
      return {
        fromBlock: from,
        toBlock: end,
        end: read.after,
        events: await withTimes(agreed.map(({ events }) => events)),
        withdrawals: await withTimes(agreed.map(({ withdrawals }) => withdrawals)),
      };
    }
    throw new ChainUnavailable("the chain changes while it is read");
  }

  /** The events that nodes agree on with their blocks' times, which older nodes don't put into their logs. */
  async function withTimes<T extends Untimed>([events = [], ...others]: readonly (readonly T[])[]): Promise<
    (T & { at: Place })[]
  > {
    const isTold = ({ at }: T, place: number) =>
      at.time !== null && others.every((other) => other[place]?.at.time === at.time);
    const missing = [...new Set(events.filter((event, place) => !isTold(event, place)).map(({ at }) => at.blockHash))];
    const times = new Map<Hex, number>();
    for (const batch of batches(missing)) {
      const calls = batch.map((hash) => ({ method: "eth_getBlockByHash", params: [hash, false] }));
      const [found] = await nodes.askAgreed(calls, (results) => results.map(timeOf));
      batch.forEach((hash, at) => times.set(hash, found[at] ?? NaN));
    }
    return events.map((event) => ({
      ...event,
      at: { ...event.at, time: times.get(event.at.blockHash) ?? event.at.time ?? NaN },
    }));
  }

  async function readReceipt(txHash: Hex): Promise<EscrowReceipt | null> {
    const calls = [{ method: "eth_getTransactionReceipt", params: [txHash] }];
    const read = ([receipt]: unknown[]) =>
      receipt === null || field(receipt, "blockHash") === null ? null : parseReceipt(txHash, receipt);
    const sameness = ({ events, ...rest }: ReturnType<typeof parseReceipt>) => `${asText(rest)} ${untimed(events)}`;
    const told = await nodes.askSeen(calls, read, { sameness });
    const [first] = told;
    if (!first) return null;
    const [sealed = false] = await areOnChain([first.block]);
    const events = sealed ? await withTimes(told.map((one) => one.events)) : [];
    const { approvals, withdrawals } = sealed ? first : { approvals: [], withdrawals: [] };
    return { ...first, sealed, events, approvals, withdrawals };
  }

  function parseReceipt(txHash: Hex, receipt: unknown) {
    const logs = field(receipt, "logs");
    return {
      txHash,
      to: optionalAddress(field(receipt, "to")),
      succeeded: hexNumber(field(receipt, "status")) === 1n,
      block: { number: hexNumber(field(receipt, "blockNumber")), hash: hexBytes(field(receipt, "blockHash")) },
      hasLogs: list(logs).length > 0,
      events: readTaskEvents(logs, addresses),
      approvals: readApprovals(logs, token),
      withdrawals: readWithdrawals(logs, addresses).map(({ at: _, ...withdrawal }) => withdrawal),
    };
  }
}

async function simulate(nodes: Nodes, call: { from: Address; to: Hex; data: Hex }): Promise<Simulation> {
  // The call comes first because nodes tell a revert's reason there most reliably.
  const calls = (at: string) => [
    { method: "eth_call", params: [call, at] },
    { method: "eth_estimateGas", params: [call, at] },
  ];
  try {
    const camp = await nodes.askAt(calls, ([, estimate]) => (hexNumber(estimate) * 5n) / 4n, {
      // Nodes estimate differently. They must agree that the call succeeds, and that it takes no more than such calls do.
      sameness: (gas) => (gas <= MAX_CALL_GAS ? "succeeds" : "takes more"),
      reasons: true,
    });
    // The largest, because a node alone must not starve a transaction of gas; what is left over is not paid.
    const gas = largest(camp, (said) => said);
    return { ok: true, gas: gas < MAX_TRANSACTION_GAS ? gas : MAX_TRANSACTION_GAS };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = revertName(error.data);
    return { ok: false, reason, detail: REVERTS[reason], isAgreed: error.isAgreed };
  }
}

/** What nodes must agree on of an event; not all return the time. */
function untimed(events: readonly Untimed[]): string {
  return asText(events.map((event) => ({ ...event, at: { ...event.at, time: null } })));
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += BLOCKS_PER_BATCH) yield items.slice(from, from + BLOCKS_PER_BATCH);
}

/** What a wallet holds, has approved and is credited with, at one block and in one batch. */
async function balances(nodes: Nodes, escrows: Escrows, token: Address, wallet: Address): Promise<WalletBalances> {
  const names = Object.keys(escrows) as ContractName[];
  const views = [
    { to: token, data: tokenInterface.encodeFunctionData("balanceOf", [wallet]) },
    ...names.map((name) => ({
      to: token,
      data: tokenInterface.encodeFunctionData("allowance", [wallet, escrows[name]]),
    })),
    ...names.map((name) => ({ to: escrows[name], data: escrowInterface.encodeFunctionData("credits", [wallet]) })),
  ];
  const calls = (at: string): RpcCall[] => [
    blockCall(at),
    { method: "eth_getBalance", params: [wallet, at] },
    { method: "eth_getTransactionCount", params: [wallet, at] },
    ...views.map((view) => ({ method: "eth_call", params: [view, at] })),
  ];
  const [found] = await nodes.askAt(calls, ([latest, wei, nonce, usdc, ...perEscrow]) => {
    const amounts = perEscrow.map(hexNumber);
    const of = (at: number) => ({
      allowanceUsdcUnits: amounts[at] ?? 0n,
      creditUsdcUnits: amounts[at + names.length] ?? 0n,
    });
    return {
      wei: hexNumber(wei),
      usdcUnits: hexNumber(usdc),
      nonce: Number(hexNumber(nonce)),
      baseFeeWei: hexNumber(field(latest, "baseFeePerGas")),
      block: blockRef(latest),
      escrows: Object.fromEntries(names.map((name, at) => [name, of(at)])) as WalletBalances["escrows"],
    };
  });
  return found;
}

function blockRef(result: unknown): BlockRef {
  return { number: hexNumber(field(result, "number")), hash: hexBytes(field(result, "hash")) };
}

/** The approvals that the token itself logs among a node's logs; those of any other contract are left out. */
function readApprovals(logs: unknown, token: Address): Approval[] {
  return list(logs).flatMap((log) => {
    if (address(field(log, "address")) !== token) return [];
    const topics = list(field(log, "topics")).map(hexBytes);
    const parsed = tokenInterface.parseLog({ topics, data: hexBytes(field(log, "data")) });
    if (!parsed) return [];
    const [owner, spender, value] = parsed.args.toArray() as [unknown, unknown, bigint];
    return [{ owner: address(owner), spender: address(spender), amountUsdcUnits: value }];
  });
}

/** A withdrawal names no task. Its topic is kept, because ethers hashes the signature anew each time it is asked. */
const WITHDRAWN = escrowInterface.getEvent("Withdrawn")!;
const WITHDRAWAL_TOPIC = WITHDRAWN.topicHash;

/** The credits that the escrows paid out, among a node's logs; those of any other contract are left out. */
function readWithdrawals(logs: unknown, escrows: Escrows): (Withdrawal & Untimed)[] {
  const names = new Map((Object.keys(escrows) as ContractName[]).map((name) => [escrows[name], name]));
  return list(logs).flatMap((log) => {
    const contract = names.get(address(field(log, "address")));
    if (!contract) return [];
    const topics = list(field(log, "topics")).map(hexBytes);
    if (topics[0] !== WITHDRAWAL_TOPIC) return [];
    const values = escrowInterface.decodeEventLog(WITHDRAWN, hexBytes(field(log, "data")), topics);
    const [account, to, amountUsdcUnits] = values.toArray() as [unknown, unknown, bigint];
    return [{ contract, account: address(account), to: address(to), amountUsdcUnits, at: placeOf(log) }];
  });
}
