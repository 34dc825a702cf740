import { readFileSync } from "node:fs";
import { create, type Font, type Glyph, type GlyphRun } from "fontkit";

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

export type Face = keyof typeof FILES;
export type Weight = "regular" | "bold";

/** Tried in this order for what the text's own face does not have; the large ones late. */
const OTHERS: readonly Face[] = ["regular", "arabic", "hebrew", "thai", "emoji", "chinese", "korean"];

/** What is written with printable ASCII, ellipses and minus signs needs no shaping. */
export const PLAIN = /^[\x20-\x7e…−]*$/;

const opened = new Map<Face, Font>();

/** The font itself, read once. */
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
export function faceFor(character: string, own: Weight): Face | null {
  const points = [...character]
    .filter((point) => !/\p{Default_Ignorable_Code_Point}/u.test(point))
    .map((point) => point.codePointAt(0) ?? 0);
  const has = (face: Face) => points.every((point) => fontOf(face).hasGlyphForCodePoint(point));
  return has(own) ? own : (OTHERS.find(has) ?? null);
}
