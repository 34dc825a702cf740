import { PAGE, type Ink, type Sheet } from "./sheet";

export const ROW_HEIGHT = 15;
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
export interface Piece {
  readonly text: string;
  readonly link?: string;
}

/** Rows of one height, on as many pages as it takes. `places` are the most decimal places of any amount. */
export class Table<T> {
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
    for (const piece of this.below?.(item) ?? []) left = this.write(piece, left, Infinity, top + 21, BELOW) + GAP;
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
