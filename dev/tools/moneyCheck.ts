import { escrowInterface } from "../../functions/src/adapters/ethers/escrowEvents";
import { hexNumber, quantity } from "../../functions/src/adapters/rpc/json";
import { RpcError, type Nodes } from "../../functions/src/adapters/rpc/nodes";
import { balanceOf, type AccountingRow } from "../../functions/src/domain/accounting/row";
import type { Address } from "../../functions/src/domain/address";
import { formatUsdc } from "../../functions/src/domain/money";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import type { ChainMoney } from "./chainMoney";

/** A deployment's rows by its events, to be compared with the token's events. */
export interface Compared {
  readonly contract: ContractName;
  readonly address: Address;
  /** What it holds. */
  readonly token: Address;
  readonly upTo: bigint;
  readonly money: ChainMoney;
  readonly rows: readonly AccountingRow[];
}

/** Amounts by what they belong to. */
type Amounts = Map<string, bigint>;

/**
 * Where the rows of a deployment and the token's transfers do not come to the same: in a transaction and for an
 * account, in what waits to be withdrawn, or in the deployment's balance.
 */
export async function disagreements(
  { contract, address, token, upTo, money, rows }: Compared,
  nodes: Nodes,
): Promise<string[]> {
  const { events, moves } = money;
  const byRows: Amounts = new Map();
  const putIn = new Map<string, bigint[]>();
  for (const row of rows) {
    const key = `${row.txHash} ${row.wallet}`;
    add(byRows, key, balanceOf(row));
    if (row.direction === "out") putIn.set(key, [...(putIn.get(key) ?? []), row.netUsdcUnits]);
  }

  const byToken: Amounts = new Map();
  const credits: Amounts = new Map();
  let donated = 0n;
  for (const { kind, txHash, account, to, amountUsdcUnits } of moves) {
    if (kind === "transferIn") {
      const due = putIn.get(`${txHash} ${account}`) ?? [];
      const at = due.indexOf(amountUsdcUnits);
      // An incoming amount without a row is a gift to the deployment, regardless of what else its transaction does.
      if (at < 0) donated += amountUsdcUnits;
      else add(byToken, `${txHash} ${account}`, -(due.splice(at, 1)[0] ?? 0n));
    } else if (kind === "transferOut") add(byToken, `${txHash} ${account}`, amountUsdcUnits);
    else {
      // A withdrawal pays out what was the account's own since its credit.
      add(byToken, `${txHash} ${to}`, -amountUsdcUnits);
      add(credits, account, -amountUsdcUnits);
    }
  }
  for (const event of events) {
    if (event.name !== "Credited") continue;
    add(byToken, `${event.at.txHash} ${event.account}`, event.amountUsdcUnits);
    add(credits, event.account, event.amountUsdcUnits);
  }

  const faults: string[] = [];
  for (const key of new Set([...byRows.keys(), ...byToken.keys()])) {
    const [said, moved] = [byRows.get(key) ?? 0n, byToken.get(key) ?? 0n];
    if (said !== moved)
      faults.push(
        `${contract}: transaction and account ${key}: the events say ${formatUsdc(said)} USDC, the token moved ${formatUsdc(moved)}`,
      );
  }
  const waiting = total(credits);
  const held = donated - total(byRows) + waiting;
  const expectedViews = [
    { what: "the deployment's balance", to: token, data: balanceCall(address), expected: held },
    ...[...credits].map(([account, amount]) => ({
      what: `what waits for ${account} to withdraw`,
      to: address,
      data: escrowInterface.encodeFunctionData("credits", [account]),
      expected: amount,
    })),
  ];
  for (const { what, to, data, expected } of expectedViews) {
    const found = await viewAt(nodes, to, data, upTo);
    if (found !== expected)
      faults.push(
        `${contract}: ${what} is ${formatUsdc(found)} USDC in block ${upTo}, by the events ${formatUsdc(expected)}`,
      );
  }
  return faults;
}

async function viewAt(nodes: Nodes, to: Address, data: string, block: bigint): Promise<bigint> {
  try {
    const calls = [{ method: "eth_call", params: [{ to, data }, quantity(block)] }];
    const [amount] = await nodes.askAgreed(calls, ([result]) => hexNumber(result));
    return amount;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new Error(`no node keeps the state of block ${block}: name one that does in RPC_URLS`, { cause: error });
  }
}

/** ERC-20's balanceOf(address). */
function balanceCall(account: Address): string {
  return `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}`;
}

function add(amounts: Amounts, key: string, amount: bigint): void {
  amounts.set(key, (amounts.get(key) ?? 0n) + amount);
}

function total(amounts: Amounts): bigint {
  return [...amounts.values()].reduce((all, amount) => all + amount, 0n);
}
