import type { AccountingRow } from "../../../functions/src/domain/accounting/row";
import { settlementRow } from "../../../functions/src/domain/statement/settlement";
import { importOf, settlementsCsv } from "../../../functions/src/adapters/export/csv";
import { movement } from "../../setup/movements";

type Changes = Partial<AccountingRow>;
const money = (type: AccountingRow["type"], direction: "in" | "out", net: bigint, changes: Changes = {}) =>
  movement(1, { type, direction, grossUsdcUnits: net, feeUsdcUnits: 0n, netUsdcUnits: net, endedAt: 100, ...changes });
const row = (...rows: AccountingRow[]) => settlementRow({ rows });

it("is null while the escrow holds the money, and where nothing was gained or lost", () => {
  expect(row(money("reward", "out", 20n, { role: "poster", endedAt: null }))).toBeNull();
  expect(row(money("stake", "out", 2n), money("stake_returned", "in", 2n))).toBeNull();
  expect(
    row(money("reward", "out", 20n, { role: "poster" }), money("refund", "in", 20n, { role: "poster" })),
  ).toBeNull();
});

it("is a worker's income with its fee; a stake that is still held, or came back, is no loss", () => {
  const reward = money("reward", "in", 19n, { grossUsdcUnits: 20n, feeUsdcUnits: 1n, endedAt: 300 });
  for (const stake of [money("stake", "out", 2n, { endedAt: null }), money("stake", "out", 2n)]) {
    const back = stake.endedAt === null ? [] : [money("stake_returned", "in", 2n, { endedAt: 200 })];
    expect(row(stake, reward, ...back)).toMatchObject({
      kind: "income",
      endedAt: 300,
      grossUsdcUnits: 20n,
      feeUsdcUnits: 1n,
      netUsdcUnits: 19n,
    });
  }
});

it("is a poster's expense, of a cancelled task the fee alone", () => {
  const [paid, refund] = [
    money("reward", "out", 20n, { role: "poster" }),
    money("refund", "in", 19n, { role: "poster", grossUsdcUnits: 20n, feeUsdcUnits: 1n }),
  ];
  expect(row(paid)).toMatchObject({ kind: "expense", grossUsdcUnits: 20n, netUsdcUnits: 20n });
  expect(row(paid, refund)).toMatchObject({ kind: "expense", grossUsdcUnits: 1n, feeUsdcUnits: 1n, netUsdcUnits: 1n });
});

it("tells a stake that was lost from one that was received", () => {
  expect(row(money("stake", "out", 2n), money("stake_forfeited", "out", 0n, { feeUsdcUnits: 2n }))).toMatchObject({
    kind: "stake_lost",
    netUsdcUnits: 2n,
    feeUsdcUnits: 0n,
  });
  const poster = { role: "poster" } as const;
  expect(
    row(
      money("reward", "out", 20n, poster),
      money("refund", "in", 20n, poster),
      money("stake_forfeited", "in", 2n, poster),
    ),
  ).toMatchObject({ kind: "stake_received", netUsdcUnits: 2n });
});

it("writes one row a settlement with full addresses and links, and what Koinly and Xero import", async () => {
  const text = (pieces: Iterable<Buffer>) => Buffer.concat([...pieces]).toString();
  const own = row(movement(1));
  if (!own) throw new Error("no row");
  const lines = text(settlementsCsv([own], "https://basescan.org")).split("\r\n");
  expect(lines[0]).toContain(
    "settledAtUtc,kind,title,contract,taskId,role,grossUsdc,feeUsdc,netUsdc,wallet,counterparty",
  );
  expect(lines[1]).toContain(`https://basescan.org/tx/${movement(1).txHash}`);
  expect(lines[1]).toContain(String(movement(1).counterparty));
  const koinly = text(importOf("koinly", [movement(0), movement(1)])).split("\r\n");
  expect(koinly[0]).toBe(
    "\ufeffDate,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash",
  );
  expect(koinly[1]).toMatch(/^2026-01-01 00:00:00 UTC,1,USDC,,,,,,,,/);
  expect(koinly[2]).toMatch(/^2026-01-01 00:15:00 UTC,,,0\.99029,USDC,,,,,,/);
  const xero = text(importOf("xero", [movement(0), movement(1)])).split("\r\n");
  expect(xero.slice(0, 3).map((line) => line.split(",").slice(0, 2).join(","))).toEqual([
    "\ufeff*Date,*Amount",
    "2026-01-01,-1",
    "2026-01-01,0.99029",
  ]);
});
