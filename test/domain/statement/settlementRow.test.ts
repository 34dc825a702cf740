import type { AccountingRow } from "../../../functions/src/domain/accounting/row";
import { settlementRow } from "../../../functions/src/domain/statement/statement";
import { datevCsv, importOf, settlementsCsv } from "../../../functions/src/adapters/export/csv";
import { movement } from "../../setup/paying/movements";

type Changes = Partial<AccountingRow>;
const money = (type: AccountingRow["type"], direction: "in" | "out", net: bigint, changes: Changes = {}) =>
  movement(1, {
    type,
    direction,
    grossUsdcUnits: net,
    feeUsdcUnits: 0n,
    netUsdcUnits: net,
    settledAt: 100,
    ...changes,
  });
const TERMS = { explorer: "https://basescan.org", fiat: null };
const row = (...rows: AccountingRow[]) => settlementRow({ rows });

it("is null while the escrow holds the money, and where nothing was gained or lost", () => {
  expect(row(money("reward", "out", 20n, { role: "poster", settledAt: null }))).toBeNull();
  expect(row(money("stake", "out", 2n), money("stake_returned", "in", 2n))).toBeNull();
  expect(
    row(money("reward", "out", 20n, { role: "poster" }), money("refund", "in", 20n, { role: "poster" })),
  ).toBeNull();
});

it("is a worker's income with its fee; a stake that is still held, or came back, is no loss", () => {
  const reward = money("reward", "in", 19n, { grossUsdcUnits: 20n, feeUsdcUnits: 1n, settledAt: 300 });
  for (const stake of [money("stake", "out", 2n, { settledAt: null }), money("stake", "out", 2n)]) {
    const back = stake.settledAt === null ? [] : [money("stake_returned", "in", 2n, { settledAt: 200 })];
    expect(row(stake, reward, ...back)).toMatchObject({
      kind: "income",
      settledAt: 300,
      grossUsdcUnits: 20n,
      feeUsdcUnits: 1n,
      netUsdcUnits: 19n,
    });
  }
});

it("has the date and the transactions of what was paid, not of the stake that came back later", () => {
  const [stake, reward, back] = [
    money("stake", "out", 2n, { settledAt: 400, txHash: "0x01" }),
    money("reward", "in", 19n, { settledAt: 300, txHash: "0x02" }),
    money("stake_returned", "in", 2n, { settledAt: 400, txHash: "0x03" }),
  ];
  const paid = { kind: "income", settledAt: 300, netUsdcUnits: 19n, txHashes: ["0x02"], row: { txHash: "0x02" } };
  expect(row(stake, reward, back)).toMatchObject(paid);
  // The period ends before the stake comes back.
  expect(row(stake, reward)).toMatchObject(paid);
});

it("has the time and the transaction of the approval, not of the deposit", () => {
  const deposit = { role: "poster", movedAt: 100, txHash: "0x01", settledAt: 300, settledTxHash: "0x02" } as const;
  const settled = row(money("reward", "out", 20n, deposit));
  expect(settled).toMatchObject({ direction: "out", settledAt: 300, settledTxHash: "0x02", txHashes: ["0x02"] });
  const csv = Buffer.concat([...settlementsCsv(settled ? [settled] : [], TERMS)]).toString();
  expect(csv).toContain("1970-01-01 00:05:00,expense");
  expect(csv).toContain("https://basescan.org/tx/0x02,");
  expect(csv).not.toContain("0x01");
});

it("has a net that sums: what was spent is negative, in dollars and in the operator's currency", () => {
  const spent = row(money("reward", "out", 3_000_000n, { role: "poster" }));
  const earned = row(money("reward", "in", 5_000_000n));
  if (!spent || !earned) throw new Error("no row");
  const fiat = { currency: "EUR", rates: new Map([["1970-01-01", { nanosPerUsd: 500_000_000n, day: "1970-01-01" }]]) };
  const [, ...lines] = Buffer.concat([...settlementsCsv([spent, earned], { ...TERMS, fiat })])
    .toString()
    .split("\r\n");
  expect(lines[0]).toContain(",poster,3,0,-3,-1.50,0.5,");
  expect(lines[1]).toContain(",worker,5,0,5,2.50,0.5,");
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
  const lines = text(settlementsCsv([own], TERMS)).split("\r\n");
  expect(lines[0]).toContain(
    "settledAtUtc,kind,title,contract,taskId,role,grossUsdc,feeUsdc,netUsdc,wallet,counterparty",
  );
  expect(lines[1]).toContain(`https://basescan.org/tx/${movement(1).txHash}`);
  expect(lines[1]).toContain(String(movement(1).counterparty));
  const koinly = text(importOf("koinly", [movement(0), movement(1)], null)).split("\r\n");
  expect(koinly[0]).toBe(
    "\ufeffDate,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash",
  );
  expect(koinly[1]).toMatch(/^2026-01-01 00:00:00 UTC,1,USDC,,,,,,,,/);
  expect(koinly[2]).toMatch(/^2026-01-01 00:15:00 UTC,,,0\.99029,USDC,,,,,,/);
  const xero = text(importOf("xero", [movement(0), movement(1)], null)).split("\r\n");
  expect(xero.slice(0, 3).map((line) => line.split(",").slice(0, 2).join(","))).toEqual([
    "\ufeff*Date,*Amount",
    "2026-01-01,-1",
    "2026-01-01,0.99029",
  ]);
});

describe("DATEV", () => {
  const own = (changes: Changes) => row(movement(1, changes)) ?? fail();
  const fail = (): never => {
    throw new Error("no settlement");
  };
  const linesOf = (...rows: Parameters<typeof datevCsv>[0][number][]) =>
    Buffer.concat([...datevCsv(rows, "2026", TERMS)])
      .toString("latin1")
      .split("\r\n");

  it("is a batch of bookings with a header of 31 fields, columns by name, cents with a comma and days without a year", () => {
    const income = own({});
    const lost = { ...income, kind: "stake_lost" as const, direction: "out" as const };
    const [header = "", columns = "", first = "", second = "", end] = linesOf(income, lost);
    expect(header.split(";")).toHaveLength(31);
    expect(header).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;20261231000000000;.*;1001;1;20260101;4;20260101;20261231;/,
    );
    expect(columns).toMatch(
      /^Umsatz \(ohne Soll\/Haben-Kz\);Soll\/Haben-Kennzeichen;WKZ Umsatz;.*;Beleginfo - Inhalt 1$/,
    );
    expect(first.split(";")).toHaveLength(columns.split(";").length);
    expect(first).toMatch(
      /^0,99;"S";"USD";;;"";1360;1590;"";0101;"agent-fast-1";"";;"Translate a page into Portuguese \(0\.99029 USDC\)";/,
    );
    expect(first).toContain(`"https://basescan.org/tx/${movement(1).txHash}"`);
    expect([second.slice(0, 8), end]).toEqual(['0,99;"H"', ""]);
  });

  it("books nothing of less than half a cent, and keeps a title within its field and the file's characters", () => {
    const small = { ...own({}), netUsdcUnits: 4_999n };
    const hostile = own({ title: `"=1+1";\r\n翻 ${"ü".repeat(100)}` });
    const lines = linesOf(small, hostile);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain(';"""=1+1""; ? üü');
    expect(lines[2]?.split(";")).toHaveLength(23);
  });
});
