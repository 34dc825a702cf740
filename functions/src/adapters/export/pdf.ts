import type { AccountingRow } from "../../domain/accounting/row";
import { SETTLEMENT_KINDS, type SettlementKind, type SettlementRow } from "../../domain/statement/settlement";
import {
  balanceIn,
  dateOf,
  NOTICE,
  totalsOf,
  type Movements,
  type SettledStatement,
} from "../../domain/statement/statement";
import type { RowTotal } from "../../domain/accounting/filters";
import {
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
import { ROW_HEIGHT, Table, type Column, type Piece } from "./table";

/** What stands above the tables: a name and what it is. */
type Fact = readonly [name: string, value: string];

/** A document: facts, totals, and the rows on as many pages as they take. */
interface Paper<Row, Total> {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly totals: readonly Total[];
  readonly ofTotals: readonly Column<Total>[];
  /** What the totals come to, and what that is called. */
  readonly sum: readonly [name: string, units: bigint];
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly below: ((row: Row) => readonly Piece[]) | null;
  /** What the rows are, and what is said where there are none. */
  readonly heading: string;
  readonly none: string;
  readonly amounts: readonly bigint[];
  /** Unix seconds. */
  readonly date: number;
  /** On every page but the first. */
  readonly running: string;
}

/** What the settlements of one kind come to. */
interface KindTotal {
  readonly kind: SettlementKind;
  readonly count: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
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

const KIND_NAMES: Readonly<Record<SettlementKind, string>> = {
  income: "Income",
  expense: "Expense",
  stake_lost: "Stake lost",
  stake_received: "Stake received",
};
const wayOf = (kind: SettlementKind) => (kind === "income" || kind === "stake_received" ? "in" : "out");
const feeInWords = (units: bigint) => (units === 0n ? "" : amountInWords(units));
const transactionOf = (explorer: string, hash: string) => `${explorer}/tx/${hash}`;

const OF_STATEMENT: readonly Column<SettlementRow>[] = [
  { title: "Settled (UTC)", width: 76, kind: "text", of: ({ endedAt }) => minuteOf(endedAt) },
  { title: "Task", width: 76, kind: "text", of: ({ row }) => subjectOf(row) },
  { title: "Title", width: 232, kind: "text", of: ({ row }) => row.title ?? "" },
  { title: "What", width: 80, kind: "text", of: ({ kind }) => KIND_NAMES[kind] },
  { title: "As", width: 46, kind: "text", of: ({ row }) => row.role },
  { title: "Gross", width: 84, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fee", width: 72, kind: "amount", of: ({ feeUsdcUnits }) => feeInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 92,
    kind: "amount",
    of: ({ kind, netUsdcUnits }) => signedInWords(wayOf(kind), netUsdcUnits),
  },
];

const OF_KINDS: readonly Column<KindTotal>[] = [
  { title: "What", width: 150, kind: "text", of: ({ kind }) => KIND_NAMES[kind] },
  { title: "Settlements", width: 90, kind: "count", of: ({ count }) => countInWords(count) },
  { title: "Gross", width: 100, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fees", width: 90, kind: "amount", of: ({ feeUsdcUnits }) => amountInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 110,
    kind: "amount",
    of: ({ kind, netUsdcUnits }) => signedInWords(wayOf(kind), netUsdcUnits),
  },
];

const ofSettlement = (explorer: string): readonly Column<AccountingRow>[] => [
  { title: "Moved (UTC)", width: 76, kind: "text", of: ({ settledAt }) => minuteOf(settledAt) },
  { title: "Movement", width: 68, kind: "text", of: ({ type }) => typeInWords(type) },
  { title: "As", width: 40, kind: "text", of: ({ role }) => role },
  {
    title: "Transaction",
    width: 350,
    kind: "text",
    of: ({ txHash }) => txHash,
    link: ({ txHash }) => transactionOf(explorer, txHash),
  },
  { title: "Gross", width: 76, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fee", width: 68, kind: "amount", of: ({ feeUsdcUnits }) => feeInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 92,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
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

/** What a wallet earned and spent, one row a settlement, as a PDF document; the same statement gives the same bytes. */
export function statementPdf(statement: SettledStatement): AsyncIterable<Uint8Array> {
  const { wallet, filters, settled, held, isPart, explorer } = statement;
  const selection = selectionInWords(filters);
  const totals = SETTLEMENT_KINDS.flatMap((kind) => kindTotal(kind, settled) ?? []);
  const net = totals.reduce(
    (sum, one) => (wayOf(one.kind) === "in" ? sum + one.netUsdcUnits : sum - one.netUsdcUnits),
    0n,
  );
  return written({
    title: "Statement of account",
    facts: [
      ...partiesOf(statement),
      ["Wallet", wallet],
      ["Period", periodInWords(filters)],
      ...(selection ? [["Selection", selection] as const] : []),
      ["Settlements", `${countInWords(settled.length)}${isPart ? ", in this part; the totals are this part's" : ""}`],
      ["In escrow", inEscrow(held)],
    ],
    totals,
    ofTotals: OF_KINDS,
    sum: ["Net of all that is settled", net],
    rows: settled,
    columns: OF_STATEMENT,
    below: ({ row: { counterparty, txHash } }) => [
      ...(counterparty === null ? [] : [{ text: `With ${counterparty}` }]),
      { text: `Transaction ${txHash}`, link: transactionOf(explorer, txHash) },
    ],
    heading: "Settlements",
    none: "Nothing was settled in this period.",
    amounts: [...settled, ...totals].flatMap(amountsOf),
    date: dateOf({ times: settled.map(({ endedAt }) => endedAt), filters }),
    running: `Statement of account, ${wallet}`,
  });
}

/** The movements that settle one task, or pay for one answer, as a PDF document; the same rows give the same bytes. */
export function settlementPdf(statement: Movements): AsyncIterable<Uint8Array> {
  const { wallet, filters, rows, explorer } = statement;
  const [first] = rows;
  if (!first) throw new RangeError("a settlement without a movement");
  const others = [...new Set(rows.flatMap(({ counterparty }) => (counterparty ? [counterparty] : [])))];
  const selection = selectionInWords(filters);
  const subject = subjectOf(first);
  const totals = totalsOf(rows);
  return written({
    title: "Settlement statement",
    facts: [
      ...partiesOf(statement),
      ["Wallet", wallet],
      [first.taskId === null ? "For" : "Task", subject],
      ...(first.title === null ? [] : [["Title", first.title] as const]),
      ...(others.length > 0 ? [["Counterparty", others.join(", ")] as const] : []),
      ["Period", periodInWords(filters)],
      ...(selection ? [["Selection", selection] as const] : []),
    ],
    totals,
    ofTotals: OF_TOTALS,
    sum: ["Net of all", balanceIn(totals)],
    rows,
    columns: ofSettlement(explorer),
    below: null,
    heading: "Movements",
    none: "There are no movements in this period.",
    amounts: [...rows, ...totals].flatMap(amountsOf),
    date: dateOf({ times: rows.map(({ settledAt }) => settledAt), filters }),
    running: `Settlement statement, ${subject}, ${wallet}`,
  });
}

function kindTotal(kind: SettlementKind, settled: readonly SettlementRow[]): KindTotal | null {
  const own = settled.filter((one) => one.kind === kind);
  const sum = (name: "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits") =>
    own.reduce((units, one) => units + one[name], 0n);
  if (own.length === 0) return null;
  return {
    kind,
    count: own.length,
    grossUsdcUnits: sum("grossUsdcUnits"),
    feeUsdcUnits: sum("feeUsdcUnits"),
    netUsdcUnits: sum("netUsdcUnits"),
  };
}

function inEscrow({ rewardUsdcUnits, stakeUsdcUnits }: SettledStatement["held"]): string {
  if (rewardUsdcUnits + stakeUsdcUnits === 0n) return "Nothing";
  return `Rewards ${amountInWords(rewardUsdcUnits)}, stakes ${amountInWords(stakeUsdcUnits)} USDC: neither spent nor lost, and in no total`;
}

function amountsOf({ grossUsdcUnits, feeUsdcUnits, netUsdcUnits }: Omit<KindTotal, "kind" | "count">): bigint[] {
  return [grossUsdcUnits, feeUsdcUnits, netUsdcUnits];
}

async function* written<Row, Total>(paper: Paper<Row, Total>): AsyncGenerator<Uint8Array> {
  const { title, rows, date } = paper;
  const sheet = new Sheet({ title, subject: NOTICE, date });
  const places = placesOf([...paper.amounts, paper.sum[1]]);
  const table = new Table(sheet, paper.columns, places, paper.below);

  sheet.beginPage();
  let top = beginning(sheet, paper, places);
  const fitting = (from: number) => Math.max(0, Math.floor((BOTTOM - from - ROW_HEIGHT) / table.rowHeight));
  const [onFirst, onOthers] = [fitting(top), fitting(PAGE.margin + 18)];
  const pages = 1 + Math.ceil(Math.max(0, rows.length - onFirst) / onOthers);

  for (let page = 1, at = 0; page <= pages; page++) {
    if (page > 1) {
      sheet.beginPage();
      sheet.write(paper.running, PAGE.margin, PAGE.margin + 8, SMALL);
      top = PAGE.margin + 18;
    }
    if (rows.length > 0) table.head(top);
    top += ROW_HEIGHT;
    for (const row of rows.slice(at, at + (page === 1 ? onFirst : onOthers))) {
      table.row(row, top, { banded: at % 2 === 1 });
      top += table.rowHeight;
      at += 1;
    }
    foot(sheet, page, pages);
    yield* sheet.ready();
  }
  sheet.end();
  yield* sheet.ready();
}

/** Writes the first page's upper part; gives the place below it. */
function beginning<Row, Total>(sheet: Sheet, paper: Paper<Row, Total>, places: number): number {
  const { title, facts, totals, ofTotals, sum, rows, heading, none } = paper;
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
  const table = new Table(sheet, ofTotals, places);
  top += 28;
  table.head(top);
  for (const total of totals) table.row(total, (top += ROW_HEIGHT));
  top += ROW_HEIGHT;
  table.rule(top, 0.5, HAIR);
  const [name, units] = sum;
  const net = signedInWords(units < 0n ? "out" : "in", units < 0n ? -units : units);
  const cells = ofTotals.map(({ width, kind }, at): Column<null> => ({
    title: "",
    width,
    kind,
    of: () => (at === 0 ? name : at === ofTotals.length - 1 ? net : ""),
  }));
  new Table(sheet, cells, places).row(null, top, { bold: true });
  top += ROW_HEIGHT;
  if (rows.length > 0) sheet.write(heading, PAGE.margin, top + 22, SECTION);
  else sheet.write(none, PAGE.margin, top + 22, VALUE);
  return top + 28;
}

function foot(sheet: Sheet, page: number, pages: number): void {
  const y = PAGE.height - PAGE.margin + 2;
  sheet.rule(y - 10, RIGHT, 0.5, HAIR);
  sheet.write(
    `${NOTICE}. Made from final transactions on the chain, which each hash links; the CSV has every movement.`,
    PAGE.margin,
    y,
    SMALL,
  );
  sheet.writeRight(`Page ${countInWords(page)} of ${countInWords(pages)}`, RIGHT, y, SMALL);
}
