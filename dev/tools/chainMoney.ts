import { escrowInterface } from "../../functions/src/adapters/ethers/escrowEvents";
import { address, field, hexBytes, hexNumber, list } from "../../functions/src/adapters/rpc/json";
import type { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import type { TaskEvent } from "../../functions/src/domain/task/events";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import type { Escrow } from "../../functions/src/ports/escrow";

/** keccak256("Transfer(address,address,uint256)") of ERC-20. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** What one transaction moved between a deployment and an account, by the token's own word or the deployment's. */
export interface MoneyMove {
  readonly kind: "transferIn" | "transferOut" | "withdrawn";
  readonly txHash: string;
  readonly account: Address;
  /** Who received what was withdrawn; else the account itself. */
  readonly to: Address;
  readonly amountUsdcUnits: bigint;
}

/** All that a deployment said and all that the token says of it, up to a block. */
export interface ChainMoney {
  readonly events: readonly TaskEvent[];
  readonly moves: readonly MoneyMove[];
}

/** Reads a deployment's events and every transfer of the token into it or out of it, up to this block. */
export async function chainMoney(
  contract: ContractName,
  upToBlock: bigint,
  { escrow, nodes }: { escrow: Escrow; nodes: Nodes },
): Promise<ChainMoney> {
  const events: TaskEvent[] = [];
  const moves: MoneyMove[] = [];
  for (let next = escrow.fromBlock; next <= upToBlock;) {
    const read = await escrow.events({ contract }, next, upToBlock);
    events.push(...read.events);
    moves.push(...(await movesIn(escrow.addresses[contract], escrow.token, read.fromBlock, read.toBlock, nodes)));
    next = read.toBlock + 1n;
  }
  return { events, moves };
}

async function movesIn(
  deployment: Address,
  token: Address,
  fromBlock: bigint,
  toBlock: bigint,
  nodes: Nodes,
): Promise<MoneyMove[]> {
  const word = `0x${deployment.slice(2).toLowerCase().padStart(64, "0")}`;
  const range = { fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` };
  const logsOf = (of: Address, topics: readonly (string | null)[]) => ({
    method: "eth_getLogs",
    params: [{ address: of, topics, ...range }],
  });
  const withdrawn = escrowInterface.getEvent("Withdrawn");
  if (!withdrawn) throw new Error("the escrow has no event Withdrawn");
  const calls = [
    logsOf(token, [TRANSFER, null, word]),
    logsOf(token, [TRANSFER, word]),
    logsOf(deployment, [withdrawn.topicHash]),
  ];
  const [moves] = await nodes.askAgreed(calls, ([into, outOf, taken]) => [
    ...list(into).map((log) => move("transferIn", log, 1, 1)),
    ...list(outOf).map((log) => move("transferOut", log, 2, 2)),
    ...list(taken).map((log) => move("withdrawn", log, 1, 2)),
  ]);
  return moves;
}

/** A log of two indexed accounts and an amount. */
function move(kind: MoneyMove["kind"], log: unknown, accountTopic: number, toTopic: number): MoneyMove {
  const topics = list(field(log, "topics")).map(hexBytes);
  const accountIn = (topic: number) => address(`0x${topics[topic]?.slice(26) ?? ""}`);
  return {
    kind,
    txHash: hexBytes(field(log, "transactionHash")),
    account: accountIn(accountTopic),
    to: accountIn(toTopic),
    amountUsdcUnits: hexNumber(field(log, "data")),
  };
}
