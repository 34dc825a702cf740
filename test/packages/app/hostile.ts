import type { Person } from "./people";

/** Marks every text that a stranger wrote in these tests. */
export const MARK = "EVIL";
/** What a script of a stranger would set. */
const RUN = "window.ran=1";

/** One kind of hostile text, for a field of `max` characters; `isPrivate` where the service takes every character. */
export type Hostile = (max: number, isPrivate?: boolean) => string;

const cut = (text: string, max: number) => [...text].slice(0, max).join("").trim();
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<a href="javascript:${RUN}">a</a>`,
  `<style>body{display:none}</style>`,
];
const LINKS = [
  `[a](javascript:${RUN})`,
  `[b](https://evil.example/x)`,
  "![c](https://evil.example/c.png)",
  "<https://evil.example/d>",
  "[mkt.example](https://mkt.example@evil.example/)",
  "[e](https://аррӏе.example/)",
  `[f](data:text/html,<script>${RUN}</script>)`,
  "https://evil.example/g",
];
/** Right to left, which public texts may be; and what turns the order around, which only private ones may hold. */
const HEBREW = "שלום עולם";
const TURNS = ["\u202E", "\u202B", "\u2067", "\u2066", "\u200F"];
const BOMB = [
  "> ".repeat(600),
  "- ".repeat(300),
  "*a_".repeat(200),
  "[".repeat(400),
  "![".repeat(200),
  "`".repeat(301),
  `|${"a|".repeat(80)}\n|${"-|".repeat(80)}\n|${"b|".repeat(80)}`,
  "<".repeat(200),
  "\\".repeat(200),
  "[x]: y\n".repeat(100),
].join("\n\n");

export const KINDS = {
  markup: (max) => cut(`${MARK} ${[...ELEMENTS, ...LINKS].join(" ")}`, max),
  turned: (max, isPrivate = false) =>
    cut(`${MARK} ${isPrivate ? TURNS.join("gnol ") : ""} ${HEBREW} 12.50 USDC ${HEBREW}`, max),
  endless: (max) => `${MARK}${"W".repeat(max - MARK.length)}`,
  bomb: (max) => cut(`${MARK} ${max > 1_000 ? BOMB : BOMB.replaceAll(/\s+/g, " ")}`, max),
} satisfies Record<string, Hostile>;

/** Links that the service takes, and that try to be something else. */
export const HOSTILE_LINKS = [
  `https://evil.example/${MARK}/${"w".repeat(300)}`,
  `https://аррӏе.example/${MARK}`,
  `https://evil.example/${MARK}?u=https://mkt.example/javascript:${RUN}`,
] as const;

/** Runs in the page: everything that a stranger's text must not do, as sentences; none if all is well. */
const FAULTS = `(() => {
  const faults = [];
  const main = document.querySelector("main");
  if (window.ran !== undefined) faults.push("a script ran");
  const drawn = main.querySelectorAll("script, img, iframe, object, embed, style, [onerror], [onload], [style]:not([style=''])");
  for (const one of drawn) faults.push("drawn: " + one.outerHTML.slice(0, 120));
  for (const link of main.querySelectorAll("a[href]")) {
    const { origin, protocol, host } = new URL(link.href);
    if (protocol !== "https:" && protocol !== "http:") faults.push("link to " + link.href);
    if (origin === location.origin) continue;
    // The app's own links to the block explorer hold a hash or an address, and nothing that a stranger wrote.
    if (/^https:\\/\\/basescan\\.org\\/(tx|address)\\/0x[0-9a-fA-F]{40,64}$/.test(link.href)) continue;
    if (link.rel !== "noopener ugc nofollow" || link.target !== "_blank") faults.push("link as " + link.rel);
    const isAddress = ["", "http://", "https://"].some((scheme) => scheme + link.textContent === link.getAttribute("href"));
    if (!isAddress && !link.textContent.includes("(" + host + ")")) faults.push("link without its host: " + link.href);
  }
  const isolating = ["isolate", "isolate-override", "plaintext"];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/${MARK}|[\\u0590-\\u05ff\\u202a-\\u202e\\u2066-\\u2069]/.test(node.data)) continue;
    const parent = node.parentElement;
    if (parent.closest("textarea, option, .unseen, title")) continue;
    const own = parent.closest(".untrusted, pre");
    if (!own) faults.push("not marked as a stranger's: " + parent.outerHTML.slice(0, 160));
    else if (getComputedStyle(own).display === "inline" && !isolating.includes(getComputedStyle(own).unicodeBidi))
      faults.push("not isolated: " + own.outerHTML.slice(0, 160));
  }
  // What follows a text in its line is drawn after it.
  for (const own of main.querySelectorAll("bdi.untrusted")) {
    const next = own.nextSibling;
    if (next?.nodeType !== Node.TEXT_NODE || !/[\\u0590-\\u05ff]/.test(own.textContent) || !next.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(next);
    const [box] = range.getClientRects();
    const last = [...own.getClientRects()].at(-1);
    if (box && last && Math.abs(box.top - last.top) < 4 && box.left < last.right - 2)
      faults.push("turned around: " + next.data);
  }
  return faults;
})()`;

/** What is wrong with a page that shows strangers' texts, at both widths. */
export async function faultsOf({ page, reader }: Person, name: string, shots: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 2_400 });
    const overflow = await reader.overflow();
    if (overflow !== 0) faults.push(`${overflow} px too wide`, ...(await page.evaluate<string[]>(WIDE)));
    faults.push(...(await page.evaluate<string[]>(FAULTS)));
    faults.push(...(await reader.barriers()));
    await page.screenshot({ path: `${shots}/hostile-${name}-${width}.png` });
  }
  faults.push(...reader.complaints.filter((line) => /Content.Security|policy|script|TypeError/i.test(line)));
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Which elements are wider than the window, for the message of a failed test. */
const WIDE = `[...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !one.closest(".wide, pre"))
  .slice(-4).map((one) => "too wide: " + one.outerHTML.slice(0, 160))`;
