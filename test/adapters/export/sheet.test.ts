import { fontOf, asDrawn, runsOf } from "../../../functions/src/adapters/export/sheet";

/** The characters as they stand on the page, from left to right. */
const drawn = (text: string) =>
  runsOf(text, "regular")
    .flatMap((run) => fontOf(run.face).layout(asDrawn(run)).glyphs)
    .flatMap(({ codePoints }) => codePoints.map((point) => String.fromCodePoint(point)))
    .join("");

describe("happy", () => {
  it.each([
    ["Latin", "Review 12 pages", "Review 12 pages"],
    ["Hebrew with a number", "עמוד 12 לעברית", "תירבעל 12 דומע"],
    ["Arabic with European digits", "صفحة 345", "345 ةحفص"],
    ["Arabic with its own digits", "سطر ٤٥٦", "٤٥٦ رطس"],
    ["Persian digits", "x ۴۵۶ y", "x ۴۵۶ y"],
    ["Latin around Hebrew", "the שלום עולם page", "the םלוע םולש page"],
    ["brackets within Hebrew", "דף (חלק) שני", "ינש (קלח) ףד"],
    ["an arrow within Hebrew", "א -> ב", "ב <- א"],
  ])("draws %s in the order that a reader expects", (_, text, order) => {
    expect(drawn(text)).toBe(order);
  });
});

describe("security", () => {
  it("does not let a title reverse its letters by an override", () => {
    expect(drawn("invoice \u202efdp.exe")).toBe("invoice fdp.exe");
    expect(drawn("invoice \u202dשלום")).toBe("invoice םולש");
  });
});
