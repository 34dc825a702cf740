import PDFDocument from "pdfkit";
import { fontOf, type Face, type Weight } from "./fonts";
import { asDrawn, charactersOf, runsOf, type Run } from "./runs";

export interface Ink {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** A4 across, points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 40 } as const;
const ELLIPSIS = "…";
/** No text has room for more characters than this, and measuring each takes time. */
const MAX_CHARACTERS = 300;

export interface About {
  readonly title: string;
  readonly subject: string;
  /** Unix seconds. */
  readonly date: number;
}

/** The pages of a PDF document, written from the first to the last; places are points from the top left, texts stand on their baseline. */
export class Sheet {
  private readonly document: PDFKit.PDFDocument;
  private readonly used = new Set<Face>();

  constructor({ title, subject, date }: About) {
    const on = new Date(date * 1000);
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: "1.7",
      lang: "en",
      displayTitle: true,
      // A font that is open already is taken as it is, which the types do not know.
      font: fontOf("regular") as unknown as string,
      info: { Title: title, Subject: subject, Creator: "mkt", Producer: "mkt", CreationDate: on, ModDate: on },
    });
  }

  /** The bytes that are done and were not taken before: a page's once the next one begins. */
  *ready(): Generator<Uint8Array> {
    for (let chunk: unknown = this.document.read(); chunk !== null; chunk = this.document.read())
      yield chunk as Uint8Array;
  }

  beginPage(): void {
    this.document.addPage();
  }

  end(): void {
    this.document.end();
  }

  write(text: string, x: number, y: number, { size, weight = "regular", color = "#1a1a1a" }: Ink): void {
    this.document.fontSize(size).fillColor(color);
    let left = x;
    for (const run of runsOf(text, weight)) {
      this.setFace(run.face);
      this.document.text(asDrawn(run), left, y, { lineBreak: false, baseline: "alphabetic", features: [] });
      left += advanceOf(run, size);
    }
  }

  /** What was written from `x` to `right` on this line opens an address. */
  link(x: number, right: number, y: number, { size }: Ink, url: string): void {
    this.document.link(x, y - size, right - x, size + 3, url);
  }

  writeRight(text: string, right: number, y: number, ink: Ink): void {
    this.write(text, right - this.width(text, ink), y, ink);
  }

  width(text: string, { size, weight = "regular" }: Ink): number {
    return runsOf(text, weight).reduce((sum, run) => sum + advanceOf(run, size), 0);
  }

  /**
   * The text, or its beginning and an ellipsis where it is wider than `most`. Shaping takes long in some scripts, so the
   * characters' own widths tell how many may fit, and only texts of about that length are shaped.
   */
  shortened(text: string, most: number, ink: Ink): string {
    const all = charactersOf(text.slice(0, MAX_CHARACTERS));
    const first = (count: number) =>
      count === all.length && text.length <= MAX_CHARACTERS ? text : all.slice(0, count).join("").trimEnd() + ELLIPSIS;
    const fits = (count: number) => this.width(first(count), ink) <= most;
    let count = 0;
    for (let left = most; count < all.length && left >= 0; count++) left -= this.width(all[count] ?? "", ink);
    while (count > 0 && !fits(count)) count -= 1;
    while (count < all.length && fits(count + 1)) count += 1;
    return first(count);
  }

  /** A line from the margin to `right`. */
  rule(y: number, right: number, width: number, color: string): void {
    this.document.moveTo(PAGE.margin, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
  }

  band(y: number, height: number, color: string): void {
    this.document.rect(PAGE.margin, y, PAGE.width - 2 * PAGE.margin, height).fill(color);
  }

  private setFace(face: Face): void {
    if (!this.used.has(face)) this.document.registerFont(face, fontOf(face) as unknown as string);
    this.used.add(face);
    this.document.font(face);
  }
}

/** A cache, and a bounded one: every text is measured before it is written. */
const advances = new Map<string, number>();
const MAX_ADVANCES = 5_000;

/** How far a run reaches, points. */
function advanceOf({ face, text }: Run, size: number): number {
  const key = `${face} ${text}`;
  const known = advances.get(key);
  if (known !== undefined) return known * size;
  const font = fontOf(face);
  const advance = font.layout(text).advanceWidth / font.unitsPerEm;
  if (advances.size >= MAX_ADVANCES) advances.clear();
  advances.set(key, advance);
  return advance * size;
}
