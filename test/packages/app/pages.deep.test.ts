import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { TaskMetadata } from "../../../functions/src/domain/task/metadata";
import { chromiumPath, Reader, startChromium } from "../../pages/browser";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA } from "../../setup/market";
import { publishReports } from "../../setup/reports";

const executable = chromiumPath();
if (!executable)
  process.stderr.write("The app is not opened in a browser here: Chromium is missing (apt-get install chromium).\n");

const ROOT = path.join(__dirname, "../../..");
/** Where pictures of the pages are put, to be looked at. */
const SHOTS = path.join(ROOT, ".local", "shots");
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
const MAX_BYTES = 90 * 1024;

const LONG = "W".repeat(9_000);
/** What a stranger may write where a task's texts stand. */
const HOSTILE: TaskMetadata = {
  ...METADATA,
  title: `<img src=x onerror="window.ran=1">\u202Eevil\u202C ${"W".repeat(60)}`,
  description: [
    "<script>window.ran=1</script>",
    "# A heading",
    '<a href="javascript:window.ran=1">x</a> [run](javascript:window.ran=1) [bank](https://xn--bnk-qla.example/)',
    "[user](https://bank.example@evil.example/) ![picture](https://elsewhere.example/pixel.png)",
    "| a | b |\n|---|---|\n| 1 | **2** |",
    "- one\n- `two`",
    LONG.slice(0, 8_000),
  ].join("\n\n"),
  tags: ["\u202Etag", "<b>"],
};

