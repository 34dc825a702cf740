import { readFileSync, statSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(__dirname, "../../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const STYLES = ["hosting/style.css", "packages/app/src/app.css"];
/** Without comments, and without what draws a diagram or prints, which have units of their own. */
const styleOf = (file: string) =>
  read(file)
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/@media print \{[^]*?\n\}\n/g, "")
    .replace(/^[^\n]*(?:\.life|\.funnel|\.month-bars)[^{]*\{[^}]*\}/gm, "");

const declarations = (file: string, name: RegExp) =>
  [...styleOf(file).matchAll(/([\w-]+):\s*([^;{}]+);/g)].filter(([, property = ""]) => name.test(property));

it("has five sizes of type, and no other", () => {
  const sizes = read(STYLES[0] ?? "").match(/--size-\d: [\d.]+rem/g) ?? [];
  expect(new Set(sizes.map((size) => size.split(":")[0])).size).toBe(5);
  for (const file of STYLES)
    for (const [, , value = ""] of declarations(file, /^font-size$/))
      expect([file, value]).toEqual([
        file,
        expect.stringMatching(/^(var\(--size-[1-5]\)|inherit|0\.875em|1[012](\.5)?px)$/),
      ]);
});

it("spaces by multiples of four pixels", () => {
  for (const file of STYLES) {
    for (const [, property, value = ""] of declarations(file, /^(margin|padding|gap)/)) {
      const lengths = [...value.matchAll(/(-?[\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16);
      expect([file, property, value, lengths.filter((length) => length % 4 !== 0)]).toEqual([
        file,
        property,
        value,
        [],
      ]);
    }
  }
});

it("ships the font of the package, within 40 KiB, swapped in", () => {
  const font = path.join(ROOT, "hosting/fonts/figtree.woff2");
  expect(statSync(font).size).toBeLessThanOrEqual(40 * 1024);
  const shipped = require.resolve("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2");
  expect(readFileSync(font).equals(readFileSync(shipped))).toBe(true);
  expect(read("hosting/style.css")).toMatch(/@font-face \{[^}]*figtree\.woff2[^}]*font-display: swap/);
});

it("draws the same mark in the icon and in the app", () => {
  const shapes = (text: string) => text.match(/M7 24v[^"]+|cx="20\.5" cy="22\.5" r="2\.5"/g);
  expect(shapes(read("packages/app/src/ui/mark.tsx"))).toEqual(shapes(read("hosting/icon.svg")));
});
