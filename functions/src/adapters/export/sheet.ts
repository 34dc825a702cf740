import { readFileSync } from "node:fs";
import bidiFactory from "bidi-js";
import { create, type Font, type Glyph, type GlyphRun } from "fontkit";
import PDFDocument from "pdfkit";

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

  /** The text in one line, or in two, broken between words where it can be; the second is shortened. */
  inTwo(text: string, most: number, ink: Ink): readonly string[] {
    const shown = this.shortened(text, most, ink);
    if (shown === text) return [text];
    const fits = shown.slice(0, -ELLIPSIS.length);
    const space = fits.lastIndexOf(" ");
    const first = text[fits.length] === " " || space <= 0 ? fits : fits.slice(0, space);
    return [first, this.shortened(text.slice(first.length).trimStart(), most, ink)];
  }

  /** A line from the margin to `right`. */
  rule(y: number, right: number, width: number, color: string): void {
    this.document.moveTo(PAGE.margin, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
  }

  /** A ground from the margin to `right`. */
  band(y: number, right: number, height: number, color: string): void {
    this.document.rect(PAGE.margin, y, right - PAGE.margin, height).fill(color);
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

/** A piece of a line in one face, to be drawn from left to right behind the one before. */
interface Run {
  readonly face: Face;
  readonly text: string;
  /** The embedding level (UAX #9): odd levels are read from right to left. */
  readonly level: number;
}

/** Stands for a character that no font has; the CSV has it. */
const UNKNOWN = "\ufffd";

/** Would reverse the letters of a title. */
const OVERRIDES = /[\u202d\u202e]/g;

const bidi = bidiFactory();
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text's characters as a reader counts them. */
function charactersOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : Array.from(characters.segment(text), ({ segment }) => segment);
}

/**
 * A line's runs in visual order (UAX #9), in a left-to-right paragraph; the text of each is in logical order.
 *
 * @internal
 */
export function runsOf(line: string, weight: Weight): Run[] {
  if (PLAIN.test(line)) return [{ face: weight, text: line, level: 0 }];
  const text = line.replace(OVERRIDES, "");
  const embedding = bidi.getEmbeddingLevels(text, "ltr");
  /** For each code unit of the text, the run that has it. */
  const runAt: { face: Face; text: string; level: number }[] = [];
  for (const character of charactersOf(text)) {
    const level = embedding.levels[runAt.length] ?? 0;
    const last = runAt.at(-1);
    // A space between right-to-left words belongs to their run, so that the font engine puts them in order.
    const found =
      character === " " && level % 2 === 1 && last?.level === level ? last.face : faceFor(character, weight);
    const face = found ?? weight;
    const run = last?.face === face && last.level === level ? last : { face, text: "", level };
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(character) : null;
    run.text += found ? (mirrored ?? character) : UNKNOWN;
    for (let unit = 0; unit < character.length; unit++) runAt.push(run);
  }
  return [...new Set(bidi.getReorderedIndices(text, embedding).flatMap((at) => runAt[at] ?? []))];
}

/**
 * A run's text as the font engine needs it. The engine draws right-to-left scripts from right to left, their digits too,
 * and all else from left to right, brackets in a right-to-left text too.
 *
 * @internal
 */
export function asDrawn({ face, text, level }: Run): string {
  const isRightToLeft = level % 2 === 1;
  if (!isRightToLeft && face !== "arabic" && face !== "hebrew") return text;
  const isReversed = fontOf(face).layout(text).direction === "rtl";
  return isReversed === isRightToLeft ? text : charactersOf(text).reverse().join("");
}

/**
 * The fonts of statements: Noto, under the SIL Open Font License. Besides the first two, each is read when a title first
 * needs it. The build puts the files next to the bundle.
 */
const FILES = {
  /** Latin, Greek, Cyrillic, Devanagari. */
  regular: () => require.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"),
  bold: () => require.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf"),
  arabic: () => require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
  hebrew: () => require.resolve("@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf"),
  thai: () => require.resolve("@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"),
  /** Han as it is written in China, and kana. */
  chinese: () => require.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
  korean: () => require.resolve("@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf"),
  emoji: () => require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
};

type Face = keyof typeof FILES;
type Weight = "regular" | "bold";

/** Tried in this order for what the text's own face does not have; the large ones late. */
const OTHERS: readonly Face[] = ["regular", "arabic", "hebrew", "thai", "emoji", "chinese", "korean"];

/** What is written with printable ASCII, ellipses and minus signs needs no shaping. */
const PLAIN = /^[\x20-\x7e…−]*$/;

const opened = new Map<Face, Font>();

/** The font itself, read once. @internal */
export function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = quick(create(readFileSync(FILES[face]())) as Font);
  opened.set(face, font);
  return font;
}

/**
 * The font with a fast path for plain texts: one glyph per character, without ligatures and kerning. Almost all of a
 * statement is plain, and shaping it takes ten times as long as the rest of the document.
 */
function quick(font: Font): Font {
  const glyphs = new Map<string, Glyph>();
  const glyphOf = (character: string): Glyph => {
    const glyph = glyphs.get(character) ?? font.glyphForCodePoint(character.charCodeAt(0));
    glyphs.set(character, glyph);
    return glyph;
  };
  const plain = (text: string) => {
    const run = Array.from(text, glyphOf);
    const positions = run.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
    return { glyphs: run, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
  const layout: Font["layout"] = (text, ...options) =>
    typeof text === "string" && PLAIN.test(text) ? (plain(text) as unknown as GlyphRun) : font.layout(text, ...options);
  return Object.create(font, { layout: { value: layout } }) as Font;
}

/** The face that has all of a character's code points, its own where it does; null where none has. */
function faceFor(character: string, own: Weight): Face | null {
  const points = [...character]
    .filter((point) => !/\p{Default_Ignorable_Code_Point}/u.test(point))
    .map((point) => point.codePointAt(0) ?? 0);
  const has = (face: Face) => points.every((point) => fontOf(face).hasGlyphForCodePoint(point));
  return has(own) ? own : (OTHERS.find(has) ?? null);
}
