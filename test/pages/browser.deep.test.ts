import type { Browser, BrowserContextOptions } from "playwright-core";
import { ALL_PAGES, PAGES } from "../../packages/site/pages/list";
import { operationsOf } from "../../functions/src/catalogue/operations";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { placeExplorer } from "../../dev/tools/explorer";
import { testFirestore } from "../setup/firestore";
import { Market, METADATA } from "../setup/market";
import { chromiumPath, Reader, startChromium } from "./browser";

const executable = chromiumPath();
if (!executable)
  process.stderr.write("The pages are not read in a browser here: Chromium is missing (apt-get install chromium).\n");
/** The narrowest telephone, and a desk. */
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
/** Before compression, with the font; the guide, which grows with the calls, is the largest. */
const MAX_BYTES = 200 * 1024;
const MISSING = "/nothing-here";
/** What the browser says of the page that is not there, and of a health document that says "down". */
const KNOWN = /status of (404|503)/;
const PATHS = [...ALL_PAGES.map(({ path }) => path), MISSING];

(executable ? describe : describe.skip)("in Chromium", () => {
  const { db } = testFirestore();
  let market: Market;
  let browser: Browser;
  let baseUrl: string;
  beforeAll(async () => {
    placeExplorer();
    [market, browser] = await Promise.all([
      Market.open(db, { OPERATOR_NAME: "Mercado Lda, Lisbon", OPERATOR_TERMS_URL: "https://mkt.example/terms" }),
      startChromium(executable ?? ""),
    ]);
    ({ baseUrl } = market.service);
  });
  afterAll(async () => {
    await browser?.close();
    await market?.close();
  });

  const reader = <T>(options: BrowserContextOptions, work: (reader: Reader) => Promise<T>): Promise<T> =>
    Reader.during(browser, { viewport: WIDE, ...options }, work);

  const weights: Record<string, { bytes: number; requests: number }> = {};
  afterAll(() => {
    const lines = Object.entries(weights).map(
      ([path, { bytes, requests }]) => `${(bytes / 1024).toFixed(1).padStart(7)} KiB in ${requests} requests  ${path}`,
    );
    process.stdout.write(`Pages, before compression:\n${lines.join("\n")}\n`);
  });

  describe("happy", () => {
    it.each(PATHS)(
      "reads %s narrow and wide, light and dark: no barrier, no scrolling aside, nothing from elsewhere, under 200 KiB",
      async (path) => {
        await reader({ viewport: NARROW, colorScheme: "light" }, async (own) => {
          await own.read(baseUrl + path);
          const bytes = await own.weight();
          weights[path] = { bytes, requests: own.requests.length };
          expect(bytes).toBeGreaterThan(5_000);
          expect(bytes).toBeLessThan(MAX_BYTES);
          const narrow = [await own.overflow(), await own.barriers()];
          await own.page.setViewportSize(WIDE);
          await own.page.emulateMedia({ colorScheme: "dark" });
          expect([narrow, [await own.overflow(), await own.barriers()]]).toEqual([
            [0, []],
            [0, []],
          ]);
          expect(own.requests.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
          expect(own.complaints.filter((line) => !KNOWN.test(line))).toEqual([]);
        });
      },
    );

    it("shows people what is open now and who runs this, and leads on without JavaScript, too", async () => {
      await market.task("human", {}, { metadata: { ...METADATA, title: "Draw <b>a</b> lighthouse" } });
      await reader({ viewport: NARROW }, async (own) => {
        const { page } = own;
        await page.goto(baseUrl);
        const card = page.locator("#tasks .card", { hasText: "Draw <b>a</b> lighthouse" });
        await card.waitFor();
        expect(await card.textContent()).toMatch(/^5\.000001 USDC/);
        expect(await card.locator("a").getAttribute("href")).toMatch(/^\/app\/task\/human\/\d+$/);
        await page.getByText("This service is run by Mercado Lda, Lisbon.").waitFor();
        expect(await page.locator("#operator a", { hasText: "Terms" }).getAttribute("href")).toBe(
          "https://mkt.example/terms",
        );
        expect(await page.locator("#status, pre").count()).toBe(0);
        expect([await own.overflow(), await own.barriers()]).toEqual([0, []]);
      });
      await reader({ javaScriptEnabled: false }, async ({ page }) => {
        await page.goto(baseUrl);
        expect(await page.locator("main a").count()).toBeGreaterThan(6);
      });
    });

    it("shows beside the calls for agents what the health document says", async () => {
      const health = (await (await fetch(`${baseUrl}/mkt/health`)).json()) as {
        status: string;
        checks: Record<string, object>;
      };
      await reader({}, async ({ page }) => {
        await page.goto(baseUrl + PAGES.agents.path);
        await page.waitForSelector("#status dl");
        expect(await page.textContent("#status .now strong")).toBe(health.status);
        expect(await page.locator("#status dl > div").count()).toBe(7);
        expect(await page.textContent("#try ~ p")).toContain(baseUrl);
      });
    });

    it("opens the explorer on every call, and makes one", async () => {
      await reader({ viewport: NARROW }, async (own) => {
        const { page } = own;
        await page.goto(baseUrl + PAGES.reference.path);
        await page.click("#open-explorer");
        await page.waitForSelector(".opblock");
        expect(await page.locator(".opblock").count()).toBe(operationsOf(ENDPOINTS).length);
        expect(await page.locator("#calls").isVisible()).toBe(false);
        await page.click("#operations-Marketplace-mktHealth .opblock-summary-control");
        await page.click("#operations-Marketplace-mktHealth .try-out__btn");
        await page.click("#operations-Marketplace-mktHealth .execute");
        await page.waitForSelector("#operations-Marketplace-mktHealth .live-responses-table .response-col_status");
        expect(
          await page.textContent("#operations-Marketplace-mktHealth .live-responses-table tbody .response-col_status"),
        ).toMatch(/^(200|503)/);
        expect(own.requests.filter((url) => !/^(data:|blob:)/.test(url) && !url.startsWith(`${baseUrl}/`))).toEqual([]);
        expect(own.complaints.filter((line) => !KNOWN.test(line))).toEqual([]);
        expect(await own.overflow()).toBe(0);
        // Its headings and landmarks are another project's, and know nothing of the page around them.
        expect(await own.barriers("wcag")).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.waitForSelector("html.dark-mode");
        expect(await own.barriers("wcag")).toEqual([]);
      });
    });

    it("opens the call that a link names", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(`${baseUrl}${PAGES.reference.path}#mktTasks`);
        expect(await page.locator("details#mktTasks[open]").count()).toBe(1);
        expect(await page.locator("details[open]").count()).toBe(1);
      });
    });

    it("lists the filters of the analytics, or says that nothing is published yet", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(baseUrl + PAGES.filters.path);
        await page.waitForSelector("#filters h2");
        expect(await page.locator("#filters h2").allTextContents()).toEqual([
          "aggregate",
          "country",
          "category",
          "industry",
        ]);
      });
    });

    it("is walked by keyboard: the first stop skips to the contents, and every stop shows itself", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(baseUrl + PAGES.reference.path);
        await page.keyboard.press("Tab");
        expect(await page.evaluate("document.activeElement.className")).toBe("skip");
        expect((await page.locator(".skip").boundingBox())?.x).toBeGreaterThanOrEqual(0);
        await page.keyboard.press("Enter");
        expect(await page.evaluate("document.activeElement.id")).toBe("main");
        const stops: string[] = [];
        for (let stop = 0; stop < 9; stop++) {
          await page.keyboard.press("Tab");
          stops.push(await page.evaluate<string>("document.activeElement.tagName"));
          expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
        }
        expect(stops).toEqual(["A", "BUTTON", "A", "A", "A", "A", "A", "SUMMARY", "SUMMARY"]);
        await page.keyboard.press("Enter");
        expect(await page.locator("details[open]").count()).toBe(1);
      });
    });

    it("reads every page without JavaScript", async () => {
      await reader({ javaScriptEnabled: false, viewport: NARROW }, async (own) => {
        for (const path of PATHS) {
          await own.page.goto(baseUrl + path);
          expect([
            path,
            (await own.page.innerText("main")).length > 150,
            await own.page.locator("button:visible").count(),
          ]).toEqual([path, true, 0]);
        }
        expect(own.complaints.filter((line) => !KNOWN.test(line))).toEqual([]);
      });
    });
  });

  describe("faults", () => {
    it.each([
      ["no answer", { abort: true }],
      ["an answer that is no health document", { status: 200, body: '{"status":"<b>fine</b>"}' }],
      ["a page in its place", { status: 502, body: "<h1>Bad gateway</h1>" }],
    ])("says that it cannot tell the status, on %s", async (_name, fault) => {
      await reader({}, async ({ page }) => {
        await page.route("**/mkt/health", (route) => ("abort" in fault ? route.abort() : route.fulfill(fault)));
        await page.goto(baseUrl + PAGES.agents.path);
        await page.waitForSelector("#status .now strong");
        expect(await page.innerText("#status .now")).toBe("No answer now. This page cannot tell how the service is.");
        expect(await page.locator("#status dl").count()).toBe(0);
      });
    });

    it("shows a service that is down as down, part by part", async () => {
      await reader({}, async ({ page }) => {
        const health = (await (await fetch(`${baseUrl}/mkt/health`)).json()) as { checks: { firestore: object } };
        const down = { ...health, status: "down", checks: { ...health.checks, firestore: { ok: false } } };
        await page.route("**/mkt/health", (route) => route.fulfill({ status: 503, json: down }));
        await page.goto(baseUrl + PAGES.agents.path);
        await page.waitForSelector("#status dl");
        expect(await page.textContent("#status .now strong")).toBe("down");
        expect(await page.innerText("#status dl > div:first-child")).toMatch(/Database\s+not well/);
      });
    });

    it("keeps the list of calls where the explorer cannot be loaded", async () => {
      await reader({}, async ({ page }) => {
        await page.route("**/vendor/**", (route) => route.abort());
        await page.goto(baseUrl + PAGES.reference.path);
        await page.click("#open-explorer");
        await page.getByText("could not be loaded").waitFor();
        expect(await page.locator("#calls details").count()).toBe(operationsOf(ENDPOINTS).length);
        expect(await page.locator("#calls").isVisible()).toBe(true);
      });
    });
  });

  describe("security", () => {
    it("runs no script and applies no style that got into a page", async () => {
      await reader({}, async (own) => {
        const { page } = own;
        await page.goto(baseUrl + PAGES.guide.path);
        await page.evaluate(`document.body.insertAdjacentHTML("beforeend", '<p id="styled" style="color: rgb(1, 2, 3)">x</p><img src="/icon.svg" onload="window.ran = true">');
          document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }))`);
        await page.evaluate("document.querySelector('img').decode()");
        expect(await page.evaluate("window.ran")).toBeUndefined();
        expect(await page.evaluate("getComputedStyle(document.querySelector('#styled')).color")).not.toBe(
          "rgb(1, 2, 3)",
        );
        expect(own.complaints.filter((line) => /Content Security Policy/.test(line)).length).toBeGreaterThanOrEqual(3);
      });
    });
  });
});
