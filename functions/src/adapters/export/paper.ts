import { NOTICE } from "../../domain/statement/statement";
import { countInWords, placesOf, signedInWords } from "../../domain/statement/words";
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
