/**
 * `npm run bench:app`: the marketplace for people, as Lighthouse and a reader's browser see it on the stack that runs, or on
 * one of its own with the demo's market. Desktop figures are of this machine as it is; mobile ones of Lighthouse's simulated
 * slow telephone. The local hosting does not compress, so the bytes of scripts, styles and font are gzipped here.
 */
import { gzipSync } from "node:zlib";
import type { Result } from "lighthouse";
import { MktReader } from "../../packages/client/src/readerEntry";
import { HOME, PATHS, taskPath } from "../../packages/app/src/paths";
import { chromiumPath, startChromium } from "../local/chromium";
import { leaveMarket } from "../local/liveMarket";
import { freePort } from "../local/ports";
import { exitAfter } from "../local/processes";
import { stack } from "../local/stack";
import { type Figure, median, table, figure } from "./table";

/** Lighthouse's own goal for a page that is good. */
const MIN_SCORE = 95;
const MAX_BYTES = 90 * 1024;
const MAX_INTERACTIVE_MS = 1_000;
const RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

async function main(): Promise<void> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("The app is measured in Chromium, which is missing: apt-get install chromium.");
  const local = await stack((step) => console.error(step));
  const port = await freePort();
  const browser = await startChromium(executablePath, [`--remote-debugging-port=${port}`]);
  try {
    const reader = new MktReader({ baseUrl: local.baseUrl });
    if ((await reader.tasks({ limit: 1 })).items.length === 0) await leaveMarket(local, () => undefined);
    const [task] = (await reader.tasks({ limit: 1, sort: "reward" })).items;
    if (!task) throw new Error("The market has no open task to look at.");
    const pages = {
      home: HOME.path,
      board: PATHS.board,
      "task page": taskPath(task),
      ask: PATHS.ask,
      post: PATHS.post,
      statements: PATHS.statements,
    };

    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const url = local.baseUrl + path;
      // The emulator starts a process for a function at its first call.
      await (await browser.newPage()).goto(url, { waitUntil: "networkidle" });
      figures.push(...(await viewed(name, url)), ...(await weighed(name, url)));
    }
    console.log(table(figures));
  } finally {
    await browser.close();
    await local.close();
  }

  /** Lighthouse's scores on both kinds of device. */
  async function viewed(name: string, url: string): Promise<Figure[]> {
    // Lighthouse is an ES module and loads for a second.
    const { default: lighthouse, desktopConfig } = await import("lighthouse");
    const figures: Figure[] = [];
    for (const [device, config] of [
      ["desktop", desktopConfig],
      ["mobile", undefined],
    ] as const) {
      const run = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] }, config);
      if (!run) throw new Error(`Lighthouse gave no result for ${url}.`);
      const { lhr } = run;
      for (const category of CATEGORIES)
        figures.push(
          figure(
            `${name}, Lighthouse ${category}, ${device}`,
            Math.round((lhr.categories[category]?.score ?? 0) * 100),
            "of 100",
            { least: MIN_SCORE },
          ),
        );
      figures.push(figure(`${name}, layout shift (CLS), ${device}`, numberOf(lhr, "cumulative-layout-shift"), ""), {
        what: `${name}, interactive, ${device}`,
        value: numberOf(lhr, "interactive"),
        unit: "ms",
        ...(device === "desktop" && { goal: { most: MAX_INTERACTIVE_MS } }),
      });
    }
    return figures;
  }

  /** What a first view loads, and when a reader sees what they came for. */
  async function weighed(name: string, url: string): Promise<Figure[]> {
    const shown: number[] = [];
    let bytes = 0;
    let elsewhere = 0;
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const bodies: Promise<number>[] = [];
      page.on("response", (response) => {
        if (/script|stylesheet|font/.test(response.request().resourceType()))
          bodies.push(
            response.body().then(
              (body) => gzipSync(body).length,
              () => 0,
            ),
          );
        if (!response.url().startsWith(local.baseUrl) && !response.url().startsWith("data:")) elsewhere += 1;
      });
      const start = performance.now();
      await page.goto(url);
      await page.locator("main h1").first().waitFor();
      await page.locator("main .waiting").first().waitFor({ state: "detached" });
      shown.push(performance.now() - start);
      bytes = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0);
      await context.close();
    }
    return [
      figure(`${name}, its texts on the screen, median of ${RUNS}`, median(shown), "ms", { most: MAX_INTERACTIVE_MS }),
      figure(`${name}, scripts, styles and font, gzipped`, bytes / 1024, "KiB", { most: MAX_BYTES / 1024 }),
      figure(`${name}, requests to elsewhere`, elsewhere, "requests", { most: 0 }),
    ];
  }
}

function numberOf(lhr: Result, audit: string): number {
  return lhr.audits[audit]?.numericValue ?? NaN;
}

exitAfter(main());
