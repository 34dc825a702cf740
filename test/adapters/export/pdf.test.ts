import { inflateSync } from "node:zlib";
import { settlementPdf, statementPdf } from "../../../functions/src/adapters/export/pdf";
import type { AccountingRow } from "../../../functions/src/domain/accounting/row";
import { settlementRow, settlementsOf, totalsOf } from "../../../functions/src/domain/statement/statement";
import { ALL, answer, movement, movements, WALLET } from "../../setup/paying/movements";
import { pagesOf, textsOf, whole, type Written } from "./reading";

/** 1 December 2026, 05:12. */
const ISSUED_AT = 1_796_101_920;
const PERIOD = { ...ALL, fromDay: "2026-01-01", toDay: "2026-03-31" };

const statement = (rows: readonly AccountingRow[], changes = {}) => ({
  wallet: WALLET,
  names: new Map(),
  filters: PERIOD,
  rows,
  // Each movement as a settlement of its own.
  settled: rows.flatMap(
    (row) => settlementRow({ rows: [row.type === "paid_answer" ? row : { ...row, type: "reward" }] }) ?? [],
  ),
  moved: { before: [], within: totalsOf(rows) },
  issuedAt: ISSUED_AT,
  recipient: null,
  issuer: null,
  explorer: "https://basescan.org",
  fiat: null,
  ...changes,
});
/** The instructions that draw its pages. */
function drawingOf(pdf: Buffer): string {
  const streams = [...pdf.toString("latin1").matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)];
  return streams
    .map(([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"))
    .filter((text) => text.includes(" re\n"))
    .join("\n");
}

/** The texts of each line, from left to right. */
async function linesOf(pdf: Buffer): Promise<string[]> {
  const pages = await pagesOf(pdf);
  return pages.flatMap((page) => {
    const heights = [...new Set(page.map(({ y }) => Math.round(y)))];
    return heights.map((at) => page.flatMap(({ text, y }) => (Math.round(y) === at ? text : [])).join("|"));
  });
}

const pdfOf = (rows: readonly AccountingRow[], changes = {}) => whole(statementPdf(statement(rows, changes)));

describe("happy", () => {
  it("names who issues it and whom it is for, where that is stated", async () => {
    const parties = { recipient: "Ana Lima, Lda", issuer: "Mercado Lda, Lisbon" };
    const [page] = await pagesOf(await pdfOf(movements(1), parties));
    const texts = page?.map(({ text }) => text) ?? [];
    expect(texts.join(" ")).toContain("Issued by Mercado Lda, Lisbon For Ana Lima, Lda Wallet");
    const [without] = await pagesOf(await pdfOf(movements(1)));
    expect(without?.map(({ text }) => text)).not.toContain("Issued by");
  });

  it.each([
    [0, 1],
    [1, 1],
    [5, 1],
    [6, 2],
    [200, 14],
  ])("lays %i settlements out on %i pages, each numbered and not a tax invoice", async (count, pages) => {
    const written = await pagesOf(await pdfOf(movements(count)));
    expect(written).toHaveLength(pages);
    written.forEach((page, at) => {
      const texts = page.map(({ text }) => text);
      expect(texts).toContain(`Page ${at + 1} of ${pages}`);
      expect(texts.filter((text) => text.startsWith("Not a tax invoice."))).toHaveLength(1);
      expect(texts.filter((text) => text === "Settled (UTC)")).toHaveLength(count === 0 ? 0 : 1);
    });
    const dates = written.flat().filter(({ text }) => /^2026-\d\d-\d\d \d\d:\d\d$/.test(text));
    expect(dates).toHaveLength(count);
  });

  it("says whose they are, of when, what they come to, and each of them in whole: with whom, and a link to its transaction", async () => {
    const texts = await textsOf(await pdfOf([...movements(3), answer(3)]));
    for (const text of [
      "Statement of account",
      WALLET,
      "1 January 2026 to 31 March 2026",
      "NOT A TAX INVOICE",
      "Net of all that is settled",
      "+0.52129",
    ])
      expect(texts).toContain(text);
    const row = movement(1);
    for (const text of [
      "2026-01-01 00:15",
      "Income",
      "worker",
      row.title ?? "",
      `With ${row.counterparty}`,
      `Transaction ${row.txHash}`,
      "1.0105",
      "0.02021",
      "+0.99029",
    ])
      expect(texts).toContain(text);
    for (const text of ["Answer bought", "buyer"]) expect(texts).toContain(text);
    const pdf = (await pdfOf(movements(3))).toString("latin1");
    for (const { txHash } of movements(3)) expect(pdf).toContain(`(https://basescan.org/tx/${txHash})`);
  });

  it("ends in the change of the wallet's balance: what is settled, less what went into escrow, and all before and after", async () => {
    const poster = { role: "poster", type: "reward", direction: "out", feeUsdcUnits: 0n } as const;
    const usdc = (units: bigint) => ({ grossUsdcUnits: units, netUsdcUnits: units });
    const rows = [
      movement(0, { taskId: 1n, ...usdc(500_000n) }),
      movement(1, { taskId: 1n, ...usdc(8_000_001n), feeUsdcUnits: 0n }),
      movement(2, { taskId: 1n, ...usdc(500_000n) }),
      movement(3, { taskId: 2n, ...usdc(700_000n), settledAt: null }),
      movement(4, { taskId: 3n, ...poster, ...usdc(20_000_000n), settledAt: null }),
    ];
    const settled = settlementsOf(rows).flatMap((one) => settlementRow(one) ?? []);
    const of = async (changes: object) => linesOf(await pdfOf(rows, { settled, ...changes }));
    const lines = await of({ filters: ALL });
    for (const line of [
      "Issued|2026-12-01 05:12 UTC",
      "Stakes|1.20 USDC paid in and 0.50 returned, net −0.70",
      "Net of all that is settled|+8.000001",
      "Rewards put into escrow, less those settled|−20.00",
      "Stakes put into escrow, less those returned or lost|−0.70",
      "Change of the wallet's balance through this service, as of 2026-12-01 05:12 UTC|−12.699999",
    ])
      expect(lines).toContain(line);
    expect(lines.join()).not.toContain("All such changes");
    const before = totalsOf([movement(1, usdc(2_000_000n))]);
    const period = await of({ moved: { before, within: totalsOf(rows) } });
    for (const line of [
      "Change of the wallet's balance through this service, at the end of 31 March 2026|−12.699999",
      "All such changes before this period|+2.00",
      "All such changes, at the end of 31 March 2026|−10.699999",
    ])
      expect(period).toContain(line);
  });

  it("ends the ground of a row where the line below the head ends", async () => {
    const drawing = drawingOf(await pdfOf(movements(2)));
    const [, left, width] = /^([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re$/m.exec(drawing) ?? [];
    const [, end] = /[^]*\n([\d.]+) [\d.]+ l\n[^]*? re\n/.exec(drawing) ?? [];
    expect(Number(left) + Number(width)).toBe(Number(end));
  });

  it("names the other party as its profile does, beside the address, and a task without a known title by its number", async () => {
    const row = movement(1, { title: null });
    const names = new Map([[row.counterparty, "Ana's translations"]]);
    for (const pdf of [await pdfOf([row], { names }), await whole(settlementPdf(statement([row], { names })))]) {
      const texts = (await textsOf(pdf)).join("\n");
      expect(texts).toContain(`${row.counterparty} (Ana's translations)`);
      expect(texts).toContain("Task 1\n");
      expect(texts).not.toContain("agent-fast");
    }
  });

  it("keeps hash and address whole beside the widest name", async () => {
    const row = movement(1);
    const names = new Map([[row.counterparty, "W".repeat(160)]]);
    const texts = await textsOf(await pdfOf([row], { names }));
    expect(texts).toContain(`Transaction ${row.txHash}`);
    expect(texts.find((text) => text.startsWith("With"))).toMatch(
      new RegExp(`^With ${row.counterparty} \\(W{10,60}…$`),
    );
  });

  it("cites the transaction that settled a reward, and the one by which its poster had funded it", async () => {
    const row = movement(0, { type: "reward", role: "poster", settledTxHash: "0x77" });
    const texts = await textsOf(await pdfOf([row]));
    expect(texts).toContain("Settled by transaction 0x77");
    expect(texts).toContain(`Funded 2026-01-01 00:00 by transaction ${row.txHash}`);
  });

  it("says of an empty period that there is nothing, and what was looked for", async () => {
    const texts = await textsOf(await pdfOf([], { filters: { ...PERIOD, role: "poster", type: "cancel_fee" } }));
    for (const text of ["Nothing was settled in this period.", "Only as poster, type cancel fee", "0.00"])
      expect(texts).toContain(text);
  });

  it("says of a part that it is one", async () => {
    const texts = await textsOf(await pdfOf(movements(3), { moved: null }));
    expect(texts).toContain("3, one for each settled task and each answer; in this part, whose totals these are");
  });

  it("puts the decimal points of a column below each other", async () => {
    const amounts = [1_000_000n, 1_234_567_890_123n, 10_500n, 250_000_000n];
    const rows = amounts.map((gross, n) => movement(3 * n + 2, { grossUsdcUnits: gross, netUsdcUnits: gross }));
    const [page = []] = await pagesOf(await pdfOf(rows));
    const first = page.findIndex(({ text }) => text === "Settled (UTC)");
    const gross = page.slice(first).filter(({ text }) => /^\d[\d,]*\.\d+$/.test(text));
    expect(gross.map(({ text }) => text)).toEqual(["1.00", "1,234,567.890123", "0.0105", "250.00"]);
    // A digit is 0.572 em wide in this font, a comma 0.268.
    const point = ({ text, x }: Written) => {
      const [units = ""] = text.split(".");
      return x + [...units].reduce((sum, sign) => sum + (sign === "," ? 0.268 : 0.572) * 7.5, 0);
    };
    for (const one of gross) expect(Math.abs(point(one) - point(gross[0] ?? one))).toBeLessThan(0.5);
  });

  it("breaks a long title between words, and shortens what two lines do not hold", async () => {
    const title = "Review the pull request that moves the scheduler to the new queue, and say what could break";
    const shown = async (long: string) => (await textsOf(await pdfOf([movement(1, { title: long })]))).join("\n");
    expect(await shown(title)).toMatch(/\nReview the pull request .{1,70}\ncould break\n/);
    expect(await shown(title.repeat(3))).toMatch(/\nReview the pull request .{1,70}\ncould breakReview .{1,80}…\n/);
    expect(await textsOf(await whole(settlementPdf(statement([movement(1, { title })]))))).toContain(title);
  });

  it("writes titles of many scripts, and a replacement character for what no font has", async () => {
    const titles = ["Отчёт за квартал", "Ωμέγα", "翻译成葡萄牙语", "日本語かな", "한국어 텍스트", "सारांश", "สรุป"];
    const texts = (await textsOf(await pdfOf(titles.map((title, n) => movement(n, { title }))))).join("");
    for (const title of titles) for (const word of title.split(" ")) expect(texts).toContain(word);
    expect(await textsOf(await pdfOf([movement(1, { title: "Runes: ᚠᚢ" })]))).toContain("Runes: \ufffd\ufffd");
  });

  it("states a settlement: the task, its title, both sides, and each movement with its whole hash", async () => {
    const texts = await textsOf(await whole(settlementPdf(statement(movements(3)))));
    for (const text of [
      "Settlement statement",
      "Translate a page into Portuguese",
      WALLET,
      String(movement(0).counterparty),
      "Page 1 of 1",
    ]) {
      expect(texts).toContain(text);
    }
    for (const { txHash } of movements(3)) expect(texts).toContain(txHash);
  });

  it("gives the same bytes for the same statement, whenever it is asked", async () => {
    const once = await pdfOf(movements(60));
    jest.useFakeTimers({ now: Date.UTC(2031, 5, 1), doNotFake: ["setImmediate", "nextTick"] });
    try {
      expect((await pdfOf(movements(60))).equals(once)).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("security", () => {
  it("shows a title as text: it cannot turn its line around or draw over it", async () => {
    const [page = []] = await pagesOf(await pdfOf([movement(1, { title: "line\nfeed (paren) \\) \u202e evil <b>" })]));
    expect(page.filter(({ text }) => text.includes("line"))).toHaveLength(1);
    expect(page.map(({ text }) => text)).toContain(`With ${movement(1).counterparty}`);
  });

  it("M13: a settlement's PDF stays small whatever its title is made of, so that a ZIP's part stays below what a function may stream", async () => {
    const title = Array.from({ length: 120 }, (_, n) => String.fromCodePoint(0x1f400 + n)).join("");
    expect((await whole(settlementPdf(statement([movement(1, { title })])))).length).toBeLessThan(60_000);
  });

  it("D1: shapes 300 characters at most of a title that is much too long and slow to shape, as of tasks that were stored before titles had a limit in NFKC", async () => {
    const rows = Array.from({ length: 50 }, (_, n) => movement(n, { title: `${n}${"क्षत्रिय".repeat(300)}` }));
    const segmented = jest.spyOn(Intl.Segmenter.prototype, "segment");
    await pdfOf(rows);
    const lengths = segmented.mock.calls.map(([text]) => text.length);
    segmented.mockRestore();
    expect(Math.max(...lengths)).toBe(300);
  });
});
