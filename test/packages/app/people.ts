import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Firestore } from "@google-cloud/firestore";
import type { Browser, Page } from "playwright-core";
import type { Role } from "../../../dev/local/wallets";
import { chromiumPath, Reader, startChromium } from "../../pages/browser";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { RELAY } from "../../setup/relay";
import { ORIGIN } from "../../client/agents";
import { TestWallet, type WalletOptions } from "./testWallet";

/** Chromium's path; null, and said so, where it is missing. */
export const CHROMIUM = chromiumPath();
if (!CHROMIUM)
  process.stderr.write("The app is not used in a browser here: Chromium is missing (apt-get install chromium).\n");

const ROOT = path.join(__dirname, "../../..");
const SHOTS = path.join(ROOT, ".local", "shots");
export const STEP_MS = 20_000;

/** A window with a wallet. */
export interface Person {
  reader: Reader;
  page: Page;
  wallet: TestWallet;
  /** Buttons, links and summaries that were pressed so far. */
  clicks: () => number;
}

interface Where extends WalletOptions {
  /** Whether the service sends the steps of wallets without ETH. */
  hasRelay?: boolean;
}

/** People with wallets, in windows of one browser, at a market of their own. */
export class People {
  private readonly all: Person[] = [];

  private constructor(
    readonly market: Market,
    private readonly browser: Browser,
    private readonly withoutRelayUrl: string,
  ) {}

  static async open(
    db: Firestore,
    options: Parameters<typeof Market.open>[2] = {},
    settings: Record<string, string> = {},
  ): Promise<People> {
    mkdirSync(SHOTS, { recursive: true });
    execFileSync(process.execPath, ["--import", "tsx", path.join(ROOT, "packages/app/build.ts")], { cwd: ROOT });
    const [market, browser] = await Promise.all([
      Market.open(db, { ...RELAY, ...settings }, options),
      startChromium(CHROMIUM ?? ""),
    ]);
    return new People(market, browser, (await market.anotherService(db)).baseUrl);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.market.close();
  }

  /** Closes all windows. */
  async leave(): Promise<void> {
    await Promise.all(this.all.splice(0).map(({ reader }) => reader.close()));
  }

  /** A person with a wallet, connected, at an address of the app. */
  async person(role: Role, at: string, { hasRelay = true, ...options }: Where = {}): Promise<Person> {
    const reader = await Reader.open(this.browser, { viewport: { width: 1280, height: 900 } });
    const { page } = reader;
    page.setDefaultTimeout(STEP_MS);
    const wallet = await TestWallet.in(page, this.market, role, options);
    let clicks = 0;
    await page.exposeFunction("countClick", () => void clicks++);
    await page.addInitScript(
      `addEventListener("click", ({ target }) => { if (target.closest?.("button, a, summary")) countClick(); }, true);`,
    );
    const url = hasRelay ? this.market.service.baseUrl : this.withoutRelayUrl;
    // The service calls itself so, wherever it is reached, and sign-in texts name it.
    await page.route(`${ORIGIN}/**`, async (route) => {
      const request = route.request();
      // Who loads pages as fast as a test does would meet the limit of a client.
      const headers = { ...request.headers(), ...freshCaller() };
      // A window that closes leaves requests behind, and their routes with them.
      await route
        .fetch({ url: url + request.url().slice(ORIGIN.length), headers, maxRedirects: 0 })
        .then((response) => route.fulfill({ response }))
        .catch(() => route.abort().catch(() => {}));
    });
    await page.goto(ORIGIN + at);
    await page
      .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
      .first()
      .click();
    await page.locator(".account").waitFor();
    const one = { reader, page, wallet, clicks: () => clicks };
    this.all.push(one);
    return one;
  }
}

/** Clicks and signatures that something took, in words; what it took is counted from the time of the call. */
export function tally({ clicks, wallet }: Person): () => { clicks: number; signatures: number } {
  const before = { clicks: clicks(), signatures: wallet.signed.length };
  return () => ({ clicks: clicks() - before.clicks, signatures: wallet.signed.length - before.signatures });
}

export const stateOf = (page: Page) => page.locator(".task-head .pill");

/** Waits for a state of the task; a page asks by itself every few seconds. */
export function reaches({ page }: Person, name: string): Promise<void> {
  return page.locator(".task-head .pill", { hasText: name }).waitFor();
}

/** Opens a step that is not the one that is expected, and gives its form. */
export async function opened({ page }: Person, label: string) {
  await page.locator("summary", { hasText: label }).click();
  return page.locator("details[open]").filter({ has: page.getByRole("button", { name: label }) });
}

export async function press({ page }: Person, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Chooses a rating; none is chosen for a person. */
export async function rate({ page }: Person, stars: 1 | 2 | 3 | 4 | 5): Promise<void> {
  await page
    .locator(".moves form")
    .first()
    .getByRole("radio", { name: stars === 1 ? "1 star" : `${stars} stars` })
    .check();
}

export async function shot({ page }: Person, name: string): Promise<void> {
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

/** Begins with the first template, its blank filled in. */
export async function beginSummary(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Summary" }).click();
  await page.locator("#draft-description").fill("Summarise the text at https://example.com/text in 300 words.");
}

/** Posts the first template as a task, and gives its address. */
export async function postTask({ page }: Person, pace: "human" | "agent-fast"): Promise<string> {
  await beginSummary(page);
  await page.locator("summary", { hasText: "More options" }).click();
  await page.locator("summary", { hasText: "For programs" }).click();
  await page.getByLabel("Pace").selectOption(pace);
  await page.getByLabel("Reward, USDC").fill("20");
  await page.getByLabel("Private details").fill("The text is at https://example.com/text.");
  await page.getByRole("button", { name: "Sign and post" }).click();
  await page.waitForURL(/\/app\/task\//);
  await page.waitForSelector(".task-head");
  return new URL(page.url()).pathname;
}
