import type { RowTotal } from "../../domain/accounting/filters";
import type { AccountingRow } from "../../domain/accounting/row";
import { balanceIn, dateOf, NOTICE, rowsIn, totalsOf, type Statement } from "../../domain/statement/statement";
import {
  abbreviated,
  amountInWords,
  countInWords,
  minuteOf,
  partiesOf,
  periodInWords,
  placesOf,
  selectionInWords,
  signedInWords,
  subjectOf,
  typeInWords,
} from "../../domain/statement/words";
import { PAGE, Sheet, type Ink } from "./sheet";
import { ROW_HEIGHT, Table, type Column } from "./table";

/** What stands above the tables: a name and what it is. */
type Fact = readonly [name: string, value: string];

/** A document: facts, totals, and the movements on as many pages as they take. */
interface Paper {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly totals: readonly RowTotal[];
  readonly rows: readonly AccountingRow[];
  readonly columns: readonly Column<AccountingRow>[];
  /** Unix seconds. */
  readonly date: number;
  /** On every page but the first. */
  readonly running: string;
}

const TITLE: Ink = { size: 18, weight: "bold" };
const TAG: Ink = { size: 9, weight: "bold", color: "#9a3412" };
const NAME: Ink = { size: 8.5, color: "#5a5a5a" };
const VALUE: Ink = { size: 8.5 };
const SECTION: Ink = { size: 10, weight: "bold" };
const SMALL: Ink = { size: 7, color: "#5a5a5a" };
const HAIR = "#c8ccd2";

const FACT_HEIGHT = 14;
const NAME_WIDTH = 78;
const BOTTOM = PAGE.height - PAGE.margin - 16;
const RIGHT = PAGE.width - PAGE.margin;

