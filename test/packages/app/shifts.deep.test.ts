import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Browser } from "playwright-core";
import { importDataset } from "../../../dev/tools/importDataset";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { chromiumPath, Reader, startChromium } from "../../pages/browser";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA } from "../../setup/market";
import { until } from "../../setup/until";
import { NOW } from "../answers/fixture";

const executable = chromiumPath();
if (!executable)
  process.stderr.write("Layout shifts are not counted here: Chromium is missing (apt-get install chromium).\n");

const ROOT = path.join(__dirname, "../../..");
/** Of the window's height and width; "good" begins at 0.1. */
const MAX_SHIFT = 0.02;

/** Notes every shift that the reader did not cause, and of what. */
const WATCH = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "gone") });
  }).observe({ type: "layout-shift", buffered: true });
`;
const PAINTED = `performance.getEntriesByName("first-contentful-paint").length > 0`;

(executable ? describe : describe.skip)("layout shifts in Chromium", () => {
  const { db } = testFirestore();
  let market: Market;
  let browser: Browser;
  const figures: string[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, ["--import", "tsx", path.join(ROOT, "packages/app/build.ts")], { cwd: ROOT });
    await importDataset({
      kind: "chats",
      file: path.join(ROOT, "dev/local/sample/chats.jsonl"),
      snapshots: firestoreSnapshots(db),
      now: () => NOW,
      progress: () => undefined,
    });
    [market, browser] = await Promise.all([
      Market.open(db, { OPERATOR_NAME: "Mercado Lda, Lisbon", OPERATOR_CONTACT: "help@mkt.example" }),
      startChromium(executable ?? ""),
    ]);
    for (const title of ["Translate a page", "Count the clouds above Lisbon, and say which of them will rain", "Draw"])
      await market.task("human", {}, { metadata: { ...METADATA, title } });
    await market.task("human", {}, { steps: ["start", "submit"] });
  }, 600_000);
  afterAll(async () => {
    process.stdout.write(`Layout shifts:\n${figures.join("\n")}\n`);
    await browser?.close();
    await market?.close();
  });

  it.each([
    ["/", "#sample :is(table, ol)"],
    ["/app", ".card h2"],
    ["/app/post", "#draft-title"],
    ["/app/services", ".empty"],
    ["/app/ask", "#ask"],
    ["/app/market", ".pair"],
    ["/app/task/human/4", ".task-head"],
    ["/app/task/human/999", ".empty"],
    ["/app/statements", ".needs-wallet"],
  ])(
    "%s does not move what is being read when its data comes",
    async (at, ready) => {
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 360, height: 740 },
      ]) {
        await Reader.during(browser, { viewport }, async (own) => {
          const { page } = own;
          await page.addInitScript(WATCH);
          // Data comes after the page is seen, as it does over a slow line.
          await page.route(/\/(mkt|analytics|datasets)/, async (route) => {
            if (route.request().resourceType() === "fetch") await until(() => page.evaluate<boolean>(PAINTED));
            await route.continue();
          });
          await page.goto(market.service.baseUrl + at);
          await page.locator(ready).first().waitFor();
          await page.waitForLoadState("networkidle");
          const shifts = await page.evaluate<{ value: number; of: string[] }[]>("window.shifts");
          const sum = shifts.reduce((all, { value }) => all + value, 0);
          figures.push(`${sum.toFixed(4)}  ${viewport.width}  ${at}`);
          expect([at, viewport.width, sum < MAX_SHIFT ? [] : shifts]).toEqual([at, viewport.width, []]);
        });
      }
    },
    120_000,
  );

  it("the first page has a real answer with its figures, three live tasks and the operator", async () => {
    await Reader.during(browser, { viewport: { width: 1280, height: 800 } }, async ({ page }) => {
      await page.goto(market.service.baseUrl);
      await page.locator("#sample :is(table, ol)").waitFor();
      const [example] = ((await market.get("/datasets")).json as { items: { examples: { question: string }[] }[] })
        .items[0]?.examples ?? [{ question: "" }];
      expect(await page.textContent("#sample h3")).toBe(example?.question);
      expect(await page.textContent("#sample")).toMatch(/\d/);
      expect(await page.locator("#tasks .reward").count()).toBe(3);
      await page.getByText("This service is run by Mercado Lda, Lisbon.").waitFor();
      expect(await page.locator("#about-operator a").getAttribute("href")).toBe("mailto:help@mkt.example");
    });
  }, 60_000);
});