(executable ? describe : describe.skip)("the app in Chromium", () => {
  const { db } = testFirestore();
  let market: Market;
  let browser: Browser;
  let baseUrl: string;
  let poster: string;

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    execFileSync(process.execPath, ["--import", "tsx", path.join(ROOT, "packages/app/build.ts")], { cwd: ROOT });
    [market, browser] = await Promise.all([Market.open(db), startChromium(executable ?? "")]);
    ({ baseUrl } = market.service);
  });
  afterAll(async () => {
    await browser?.close();
    await market?.close();
  });

  const reader = <T>(options: BrowserContextOptions, work: (reader: Reader) => Promise<T>): Promise<T> =>
    Reader.during(browser, { viewport: WIDE, ...options }, work);

  const figures: string[] = [];
  afterAll(() => {
    process.stdout.write(`The app's pages: script, style and font, compressed:\n${figures.join("\n")}\n`);
  });

  /** Opens a page as people with each kind of window do, and expects no barrier, nothing cut off, and nothing from elsewhere. */
  async function look(name: string, at: string, ready: string): Promise<void> {
    await reader({ viewport: NARROW, colorScheme: "dark", reducedMotion: "reduce" }, async (own) => {
      let bytes = 0;
      const parts: Promise<void>[] = [];
      own.page.on("response", (response) => {
        if (/\.(js|css|woff2)$/.test(new URL(response.url()).pathname))
          parts.push(response.body().then((body) => void (bytes += gzipSync(body).length)));
      });
      await own.read(baseUrl + at);
      await own.page.waitForSelector(ready);
      await Promise.all(parts);
      const found = async () => [await own.overflow(), await own.barriers()];
      const narrow = await found();
      await own.page.screenshot({ path: path.join(SHOTS, `${name}-360-dark.png`), fullPage: true });
      await own.page.setViewportSize(WIDE);
      await own.page.emulateMedia({ colorScheme: "light" });
      const wide = await found();
      await own.page.screenshot({ path: path.join(SHOTS, `${name}-1280-light.png`), fullPage: true });
      expect([at, narrow, wide]).toEqual([at, [0, []], [0, []]]);
      expect(await own.page.locator("h1").count()).toBe(1);
      expect(own.requests.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
      expect(own.complaints.filter((line) => !/status of (400|404)/.test(line))).toEqual([]);
      expect(await own.page.evaluate("window.ran")).toBeUndefined();
      expect(bytes).toBeLessThan(MAX_BYTES);
      figures.push(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${at}`);
    });
  }

  describe("with nothing in the market", () => {
    it.each([
      ["board-empty", "/app", ".empty"],
      ["services-empty", "/app/services", "text=No one offers a service yet"],
      ["ask-empty", "/app/ask", ".about-data .quiet"],
      ["market-empty", "/app/market", ".pair"],
      ["statements-no-wallet", "/app/statements", ".needs-wallet"],
      ["settings-no-wallet", "/app/settings", ".needs-wallet"],
      ["task-missing", "/app/task/human/999", ".empty"],
      ["wallet-malformed", "/app/wallet/nobody", ".empty"],
      ["arbiter-empty", `/app/arbiter/0x${"1".repeat(40)}`, ".empty"],
      ["desk-no-wallet", "/app/desk", ".needs-wallet"],
      ["post-no-wallet", "/app/post", ".needs-wallet"],
    ])("%s says what to do", (name, at, ready) => look(name, at, ready));
  });

  describe("with tasks", () => {
    beforeAll(async () => {
      await market.task("human", {}, { metadata: HOSTILE });
      for (let index = 0; index < 21; index++) {
        await market.task(
          index % 2 ? "human" : "agent-fast",
          {},
          { metadata: { ...METADATA, title: `Task ${index}` } },
        );
      }
      await market.task("human", {}, { steps: ["start", "submit", "requestChanges"] });
      poster = market.address("buyer");
    });

    it.each([
      ["board", "/app", ".card"],
      ["board-all", "/app?status=all&contract=human", ".card"],
      ["board-refused", "/app?minRewardUsdc=lots", ".failure"],
      ["board-none", "/app?tag=nothing-has-this", ".empty"],
      ["task-hostile", "/app/task/human/1", ".prose table"],
      ["task-changes", "/app/task/human/12", ".task-head"],
    ])("%s is read narrow and wide, light and dark", (name, at, ready) => look(name, at, ready));

    it("shows the market's numbers, by month and by category", async () => {
      await publishReports(db);
      const wallets = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [at, 1]));
      const sums = { posted: 12, started: 9, approved: 7, settled: 7, wallets };
      for (const category of ["translation", "writing"]) await db.doc(`marketSums/${category}`).set({ sums });
      await look("market", "/app/market", ".conversion");
    });

    it("shows a wallet's record", () => look("wallet", `/app/wallet/${poster}`, ".facts"));

    it("UI2: shows hostile texts as text, and where each link leads", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(`${baseUrl}/app/task/human/1`);
        await page.waitForSelector(".prose table");
        const links = await page
          .locator(".prose a")
          .evaluateAll((all: { href: string; rel: string; textContent: string | null }[]) =>
            all.map(({ href, rel, textContent }) => [href, rel, textContent]),
          );
        expect(links).toEqual([
          ["https://xn--bnk-qla.example/", "noopener ugc nofollow", "bank (xn--bnk-qla.example)"],
          ["https://elsewhere.example/pixel.png", "noopener ugc nofollow", "picture (elsewhere.example)"],
        ]);
        expect(await page.locator("main img, main script").count()).toBe(0);
        expect(await page.textContent("h1")).toContain('<img src=x onerror="window.ran=1">');
        expect(await page.textContent(".prose")).toContain("<script>window.ran=1</script>");
      });
    });

    it("pages in without a jump, moves the focus to what was added, and keeps the list for the way back", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(`${baseUrl}/app`);
        await page.waitForSelector(".more");
        const top = () => page.locator(".card").nth(19).boundingBox();
        await page.locator(".more").scrollIntoViewIfNeeded();
        const before = await top();
        await page.click(".more");
        await page.waitForSelector(".cards > li:nth-child(21)");
        expect((await top())?.y).toBe(before?.y);
        expect(await page.evaluate("document.activeElement.closest('li')?.matches(':nth-child(21)')")).toBe(true);
        await page.locator(".card a").first().click();
        await page.waitForSelector(".task-head");
        expect(await page.evaluate("document.activeElement.id")).toBe("main");
        await page.goBack();
        expect(await page.locator(".cards > li").count()).toBeGreaterThan(20);
      });
    });

    it("has the search in the address, and works by keyboard alone", async () => {
      await reader({}, async ({ page }) => {
        await page.goto(`${baseUrl}/app`);
        await page.waitForSelector(".card");
        await page.focus("input[name=q]");
        await page.keyboard.type("Task 7");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\?q=Task\+7$/);
        await page.waitForSelector(".card");
        expect(await page.locator("h2").allTextContents()).toEqual(["Task 7"]);
        expect(await page.locator("select[name=sort]").isDisabled()).toBe(true);
        await page.reload();
        expect(await page.inputValue("input[name=q]")).toBe("Task 7");
      });
    });

    it("says what is going on when an answer takes longer, and why there is none", async () => {
      await reader({}, async (own) => {
        const { page } = own;
        await page.route("**/mkt/tasks*", async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1_800));
          await route.abort();
        });
        await page.goto(`${baseUrl}/app`);
        await page.getByText("Still loading tasks").waitFor();
        expect(await own.barriers()).toEqual([]);
        await page.getByText("The service cannot be reached").waitFor();
        expect(await own.barriers()).toEqual([]);
        await page.unroute("**/mkt/tasks*");
        await page.getByRole("button", { name: "Try again" }).click();
        await page.waitForSelector(".card");
      });
    });
  });
});
