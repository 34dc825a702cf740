import type { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { accountingRows } from "../../../functions/src/domain/accounting/rows";
import type { Address } from "../../../functions/src/domain/address";
import { BASE } from "../../../functions/src/domain/chains";
import type { MoneyMove } from "../../../dev/tools/chainMoney";
import { disagreements } from "../../../dev/tools/moneyCheck";
import { history, POSTER, STRANGER } from "../../setup/tasks/histories";
import { taskIn } from "../../domain/task/lives";

const events = history("TaskCreated");
const task = taskIn("FUNDED");
const rows = accountingRows({ task, metadata: null, interestCount: 0 });
const txHash = events[0]?.at.txHash ?? "0x";
const putIn = (account: Address, amountUsdcUnits: bigint): MoneyMove => ({
  kind: "transferIn",
  txHash,
  account,
  to: account,
  amountUsdcUnits,
});
/** The escrow holds so much. */
const holding = (units: bigint) =>
  ({
    askAgreed: async (_calls: unknown, read: (results: unknown[]) => unknown) => [read([`0x${units.toString(16)}`])],
  }) as unknown as Nodes;
const check = (moves: MoneyMove[], held: bigint) =>
  disagreements(
    { contract: "human", address: STRANGER, token: BASE.usdc.address, upTo: 9n, money: { events, moves }, rows },
    holding(held),
  );

describe("the token's word and the events'", () => {
  const reward = task.rewardUsdcUnits;

  it("agree though somebody gives the escrow money in the very transaction of a step", async () => {
    expect(await check([putIn(POSTER, reward)], reward)).toEqual([]);
    expect(await check([putIn(POSTER, reward), putIn(POSTER, 1n), putIn(STRANGER, 5n)], reward + 6n)).toEqual([]);
  });

  it("disagree where the token did not move what the event says, or the escrow does not hold it", async () => {
    expect(await check([putIn(POSTER, reward - 1n)], reward - 1n)).toHaveLength(2);
    expect(await check([putIn(POSTER, reward)], reward - 1n)).toHaveLength(1);
  });
});
