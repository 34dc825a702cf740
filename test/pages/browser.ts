import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export { chromiumPath, startChromium } from "../../dev/local/chromium";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** One reader: a window, and everything that its pages asked for, weighed and complained of. */
export class Reader {
  readonly requests: string[] = [];
  readonly complaints: string[] = [];
  private readonly weighed: Promise<number>[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Reader> {
    const context = await browser.newContext(options);
    const reader = new Reader(await context.newPage());
    const { page, requests, complaints, weighed } = reader;
    page.on("request", (request) => requests.push(request.url()));
    page.on("response", (response) =>
      weighed.push(
        response.body().then(
          ({ length }) => length,
          () => 0,
        ),
      ),
    );
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
    page.on("pageerror", (error) => complaints.push(error.message));
    return reader;
  }

  /** A reader who goes when the work is done. */
  static async during<T>(
    browser: Browser,
    options: BrowserContextOptions,
    work: (reader: Reader) => Promise<T>,
  ): Promise<T> {
    const own = await Reader.open(browser, options);
    try {
      return await work(own);
    } finally {
      await own.close();
    }
  }

  /** Goes to an address and waits until the page has what it asked for, and nothing more is asked for. */
  async read(url: string): Promise<void> {
    await this.page.goto(url);
    for (let known = -1; known !== this.requests.length;) {
      known = this.requests.length;
      await Promise.all(this.weighed);
      await this.page.waitForTimeout(50);
    }
  }

  /** Everything that came for this reader so far, in bytes before any compression. */
  async weight(): Promise<number> {
    return (await Promise.all(this.weighed)).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** How many pixels the page is wider than its window. */
  async overflow(): Promise<number> {
    return this.page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** What axe-core finds: the rule, and where it is broken. By all of its rules, or by those of WCAG alone. */
  async barriers(rules: "all" | "wcag" = "all"): Promise<string[]> {
    if (!(await this.page.evaluate("'axe' in window"))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate<{
      violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }>(
      `axe.run(document, { resultTypes: ['violations'], ${rules === "wcag" ? "runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']" : ""} })`,
    );
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`)
          .join("; ")}`,
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
