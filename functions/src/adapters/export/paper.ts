import { NOTICE, countInWords, placesOf, signedInWords } from "../../domain/statement/statement";
import { PAGE, Sheet, type Ink } from "./sheet";

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

/** A document, written page by page. */
export async function* written<Row, Total>(paper: Paper<Row, Total>): AsyncGenerator<Uint8Array> {
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

const ROW_HEIGHT = 15;
/** A row with a line below its cells. */
const TALL_HEIGHT = 26;
const TEXT: Ink = { size: 7.5 };
const BOLD: Ink = { size: 7.5, weight: "bold" };
const BELOW: Ink = { size: 7, color: "#5a5a5a" };
const HEAD: Ink = { size: 7, weight: "bold", color: "#5a5a5a" };
const GAP = 8;
const BAND = "#f4f5f7";

export interface Column<T> {
  readonly title: string;
  /** Points. */
  readonly width: number;
  /** Texts begin at the left; amounts stand with their decimal points below each other; counts end at the right. */
  readonly kind: "text" | "amount" | "count";
  readonly of: (item: T) => string;
  /** What the cell opens. */
  readonly link?: (item: T) => string;
}

/** A part of the line below a row's cells, and what it opens. */
interface Piece {
  readonly text: string;
  readonly link?: string;
}

/** Rows of one height, on as many pages as it takes. `places` are the most decimal places of any amount. */
class Table<T> {
  constructor(
    private readonly sheet: Sheet,
    private readonly columns: readonly Column<T>[],
    private readonly places: number,
    private readonly below: ((item: T) => readonly Piece[]) | null = null,
  ) {}

  get rowHeight(): number {
    return this.below ? TALL_HEIGHT : ROW_HEIGHT;
  }

  head(top: number): void {
    this.each((column, left, right) => {
      if (column.kind === "text") this.sheet.write(column.title, left, top + 10, HEAD);
      else this.sheet.writeRight(column.title, right, top + 10, HEAD);
    });
    this.rule(top + ROW_HEIGHT, 0.7, "#5a5a5a");
  }

  rule(y: number, width: number, color: string): void {
    const right = this.columns.reduce((sum, { width: own }) => sum + own, 0) + PAGE.margin - GAP;
    this.sheet.rule(y, right, width, color);
  }

  row(item: T, top: number, { banded = false, bold = false } = {}): void {
    if (banded) this.sheet.band(top, this.rowHeight, BAND);
    const ink = bold ? BOLD : TEXT;
    this.each((column, left, right) => {
      const text = column.of(item);
      if (text === "") return;
      if (column.kind === "amount") this.amount(text, right, top + 10.5, ink);
      else if (column.kind === "count") this.sheet.writeRight(text, right, top + 10.5, ink);
      else this.write(column.link ? { text, link: column.link(item) } : { text }, left, right, top + 10.5, ink);
    });
    let left: number = PAGE.margin;
    for (const piece of this.below?.(item) ?? []) left = this.write(piece, left, RIGHT, top + 21, BELOW) + GAP;
  }

  /** Writes a text, shortened where it is too wide; gives the place behind it. */
  private write({ text, link }: Piece, left: number, right: number, y: number, ink: Ink): number {
    const shown = this.sheet.shortened(text, right - left, ink);
    this.sheet.write(shown, left, y, ink);
    const end = left + this.sheet.width(shown, ink);
    if (link !== undefined) this.sheet.link(left, end, y, ink, link);
    return end;
  }

  private amount(text: string, right: number, y: number, ink: Ink): void {
    const [whole = ""] = text.split(".");
    const point = right - this.sheet.width(`.${"0".repeat(this.places)}`, ink);
    this.sheet.write(text, point - this.sheet.width(whole, ink), y, ink);
  }

  private each(draw: (column: Column<T>, left: number, right: number) => void): void {
    let left: number = PAGE.margin;
    for (const column of this.columns) {
      draw(column, left, left + column.width - GAP);
      left += column.width;
    }
  }
}