const WHEN: Column<AccountingRow> = {
  title: "Settled (UTC)",
  width: 76,
  kind: "text",
  of: ({ settledAt }) => minuteOf(settledAt),
};
const TYPE: Column<AccountingRow> = { title: "Movement", width: 68, kind: "text", of: ({ type }) => typeInWords(type) };
const ROLE: Column<AccountingRow> = { title: "As", width: 40, kind: "text", of: ({ role }) => role };
const MONEY: readonly Column<AccountingRow>[] = [
  { title: "Gross", width: 76, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  {
    title: "Fee",
    width: 68,
    kind: "amount",
    of: ({ feeUsdcUnits }) => (feeUsdcUnits === 0n ? "" : amountInWords(feeUsdcUnits)),
  },
  {
    title: "Net",
    width: 92,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
];

const OF_STATEMENT: readonly Column<AccountingRow>[] = [
  WHEN,
  { title: "Task", width: 70, kind: "text", of: subjectOf },
  { title: "Title", width: 144, kind: "text", of: ({ title }) => title ?? "" },
  TYPE,
  ROLE,
  {
    title: "Counterparty",
    width: 68,
    kind: "text",
    of: ({ counterparty }) => (counterparty ? abbreviated(counterparty) : ""),
  },
  { title: "Transaction", width: 68, kind: "text", of: ({ txHash }) => abbreviated(txHash) },
  ...MONEY,
];

const OF_SETTLEMENT: readonly Column<AccountingRow>[] = [
  WHEN,
  TYPE,
  ROLE,
  { title: "Transaction", width: 350, kind: "text", of: ({ txHash }) => txHash },
  ...MONEY,
];

const OF_TOTALS: readonly Column<RowTotal>[] = [
  { title: "Movement", width: 110, kind: "text", of: ({ type }) => typeInWords(type) },
  { title: "Direction", width: 60, kind: "text", of: ({ direction }) => direction },
  { title: "Movements", width: 70, kind: "count", of: ({ rows }) => countInWords(rows) },
  { title: "Gross", width: 100, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fees", width: 90, kind: "amount", of: ({ feeUsdcUnits }) => amountInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 110,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
];

/** A wallet's movements as a PDF document; the same statement gives the same bytes. */
export function statementPdf(statement: Statement): AsyncIterable<Uint8Array> {
  const { wallet, filters, rows, totals, recipient, issuer } = statement;
  const [all, [first], last] = [rowsIn(totals), rows, rows.at(-1)];
  const here = countInWords(rows.length);
  const span = first && last ? `${minuteOf(first.settledAt)} to ${minuteOf(last.settledAt)}` : "";
  const selection = selectionInWords(filters);
  return written({
    title: "Statement of account",
    facts: [
      ...partiesOf({ recipient, issuer }),
      ["Wallet", wallet],
      ["Period", periodInWords(filters)],
      ...(selection ? [["Selection", selection] as const] : []),
      [
        "Movements",
        rows.length < all ? `${here} of ${countInWords(all)}, those from ${span}. The totals are those of all.` : here,
      ],
    ],
    totals,
    rows,
    columns: OF_STATEMENT,
    date: dateOf(statement),
    running: `Statement of account, ${wallet}`,
  });
}

/** The movements that settle one task, or pay for one answer, as a PDF document; the same rows give the same bytes. */
export function settlementPdf(statement: Omit<Statement, "totals" | "explorer">): AsyncIterable<Uint8Array> {
  const { wallet, filters, rows, recipient, issuer } = statement;
  const [first] = rows;
  if (!first) throw new RangeError("a settlement without a movement");
  const others = [...new Set(rows.flatMap(({ counterparty }) => (counterparty ? [counterparty] : [])))];
  const selection = selectionInWords(filters);
  const subject = subjectOf(first);
  return written({
    title: "Settlement statement",
    facts: [
      ...partiesOf({ recipient, issuer }),
      ["Wallet", wallet],
      [first.taskId === null ? "For" : "Task", subject],
      ...(first.title === null ? [] : [["Title", first.title] as const]),
      ...(others.length > 0 ? [["Counterparty", others.join(", ")] as const] : []),
      ["Period", periodInWords(filters)],
      ...(selection ? [["Selection", selection] as const] : []),
    ],
    totals: totalsOf(rows),
    rows,
    columns: OF_SETTLEMENT,
    date: dateOf({ rows, filters }),
    running: `Settlement statement, ${subject}, ${wallet}`,
  });
}

async function* written(paper: Paper): AsyncGenerator<Uint8Array> {
  const { title, rows, totals, date } = paper;
  const sheet = new Sheet({ title, subject: NOTICE, date });
  const amounts = [...rows, ...totals].flatMap(({ grossUsdcUnits, feeUsdcUnits, netUsdcUnits }) => [
    grossUsdcUnits,
    feeUsdcUnits,
    netUsdcUnits,
  ]);
  const places = placesOf([...amounts, balanceIn(totals)]);
  const table = new Table(sheet, paper.columns, places);

  sheet.beginPage();
  let top = beginning(sheet, paper, places);
  const fitting = (from: number) => Math.max(0, Math.floor((BOTTOM - from - ROW_HEIGHT) / ROW_HEIGHT));
  const [onFirst, onOthers] = [fitting(top), fitting(PAGE.margin + 18)];
  const pages = 1 + Math.ceil(Math.max(0, rows.length - onFirst) / onOthers);

  for (let page = 1, at = 0; page <= pages; page++) {
    if (page > 1) {
      sheet.beginPage();
      sheet.write(paper.running, PAGE.margin, PAGE.margin + 8, SMALL);
      top = PAGE.margin + 18;
    }
    if (rows.length > 0) table.head(top);
    for (const row of rows.slice(at, at + (page === 1 ? onFirst : onOthers))) {
      top += ROW_HEIGHT;
      table.row(row, top, { banded: at % 2 === 1 });
      at += 1;
    }
    foot(sheet, page, pages);
    yield* sheet.ready();
  }
  sheet.end();
  yield* sheet.ready();
}

/** Writes the first page's upper part; gives the place below it. */
function beginning(sheet: Sheet, { title, facts, totals, rows }: Paper, places: number): number {
  let top: number = PAGE.margin;
  sheet.write(title, PAGE.margin, top + 15, TITLE);
  sheet.writeRight(NOTICE.toUpperCase(), RIGHT, top + 15, TAG);
  sheet.rule(top + 26, RIGHT, 1, "#1a1a1a");
  top += 34;
  for (const [name, value] of facts) {
    sheet.write(name, PAGE.margin, top + 10, NAME);
    sheet.write(
      sheet.shortened(value, RIGHT - PAGE.margin - NAME_WIDTH, VALUE),
      PAGE.margin + NAME_WIDTH,
      top + 10,
      VALUE,
    );
    top += FACT_HEIGHT;
  }
  sheet.write("Totals in USDC", PAGE.margin, top + 22, SECTION);
  const table = new Table(sheet, OF_TOTALS, places);
  top += 28;
  table.head(top);
  for (const total of totals) table.row(total, (top += ROW_HEIGHT));
  top += ROW_HEIGHT;
  table.rule(top, 0.5, HAIR);
  const balance = balanceIn(totals);
  const net = signedInWords(balance < 0n ? "out" : "in", balance < 0n ? -balance : balance);
  const cells = OF_TOTALS.map(({ width, kind }, at): Column<null> => ({
    title: "",
    width,
    kind,
    of: () => (at === 0 ? "Net of all" : at === OF_TOTALS.length - 1 ? net : ""),
  }));
  new Table(sheet, cells, places).row(null, top, { bold: true });
  top += ROW_HEIGHT;
  if (rows.length > 0) sheet.write("Movements", PAGE.margin, top + 22, SECTION);
  else sheet.write("There are no movements in this period.", PAGE.margin, top + 22, VALUE);
  return top + 28;
}

function foot(sheet: Sheet, page: number, pages: number): void {
  const y = PAGE.height - PAGE.margin + 2;
  sheet.rule(y - 10, RIGHT, 0.5, HAIR);
  sheet.write(
    `${NOTICE}. Made from final transactions on the chain; full addresses and hashes are in the CSV.`,
    PAGE.margin,
    y,
    SMALL,
  );
  sheet.writeRight(`Page ${countInWords(page)} of ${countInWords(pages)}`, RIGHT, y, SMALL);
}
