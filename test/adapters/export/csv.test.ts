import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { csvOf } from "../../../functions/src/adapters/export/csv";
import { MAX_ROWS } from "../../../functions/src/domain/statement/part";
import { answer, movement, movements } from "../../setup/paying/movements";
import { whole } from "./reading";
import { forAllAsync } from "../../setup/runs";

const SOFFICE = [
  "/usr/bin/soffice",
  "/usr/bin/libreoffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
].find((file) => existsSync(file));
const COLUMNS = [
  "movedAtUtc",
  "settledAtUtc",
  "contract",
  "taskId",
  "title",
  "role",
  "type",
  "direction",
  "grossUsdc",
  "feeUsdc",
  "netUsdc",
  "counterparty",
  "txHash",
  "blockNumber",
  "logIndex",
  "Not a tax invoice",
];

const textOf = async (rows: Parameters<typeof csvOf>[0]) => (await whole(csvOf(rows, null))).toString();
const recordsOf = (csv: string) =>
  parse<Record<string, string>>(csv, { bom: true, columns: true, record_delimiter: "\r\n" });

describe("happy", () => {
  it("is RFC 4180 in UTF-8 with a byte order mark, and its what went out is negative", async () => {
    const csv = await textOf([movement(1, { title: 'Say "so", twice', settledAt: 1_767_226_800 }), answer(2)]);
    expect(csv.startsWith(`\ufeff${COLUMNS.join(",")}\r\n`)).toBe(true);
    expect(csv.endsWith("\r\n")).toBe(true);
    expect(csv.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(recordsOf(csv)).toEqual([
      {
        movedAtUtc: "2026-01-01 00:15:00",
        settledAtUtc: "2026-01-01 00:20:00",
        contract: "agent-fast",
        taskId: "1",
        title: 'Say "so", twice',
        role: "worker",
        type: "reward",
        direction: "in",
        grossUsdc: "1.0105",
        feeUsdc: "0.02021",
        netUsdc: "0.99029",
        counterparty: movement(1).counterparty,
        txHash: movement(1).txHash,
        blockNumber: "30000001",
        logIndex: "1",
        "Not a tax invoice": "",
      },
      expect.objectContaining({
        contract: "",
        taskId: "",
        title: "",
        type: "paid_answer",
        direction: "out",
        netUsdc: "-0.49",
      }),
    ]);
  });

  it("says what it is without any row, too", async () => {
    expect(await textOf([])).toBe(`\ufeff${COLUMNS.join(",")}\r\n`);
  });

  it("gives the same bytes for the same rows", async () => {
    expect(await textOf(movements(250))).toBe(await textOf(movements(250)));
  });

  // Without LibreOffice on the machine there is nothing to show: the name of the test says so.
  it(`opens in LibreOffice with numbers as numbers and texts as texts${SOFFICE ? "" : " (not shown: soffice is not installed)"}`, async () => {
    if (!SOFFICE) return;
    const rows = [
      movement(1, { title: "=1+1" }),
      movement(2, { title: "Übersetzung, 翻訳", taskId: 999_999_999_999_999n, grossUsdcUnits: 123_456_789_012_345n }),
    ];
    const sheet = await opened(await textOf(rows), SOFFICE);
    expect(sheet.rows).toHaveLength(3);
    const [, first = [], second = []] = sheet.rows;
    const at = (cells: Cell[], column: string) => cells[COLUMNS.indexOf(column)];
    expect(at(first, "title")).toEqual({ type: "string", value: "'=1+1" });
    expect(at(first, "movedAtUtc")).toEqual({ type: "date", value: "2026-01-01T00:15:00" });
    expect(["grossUsdc", "feeUsdc", "netUsdc"].map((column) => at(first, column))).toEqual([
      { type: "float", value: "1.0105" },
      { type: "float", value: "0.02021" },
      { type: "float", value: "0.99029" },
    ]);
    expect(at(second, "grossUsdc")).toEqual({ type: "float", value: "123456789.012345" });
    // An id has at most 15 digits, so that it comes out whole also where a spreadsheet takes it for a number.
    expect(at(second, "taskId")?.value).toBe("999999999999999");
    expect(at(second, "title")).toEqual({ type: "string", value: "Übersetzung, 翻訳" });
    expect(at(second, "txHash")).toEqual({ type: "string", value: movement(2).txHash });
    expect(at(second, "counterparty")).toEqual({ type: "string", value: movement(2).counterparty });
    expect(sheet.formulas).toBe(0);
  });
});

describe("security", () => {
  it("M12: whatever a title holds, every physical line is a whole record and no cell begins as a formula", async () => {
    const piece = fc.oneof(
      fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "\r\n", ",", ";", '"', "'", "\u2028", " "),
      fc.string({ maxLength: 4 }),
    );
    await forAllAsync(
      [fc.array(fc.array(piece, { maxLength: 10 }), { minLength: 1, maxLength: 4 })],
      { numRuns: 200 },
      async (titles) => {
        const csv = await textOf(titles.map((pieces, n) => movement(n, { title: pieces.join("") })));
        const lines = csv.slice(1).split(/\r\n|[\r\n\u2028\u2029\u0085\v\f]/);
        expect(lines).toHaveLength(titles.length + 2);
        for (const line of lines.slice(1, -1)) {
          const [cells = []]: string[][] = parse(line);
          expect(cells).toHaveLength(COLUMNS.length);
          for (const cell of cells) expect(cell).not.toMatch(/^(?!-[\d.]+$)[=+\-@\t\r\n]/);
          // As a reader sees it that cuts at semicolons or tabs.
          for (const cut of line.split(/[;\t]/)) expect(cut).not.toMatch(/^"*[=+\-@]/);
        }
      },
    );
  });

  it("M13: a part whose titles are as long as they may be stays below what a function may stream, and comes in small pieces", () => {
    const title = "\u{1f680}".repeat(120);
    let [bytes, largest] = [0, 0];
    for (const chunk of csvOf(
      Array.from({ length: MAX_ROWS.csv }, (_, n) => movement(n, { title, grossUsdcUnits: 10n ** 17n + 1n })),
      null,
    )) {
      bytes += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect(bytes).toBeLessThan(10_000_000);
    expect(largest).toBeLessThan(100_000);
  });
});

interface Cell {
  type: string;
  value: string;
}

/** What LibreOffice makes of a CSV file that is opened as it is; its own XML says of each cell what it took it for. */
async function opened(csv: string, soffice: string): Promise<{ rows: Cell[][]; formulas: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), "mkt-csv-"));
  try {
    await writeFile(path.join(folder, "movements.csv"), csv);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    // Comma, double quote, UTF-8: what its dialogue proposes for this file.
    const given = ["--headless", profile, "--infilter=CSV:44,34,76,1", "--convert-to", "fods", "--outdir", folder];
    await promisify(execFile)(soffice, [...given, path.join(folder, "movements.csv")], { timeout: 25_000 });
    const xml = await readFile(path.join(folder, "movements.fods"), "utf8");
    const rows = [...xml.matchAll(/<table:table-row[^>]*>([^]*?)<\/table:table-row>/g)].map(([, row = ""]) =>
      cellsOf(row),
    );
    return {
      rows: rows.filter((cells) => cells.some(({ value }) => value !== "")),
      formulas: (xml.match(/table:formula=/g) ?? []).length,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function cellsOf(row: string): Cell[] {
  return [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)/g)].map(
    ([, attributes = "", content = ""]) => {
      const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
      const text = content
        .replace(/<[^>]*>/g, "")
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&")
        .trim();
      return {
        type: attribute("office:value-type") ?? "empty",
        value: attribute("office:value") ?? attribute("office:date-value") ?? text,
      };
    },
  );
}
