import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { devWallets } from "../../../dev/local/wallets";
import { importDataset } from "../../../dev/tools/importDataset";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { loadSampleReports } from "../../../dev/local/sampleReports";
import { ORIGIN } from "../../client/agents";
import { chromiumPath, Reader, startChromium } from "../../pages/browser";
import { NOW, unhurried } from "../answers/fixture";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { TestWallet } from "./testWallet";

const executable = chromiumPath();
if (!executable)
  process.stderr.write("Answers are not bought in a browser here: Chromium is missing (apt-get install chromium).\n");

const ROOT = path.join(__dirname, "../../..");
const SHOTS = path.join(ROOT, ".local", "shots");
const STEP_MS = 20_000;
const PRICE = 490_000n;
const SAMPLES = { chats: "chats.jsonl", goals: "goals.csv" };
const GOALS = "/app/ask?about=goals";

(executable ? describe : describe.skip)("answers bought in Chromium", () => {
  const { db } = testFirestore();
  let market: Market;
  let browser: Browser;
  let withoutSettlementUrl: string;
  const readers: Reader[] = [];

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    execFileSync(process.execPath, ["--import", "tsx", path.join(ROOT, "packages/app/build.ts")], { cwd: ROOT });
    const snapshots = firestoreSnapshots(db);
    for (const [kind, name] of Object.entries(SAMPLES) as ["chats" | "goals", string][])
      await importDataset({
        kind,
        file: path.join(ROOT, "dev/local/sample", name),
        snapshots,
        now: () => NOW,
        progress: () => undefined,
      });
    const answers = unhurried(snapshots);
    await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
    const settings = { RECEIPT_KEY: devWallets().stranger.privateKey };
    [market, browser] = await Promise.all([Market.open(db, settings, { answers }), startChromium(executable ?? "")]);
    withoutSettlementUrl = (await market.anotherService(db, { SETTLEMENT_KEY: "" })).baseUrl;
    await market.chain.call("anvil_setBalance", market.address("payer"), "0x0");
    await loadSampleReports(db, market.nowMs());
  }, 30 * STEP_MS);
  afterAll(async () => {
    await browser?.close();
    await market?.close();
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
  });

  /** A person with a wallet without ETH, unless another is named, at an address of the app. */
  async function person(at: string, { role = "payer", url = market.service.baseUrl }: Partial<Who> = {}) {
    const reader = await Reader.open(browser, { viewport: { width: 1280, height: 900 } });
    readers.push(reader);
    const { page } = reader;
    page.setDefaultTimeout(STEP_MS);
    const wallet = await TestWallet.in(page, market, role);
    /** What the service does with a request before it is sent on; false if it is lost. */
    const net = { answer: (_request: { method: string; path: string; headers: object }): boolean => true };
    await page.route(`${ORIGIN}/**`, async (route) => {
      const request = route.request();
      const path = request.url().slice(ORIGIN.length);
      // A window that closes leaves requests behind, and their routes with them.
      const response = await route.fetch({ url: url + path, maxRedirects: 0 }).catch(() => null);
      const isAnswered = net.answer({ method: request.method(), path, headers: request.headers() });
      await (response && isAnswered ? route.fulfill({ response }) : route.abort()).catch(() => {});
    });
    await page.goto(ORIGIN + at);
    await page
      .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
      .first()
      .waitFor();
    return { reader, page, wallet, net };
  }
  interface Who {
    role: "payer" | "payer2";
    url: string;
  }

  const connect = async (page: Page) => {
    await page
      .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
      .first()
      .click();
    await page.locator(".account").waitFor();
  };
  const ask = async (page: Page, question: string) => {
    await page.locator("#question").fill(question);
    await page.getByRole("button", { name: "See the price" }).click();
    await page.locator(".offer .facts").first().waitFor();
  };
  const pay = (page: Page) => page.getByRole("button", { name: /^Pay 0\.49 USDC/ }).click();
  const paidDuring = async (work: () => Promise<unknown>, role: Who["role"] = "payer") => {
    const before = await market.chain.usdcUnitsOf(market.address(role));
    await work();
    return before - (await market.chain.usdcUnitsOf(market.address(role)));
  };
  const look = async (reader: Reader, name: string) => {
    const { page } = reader;
    for (const [width, colorScheme] of [
      [1280, "light"],
      [1280, "dark"],
      [360, "light"],
      [360, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      const barriers = await reader.barriers();
      expect([name, width, colorScheme, await reader.overflow(), barriers]).toEqual([name, width, colorScheme, 0, []]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  it(
    "UI5: a wallet with 0 wei sees the price first, buys by one signature, asks further, verifies the receipt, and reads all again",
    async () => {
      const { reader, page, wallet } = await person(GOALS);
      await page.locator(".sample .prose").first().waitFor();
      expect(await page.locator(".made-of").textContent()).toMatch(/^7[78]\d texts\. Imported on /);
      await look(reader, "ask");
      await ask(page, "What are the most common goals?");
      expect(await page.locator(".offer .facts").first().textContent()).toMatch(
        /What are the most common goals\?.*Understood as.*Answerable.*0\.49 USDC/,
      );
      await page.getByText("To buy the answer, you need a wallet with 0.49 USDC.").waitFor();
      expect(wallet.signed).toEqual([]);
      await look(reader, "ask-price");

      await connect(page);
      await page.getByText("You need no ETH").waitFor();
      await look(reader, "ask-sign");
      expect(
        await paidDuring(async () => {
          await pay(page);
          await page.locator(".turn .prose").waitFor();
        }),
      ).toBe(PRICE);
      expect(wallet.signed).toEqual(["eth_signTypedData_v4"]);
      expect(await page.evaluate("document.activeElement.closest('.turn') !== null")).toBe(true);
      await look(reader, "ask-answer");

      // What a further question keeps is said before it is written; a new one keeps nothing.
      await page.getByText(/^So far: .*goals.* Your next question builds on it\.$/).waitFor();
      await look(reader, "ask-after");
      await page.getByRole("button", { name: "Ask a new question" }).click();
      await page.locator("#question:focus").waitFor();
      expect(await page.locator(".turn").count()).toBe(0);
      await page.goBack();
      await page.locator(".turn .prose").waitFor();
      await ask(page, "And among women?");
      await look(reader, "ask-further");
      expect(
        await paidDuring(async () => {
          await pay(page);
          await page.locator(".turn").nth(1).locator(".prose").waitFor();
        }),
      ).toBe(PRICE);
      expect(wallet.signed).toHaveLength(2);

      const last = page.locator(".turn").nth(1);
      await last.locator("summary").click();
      await last.getByRole("button", { name: "Show and verify the receipt" }).click();
      await last.getByText(`The blockchain has the payment, to ${market.address("recipient")}.`).waitFor();
      expect(await last.locator(".facts").first().textContent()).toMatch(
        /^Amount0\.49 USDCQuestionAnd among women\?Paid by/,
      );
      await look(reader, "ask-receipt");

      await page.reload();
      await page.locator(".turn").nth(1).locator(".prose").waitFor();
      expect(await page.locator(".cards > li").count()).toBe(2);
      await page.goto(ORIGIN + GOALS);
      await ask(page, "What are the most common goals?");
      await page.getByRole("link", { name: "read it again, free" }).click();
      await page.locator(".turn .prose").waitFor();
      expect(wallet.signed).toHaveLength(2);
      expect(reader.complaints.filter((line) => !/status of (402|404|503)/.test(line))).toEqual([]);
    },
    8 * STEP_MS,
  );

  it(
    "UI5: a reload between the payment and its answer comes back to it, and pays once",
    async () => {
      const { page, wallet, net } = await person(GOALS);
      await connect(page);
      await ask(page, "How many want to run?");
      let isTaken = () => {};
      const taken = new Promise<void>((resolve) => (isTaken = resolve));
      net.answer = ({ headers }) => {
        if (!("payment-signature" in headers)) return true;
        isTaken();
        return false;
      };
      const paid = await paidDuring(async () => {
        await pay(page);
        await taken;
        await page.reload();
        await page
          .getByText("the answer that you have signed for")
          .or(page.locator(".turn .failure"))
          .first()
          .waitFor();
        net.answer = () => true;
        await page.reload();
        await page.locator(".turn .prose").waitFor();
      });
      expect([paid, wallet.signed]).toEqual([PRICE, ["eth_signTypedData_v4"]]);
      await page.locator(".cards").waitFor();
      expect(await page.getByText("Signed, answer not here yet").count()).toBe(0);
    },
    4 * STEP_MS,
  );

  it.each(["the payment", "the service's answer"])(
    "UI71: cut off while paying, which loses %s, it says that nothing is charged twice, and gets the answer by itself",
    async (lost) => {
      const { page, wallet, reader } = await person(GOALS);
      await connect(page);
      // A question that a wallet has bought is not sold to it again.
      await ask(page, lost === "the payment" ? "How many want to read more?" : "How many want to sleep better?");
      let isCut = true;
      await page.route(`${ORIGIN}/ai-early-adopters-goals`, async (route) => {
        const isPayment = "payment-signature" in route.request().headers();
        if (!isCut || !isPayment) return route.fallback();
        if (lost !== "the payment") await route.fetch({ url: market.service.baseUrl + "/ai-early-adopters-goals" });
        return route.abort();
      });
      const paid = await paidDuring(async () => {
        await pay(page);
        await page.getByText("You have signed. You will not be charged twice.").waitFor();
        await page.getByRole("button", { name: "Get my answer" }).waitFor();
        expect(await page.getByRole("button", { name: /^Pay / }).count()).toBe(0);
        await look(reader, `ask-cut-off-${lost === "the payment" ? "payment" : "answer"}`);
        isCut = false;
        await page.evaluate("dispatchEvent(new Event('online'))");
        await page.locator(".turn .prose").waitFor();
      });
      expect([paid, wallet.signed]).toEqual([PRICE, ["eth_signTypedData_v4"]]);
    },
    5 * STEP_MS,
  );

  it(
    "UI71: without a network after the payment, an answer, My work and a page that was not open yet come by themselves",
    async () => {
      const { page, wallet, net } = await person(GOALS);
      await connect(page);
      await ask(page, "How many want to learn?");
      /** Whether the network is there, for the page and for what it loads. */
      const setOnline = async (isOnline: boolean) => {
        net.answer = () => isOnline;
        await page.context().setOffline(!isOnline);
      };
      // The payment's own answer arrives, and nothing after it.
      net.answer = ({ headers }) => {
        if ("payment-signature" in headers) net.answer = () => false;
        return true;
      };
      await pay(page);
      await page
        .getByText("You have signed. You will not be charged twice.")
        .and(page.locator(".cut-off strong"))
        .waitFor();
      await setOnline(false);
      await page.getByRole("link", { name: "My work" }).first().click();
      await page.getByText("Not loaded yet.").waitFor();
      await setOnline(true);
      await page.getByText("Nothing needs you now.").waitFor();
      expect(await page.getByText("You are offline").count()).toBe(0);
      await page.goBack();
      await page.locator(".turn .prose").waitFor();
      expect(wallet.signed).toHaveLength(1);
    },
    4 * STEP_MS,
  );

  it(
    "UI72: a question is not sold before the service says how it understands it",
    async () => {
      const { page, wallet, reader } = await person(GOALS);
      await connect(page);
      let unsaid = 1;
      await page.route(`${ORIGIN}/ai-early-adopters-goals`, async (route) => {
        const response = await route.fetch({ url: market.service.baseUrl + "/ai-early-adopters-goals" });
        const { understood, answerable, ...quote } = (await response.json()) as Record<string, unknown>;
        const known = { understood, answerable };
        await route.fulfill({ response, json: unsaid-- > 0 ? quote : { ...quote, ...known } });
      });
      const buy = page.getByRole("button", { name: /^Pay / });
      await ask(page, "How many want to swim?");
      await buy.waitFor();

      unsaid = Infinity;
      await page.getByRole("button", { name: "Ask it differently" }).click();
      await ask(page, "How many want to travel?");
      await page.getByText("The service is busy and has not read your question yet. Nothing was paid.").waitFor();
      expect(await buy.count()).toBe(0);
      await look(reader, "ask-not-understood");
      unsaid = 0;
      await page.getByRole("button", { name: "Try again" }).click();
      await buy.waitFor();
      expect(wallet.signed).toEqual([]);
    },
    4 * STEP_MS,
  );

  it(
    "UI72: a question that the data cannot answer is not sold: no payment, which words were not used, and three that have answers",
    async () => {
      const { page, wallet, reader } = await person(GOALS);
      await connect(page);
      await page.locator("#question").fill("Print all records");
      await page.getByRole("button", { name: "See the price" }).click();
      await page.getByText("Nothing was paid.").waitFor();
      expect(await page.getByRole("button", { name: /^Pay / }).count()).toBe(0);
      await page.locator(".suggestions button").nth(2).waitFor();
      expect(await page.locator(".suggestions button").count()).toBe(3);
      await look(reader, "ask-not-sold");
      await page.locator(".suggestions button").first().click();
      await page.getByRole("button", { name: /^Pay 0\.49 USDC/ }).waitFor();
      expect(wallet.signed).toEqual([]);
    },
    3 * STEP_MS,
  );

  it(
    "UI73: says which words of a question were not used, and leads with asking differently",
    async () => {
      const { page, wallet, reader } = await person(GOALS);
      await connect(page);
      // Whatever the reader makes of it: here it leaves a word out.
      let notUsed = ["friend"];
      await page.route(`${ORIGIN}/ai-early-adopters-goals`, async (route) => {
        const response = await route.fetch({ url: market.service.baseUrl + "/ai-early-adopters-goals" });
        await route.fulfill({ response, json: { ...((await response.json()) as object), answerable: "yes", notUsed } });
      });
      await ask(page, "How many want to travel with a friend?");
      expect(await page.locator(".offer .facts").first().textContent()).toMatch(/Not used “friend”\..*ask differently/);
      expect(await page.locator(".offer .pay button").allTextContents()).toEqual([
        "Ask it differently",
        "Pay 0.49 USDC and read the answer",
      ]);
      await look(reader, "ask-not-used");
      await page.getByRole("button", { name: "Ask it differently" }).click();
      await page.locator("#question:focus").waitFor();
      expect(await page.locator("#question").inputValue()).toBe("How many want to travel with a friend?");
      notUsed = [];
      await ask(page, "How many want to travel?");
      expect(await page.locator(".offer .facts").first().textContent()).not.toContain("Not used");
      expect(wallet.signed).toEqual([]);
    },
    3 * STEP_MS,
  );

  it(
    "UI5: a refused signature changes nothing: the question, its price and the wallet's money stay",
    async () => {
      const { reader, page, wallet } = await person(GOALS);
      await connect(page);
      await ask(page, "How many want to travel?");
      wallet.mood = "refuse";
      await page.evaluate(`new MutationObserver(() => {
        if (document.body.textContent.includes("You have signed")) document.body.dataset.saidSigned = "yes";
      }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
      expect(
        await paidDuring(async () => {
          await pay(page);
          await page.getByText("You cancelled. Nothing was paid.").waitFor();
        }),
      ).toBe(0n);
      // Not even for a moment.
      expect(await page.evaluate("document.body.dataset.saidSigned ?? null")).toBeNull();
      await look(reader, "ask-refused");
      await page.reload();
      await page.getByText("How many want to travel?").first().waitFor();
      wallet.mood = "stall";
      await pay(page);
      await page.locator(".signing").waitFor();
      expect(await page.textContent(".signing")).toMatch(
        /Pay 0\.49 USDC for “How many want to travel\?”\. No network fee\./,
      );
      await page.reload();
      await page.getByText("You have bought no answers").waitFor();
      wallet.mood = "sign";
      await pay(page);
      await page.locator(".turn .prose").waitFor();
    },
    4 * STEP_MS,
  );

  it(
    "UI5: pays by a transaction where the service takes no signatures",
    async () => {
      const { page, wallet } = await person(GOALS, { role: "payer2", url: withoutSettlementUrl });
      await connect(page);
      await ask(page, "How many want to save money?");
      await page.getByText("adds the network fee, in ETH").waitFor();
      expect(
        await paidDuring(async () => {
          await pay(page);
          await page.locator(".turn .prose").waitFor();
        }, "payer2"),
      ).toBe(PRICE);
      expect(wallet.signed).toEqual(["eth_sendTransaction"]);
    },
    3 * STEP_MS,
  );

  it("asks again where the price is higher than the one that was shown", async () => {
    const { page, wallet, reader } = await person(GOALS);
    await connect(page);
    const isQuote = (url: URL) => url.pathname === "/ai-early-adopters-goals";
    await page.route(isQuote, async (route) => {
      const response = await route.fetch({ url: market.service.baseUrl + "/ai-early-adopters-goals" });
      const body = (await response.text()).replace('"amountUsdc":"0.49"', '"amountUsdc":"0.40"');
      await route.fulfill({ response, body });
      await page.unroute(isQuote);
    });
    await page.locator("#question").fill("How many want to write?");
    await page.getByRole("button", { name: "See the price" }).click();
    await page.getByRole("button", { name: /^Pay 0\.40 USDC/ }).click();
    await page.getByText("The price has changed").waitFor();
    await page.getByRole("button", { name: /^Pay 0\.49 USDC/ }).waitFor();
    expect([wallet.signed, await reader.barriers()]).toEqual([[], []]);
  });

  it(
    "begins with a sample's question, and does without the datasets where the service has none",
    async () => {
      const { reader, page, net } = await person("/app/ask");
      const sample = page.locator(".sample").nth(1);
      await sample.locator("summary").click();
      const question = await sample.locator("summary").textContent();
      await sample.getByRole("button", { name: "Ask something like this" }).click();
      expect(await page.locator("#question:focus").inputValue()).toBe(question);
      await page.getByRole("button", { name: "See the price" }).click();
      // Under the button that asked for it, also where the samples are far below.
      const answer = page.locator(".free-answer", { hasText: "This one is free" });
      const below = (await answer.boundingBox())?.y ?? Infinity;
      expect(below).toBeLessThan((await page.locator(".samples").boundingBox())?.y ?? 0);
      await look(reader, "ask-sample");
      net.answer = ({ path: at }) => at !== "/datasets";
      await page.reload();
      await page.locator(".about-data .failure").waitFor();
      expect(await page.locator("#question").inputValue()).toBe(question);
      await ask(page, "What do people ask about most?");
      expect(await reader.barriers()).toEqual([]);
    },
    3 * STEP_MS,
  );

  it(
    "sells the report with its filters, and draws its funnel beside a table",
    async () => {
      const { reader, page } = await person("/app/ask?about=conversions");
      await connect(page);
      await page.getByLabel("A row for each").selectOption("category");
      await look(reader, "ask-filters");
      await page.getByRole("button", { name: "See the price" }).click();
      await page.getByRole("button", { name: /^Pay / }).click();
      await page.locator("svg.funnel").waitFor();
      const drawn = await page.locator("svg.funnel text").allTextContents();
      const told = await page
        .locator(".funnel-beside tbody tr")
        .evaluateAll((rows: { cells: { textContent: string }[] }[]) =>
          rows.map(({ cells }) => `${cells[0]?.textContent}: ${cells[1]?.textContent}`),
        );
      expect(drawn).toEqual(told);
      await look(reader, "ask-report");
    },
    3 * STEP_MS,
  );
});
