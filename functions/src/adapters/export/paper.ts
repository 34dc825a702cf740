import { NOTICE, balanceInWords, countInWords, placesOf } from "../../domain/statement/statement";
import { PAGE, Sheet, type Ink } from "./sheet";

/** What stands above the tables: a name and what it is. */
type Fact = readonly [name: string, value: string];

interface Sum {
  readonly name: string;
  readonly units: bigint;
  /** Whether it is a sum of the lines above it. */
  readonly isNet: boolean;
}

/** A document: facts, totals, and the rows on as many pages as they take. */
interface Paper<Row, Total> {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly totals: readonly Total[];
  readonly ofTotals: readonly Column<Total>[];
  /** What the totals come to, and what follows from it. */
  readonly sums: readonly Sum[];
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Lines below the cells. */
  readonly below: ((row: Row) => readonly (readonly Piece[])[]) | null;
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
  const places = placesOf([...paper.amounts, ...paper.sums.map(({ units }) => units)]);
  const table = new Table(sheet, paper.columns, places, paper.below);

  sheet.beginPage();
  let top = beginning(sheet, paper, places);
  const pages = paged(
    rows.map((row) => table.laid(row)),
    BOTTOM - top - ROW_HEIGHT,
    BOTTOM - PAGE.margin - 18 - ROW_HEIGHT,
  );

  let at = 0;
  for (const [index, laid] of pages.entries()) {
    if (index > 0) {
      sheet.beginPage();
      sheet.write(paper.running, PAGE.margin, PAGE.margin + 8, SMALL);
      top = PAGE.margin + 18;
    }
    if (rows.length > 0) table.head(top);
    top += ROW_HEIGHT;
    for (const row of laid) {
      table.row(row, top, { banded: at % 2 === 1 });
      top += row.height;
      at += 1;
    }
    foot(sheet, index + 1, pages.length);
    yield* sheet.ready();
  }
  sheet.end();
  yield* sheet.ready();
}

/** Rows as they fit on the first page and on the others; each page but the first has one at least. */
function paged(rows: readonly Laid[], first: number, others: number): readonly (readonly Laid[])[] {
  const pages: Laid[][] = [[]];
  let left = first;
  for (const row of rows) {
    const page = pages.at(-1);
    if (page && row.height <= left) page.push(row);
    else {
      pages.push([row]);
      left = others;
    }
    left -= row.height;
  }
  return pages;
}

/** Writes the first page's upper part; gives the place below it. */
function beginning<Row, Total>(sheet: Sheet, paper: Paper<Row, Total>, places: number): number {
  const { title, facts, totals, ofTotals, sums, rows, heading, none } = paper;
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
  top += ROW_HEIGHT;
  for (const total of totals) {
    table.row(table.laid(total), top);
    top += ROW_HEIGHT;
  }
  const last = ofTotals.at(-1)?.width ?? 0;
  const beside = new Table<Sum>(
    sheet,
    [
      { title: "", width: table.width - last, kind: "text", of: ({ name }) => name },
      { title: "", width: last, kind: "amount", of: ({ units }) => balanceInWords(units) },
    ],
    places,
  );
  for (const sum of sums) {
    if (sum.isNet) table.rule(top, 0.5, HAIR);
    beside.row(beside.laid(sum), top, { bold: sum.isNet });
    top += ROW_HEIGHT;
  }
  if (rows.length > 0) sheet.write(heading, PAGE.margin, top + 22, SECTION);
  else sheet.write(none, PAGE.margin, top + 22, VALUE);
  return top + 28;
}

function foot(sheet: Sheet, page: number, pages: number): void {
  const y = PAGE.height - PAGE.margin + 2;
  sheet.rule(y - 10, RIGHT, 0.5, HAIR);
  sheet.write(
    `${NOTICE}. Made from transactions that are final on the blockchain; each hash is a link to its own. The CSV of all movements lists every payment.`,
    PAGE.margin,
    y,
    SMALL,
  );
  sheet.writeRight(`Page ${countInWords(page)} of ${countInWords(pages)}`, RIGHT, y, SMALL);
}

const ROW_HEIGHT = 15;
/** A second line of a cell, and a line below the cells. */
const SECOND_HEIGHT = 10;
const BELOW_HEIGHT = 11;
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
  /** Whether a long text may take two lines. */
  readonly wraps?: boolean;
}

/** A part of the line below a row's cells, and what it opens. */
interface Piece {
  readonly text: string;
  readonly link?: string | undefined;
}

/** A row as it is drawn. */
interface Laid {
  readonly cells: readonly { readonly lines: readonly string[]; readonly link?: string | undefined }[];
  readonly below: readonly (readonly Piece[])[];
  readonly height: number;
}

/** `places` are the most decimal places of any amount. */
class Table<T> {
  constructor(
    private readonly sheet: Sheet,
    private readonly columns: readonly Column<T>[],
    private readonly places: number,
    private readonly below: ((item: T) => readonly (readonly Piece[])[]) | null = null,
  ) {}

  get width(): number {
    return this.columns.reduce((sum, { width }) => sum + width, 0);
  }

  private get right(): number {
    return PAGE.margin + this.width - GAP;
  }

  laid(item: T): Laid {
    const cells = this.columns.map(({ of, link, wraps, width }) => ({
      lines: wraps ? this.sheet.inTwo(of(item), width - GAP, TEXT) : [of(item)],
      link: link?.(item),
    }));
    const below = this.below?.(item) ?? [];
    const second = cells.some(({ lines }) => lines.length > 1) ? SECOND_HEIGHT : 0;
    return { cells, below, height: ROW_HEIGHT + second + below.length * BELOW_HEIGHT };
  }

  head(top: number): void {
    this.each((column, left, right) => {
      if (column.kind === "text") this.sheet.write(column.title, left, top + 10, HEAD);
      else this.sheet.writeRight(column.title, right, top + 10, HEAD);
    });
    this.rule(top + ROW_HEIGHT, 0.7, "#5a5a5a");
  }

  rule(y: number, width: number, color: string): void {
    this.sheet.rule(y, this.right, width, color);
  }

  row({ cells, below, height }: Laid, top: number, { banded = false, bold = false } = {}): void {
    if (banded) this.sheet.band(top, this.right, height, BAND);
    const ink = bold ? BOLD : TEXT;
    this.each(({ kind }, left, right, at) => {
      const { lines = [], link } = cells[at] ?? {};
      lines.forEach((text, line) => {
        const y = top + 10.5 + line * SECOND_HEIGHT;
        if (text === "") return;
        if (kind === "amount") this.amount(text, right, y, ink);
        else if (kind === "count") this.sheet.writeRight(text, right, y, ink);
        else this.write({ text, link }, left, right, y, ink);
      });
    });
    let y = top + height - below.length * BELOW_HEIGHT + 6;
    for (const pieces of below) {
      let left: number = PAGE.margin;
      for (const piece of pieces) left = this.write(piece, left, this.right, y, BELOW) + GAP;
      y += BELOW_HEIGHT;
    }
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

  private each(draw: (column: Column<T>, left: number, right: number, at: number) => void): void {
    let left: number = PAGE.margin;
    for (const [at, column] of this.columns.entries()) {
      draw(column, left, left + column.width - GAP, at);
      left += column.width;
    }
  }
}
