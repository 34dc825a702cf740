import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Role } from "../../../dev/local/wallets";
import { chromiumPath, Reader, startChromium } from "../../pages/browser";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { RELAY } from "../../setup/relay";
import { ORIGIN } from "../../client/agents";
import { TestWallet } from "./testWallet";

const executable = chromiumPath();
if (!executable)
  process.stderr.write("The app is not used in a browser here: Chromium is missing (apt-get install chromium).\n");

const ROOT = path.join(__dirname, "../../..");
const SHOTS = path.join(ROOT, ".local", "shots");
const STEP_MS = 20_000;

interface Person {
  reader: Reader;
  page: Page;
  wallet: TestWallet;
}

(executable ? describe : describe.skip)("people with wallets in Chromium", () => {
  const { db } = testFirestore();
  let market: Market;
  let browser: Browser;
  let baseUrl: string;
  let withoutRelayUrl: string;
  const people: Person[] = [];

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    execFileSync(process.execPath, ["--import", "tsx", path.join(ROOT, "packages/app/build.ts")], { cwd: ROOT });
    [market, browser] = await Promise.all([Market.open(db, RELAY), startChromium(executable ?? "")]);
    ({ baseUrl } = market.service);
    withoutRelayUrl = (await market.anotherService(db)).baseUrl;
  });
  afterAll(async () => {
    await browser?.close();
    await market?.close();
  });
  afterEach(async () => {
    await Promise.all(people.splice(0).map(({ reader }) => reader.close()));
  });

  /** A person with a wallet, connected, at an address of the app. */
  async function person(role: Role, at: string, url = baseUrl): Promise<Person> {
    const reader = await Reader.open(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = reader;
    page.setDefaultTimeout(STEP_MS);
    const wallet = await TestWallet.in(page, market, role);
    // The service calls itself so, wherever it is reached, and sign-in texts name it.
    await page.route(`${ORIGIN}/**`, async (route) => {
      const response = await route.fetch({
        url: url + route.request().url().slice(ORIGIN.length),
        maxRedirects: 0,
      });
      await route.fulfill({ response });
    });
    await page.goto(ORIGIN + at);
    await page.getByRole("button", { name: "Connect Test wallet" }).click();
    await page.getByRole("button", { name: "Disconnect" }).waitFor();
    const one = { reader, page, wallet };
    people.push(one);
    return one;
  }

  const state = (page: Page) => page.locator(".now-panel .label.strong");
  /** Waits for a state; a page asks by itself every few seconds. */
  const reaches = (page: Page, name: string) => page.locator(".now-panel .label.strong", { hasText: name }).waitFor();
  const shot = ({ page }: Person, name: string) =>
    page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });

  async function postTask({ page }: Person, pace: "human" | "agent-fast"): Promise<string> {
    await page.getByRole("button", { name: "Summary" }).click();
    await page.getByLabel("Pace").selectOption(pace);
    await page.getByLabel("Reward, USDC").fill("20");
    await page.getByLabel("Private details").fill("The text is at https://example.com/text.");
    await page.getByRole("button", { name: "Sign and post" }).click();
    await page.waitForURL(/\/app\/task\//);
    await page.waitForSelector(".now-panel");
    return new URL(page.url()).pathname;
  }

  it.each([
    ["human", "without ETH"],
    ["agent-fast", "with gas"],
  ] as const)(
    "UI3: posts, takes, submits, asks for changes, resubmits, approves what was read and rates on %s, %s",
    async (contract, way) => {
      const url = way === "with gas" ? withoutRelayUrl : baseUrl;
      const poster = await person("buyer", "/app/post", url);
      expect(await poster.reader.barriers()).toEqual([]);
      const at = await postTask(poster, contract);
      // Where the service sends the steps, one signature pays and posts; otherwise a transaction does, the allowance being there.
      const signed = [way === "with gas" ? "eth_sendTransaction" : "eth_signTypedData_v4"];
      expect(poster.wallet.signed).toEqual(signed);
      expect(await state(poster.page).textContent()).toBe("Funded");

      const worker = await person("worker", at, url);
      await shot(worker, `walk-stake-${contract}`);
      expect(await worker.reader.barriers()).toEqual([]);
      await worker.page.getByRole("button", { name: "Stake and start" }).click();
      await reaches(worker.page, "Started");
      expect(worker.wallet.signed).toEqual(signed);
      await worker.page.getByRole("button", { name: "Sign in and read" }).click();
      await worker.page.getByText("The text is at").waitFor();
      await worker.page.getByLabel("Text").fill("A **summary**.");
      await worker.page.getByRole("button", { name: "Submit the work" }).click();
      await reaches(worker.page, "Submitted");

      await reaches(poster.page, "Submitted");
      await poster.page.getByRole("button", { name: "Sign in and read" }).click();
      await poster.page.locator(".prose strong", { hasText: "summary" }).waitFor();
      await shot(poster, `walk-review-${contract}`);
      expect(await poster.reader.barriers()).toEqual([]);
      await poster.page.locator("summary", { hasText: "Ask for changes" }).click();
      await poster.page.locator("details[open]").getByLabel("Text").fill("Shorter, please.");
      await poster.page.locator("details[open]").getByRole("button", { name: "Ask for changes" }).click();
      await reaches(poster.page, "Changes requested");

      await reaches(worker.page, "Changes requested");
      await worker.page.getByLabel("Text").fill("A *short* summary.");
      await worker.page.getByRole("button", { name: "Submit the changed work" }).click();
      await worker.page.getByRole("heading", { name: "Nothing to do for you now" }).waitFor();

      // After a reload, a newer work is not decided on before it was read.
      await poster.page.reload();
      const before = poster.wallet.signed.length;
      expect(await poster.page.getByRole("button", { name: "Approve and pay" }).isDisabled()).toBe(true);
      await poster.page.getByRole("button", { name: "Sign in and read" }).click();
      await poster.page.locator(".prose em", { hasText: "short" }).waitFor();
      await poster.page.getByLabel("Comment, public").first().fill("Good and short.");
      await poster.page.getByRole("button", { name: "Approve and pay" }).click();
      await reaches(poster.page, "Approved");
      expect(poster.wallet.signed.length - before).toBe(2);
      const all = [...poster.wallet.signed, ...worker.wallet.signed];
      expect(all.includes("eth_sendTransaction")).toBe(way === "with gas");

      await reaches(worker.page, "Approved");
      await worker.page.getByLabel("Comment, public").fill("Clear and fast.");
      await worker.page.getByRole("button", { name: "Rate and take the stake back" }).click();
      await worker.page.getByRole("heading", { name: "Nothing to do for you now" }).waitFor();
      for (const { reader } of [poster, worker])
        expect(reader.complaints.filter((line) => !/status of (40[049]|503)/.test(line))).toEqual([]);
    },
    5 * STEP_MS,
  );

  it("UI4: leaves everything as it was when the wallet refuses, says so, and keeps the draft over a reload", async () => {
    const poster = await person("buyer", "/app/post");
    poster.wallet.mood = "refuse";
    await poster.page.getByRole("button", { name: "Summary" }).click();
    await poster.page.getByLabel("Reward, USDC").fill("20");
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    await poster.page.getByText("refused to sign. Nothing was sent.").waitFor();
    expect(await poster.page.inputValue("#draft-title")).toBe("Summarise a text");
    expect(await poster.reader.barriers()).toEqual([]);
    await shot(poster, "post-refused");
    await poster.page.reload();
    expect(await poster.page.inputValue("#draft-rewardUsdc")).toBe("20");
    await poster.page.getByRole("button", { name: "Disconnect" }).waitFor();
  });

  it("says in words what the wallet is asked for while it waits", async () => {
    const poster = await person("buyer", "/app/post");
    poster.wallet.mood = "stall";
    await poster.page.getByRole("button", { name: "Summary" }).click();
    await poster.page.getByLabel("Reward, USDC").fill("20");
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    await poster.page.locator(".signing").waitFor();
    expect(await poster.page.textContent(".signing")).toMatch(/USDC|task/);
    expect(await poster.reader.barriers()).toEqual([]);
  });

  it("says beside each field what is wrong with it, and goes to the first", async () => {
    const poster = await person("buyer", "/app/post");
    await poster.page.getByLabel("Reward, USDC").fill("0.5");
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    expect(await poster.page.locator(".fault").allTextContents()).toEqual([
      "Write what is to be done, in one line.",
      "Write what the worker needs to know.",
      "It must be more than 1 USDC, the fee for cancelling.",
    ]);
    expect(await poster.page.evaluate("document.activeElement.id")).toBe("draft-title");
    expect(poster.wallet.signed).toEqual([]);
    expect(await poster.reader.barriers()).toEqual([]);
  });

  it("shows the desk of the wallet, and what to do at an empty one", async () => {
    const poster = await person("buyer", "/app/desk");
    await poster.page.getByRole("button", { name: "Posted" }).click();
    await poster.page.locator(".card").first().waitFor();
    await shot(poster, "desk");
    expect(await poster.reader.barriers()).toEqual([]);
    const stranger = await person("payer", "/app/desk");
    await stranger.page.getByText("Nothing waits for you.").waitFor();
    expect(await stranger.reader.barriers()).toEqual([]);
  });
});
