import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { importDataset } from "../../../dev/tools/importDataset";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { agent, ORIGIN } from "../../client/agents";
import { NOW, unhurried } from "../answers/fixture";
import { postAll } from "../../setup/bookkeeping";
import { testFirestore } from "../../setup/firestore";
import { partsOver, runToEnd } from "../../setup/projected";
import { CHROMIUM, People, STEP_MS, tally, type Person } from "./people";

const SAFE_DEPTH = 2;
/** So many stops a page may have at the most. */
const MAX_STOPS = 80;

/** The five errands of a first visit, by Tab, Enter and typing alone. */
(CHROMIUM ? describe : describe.skip)("without a mouse", () => {
  const { db } = testFirestore();
  let people: People;
  const figures: string[] = [];
  /** Notes what an errand has taken since its page was opened. */
  const noted = (person: Person) => {
    const took = tally(person);
    return () => {
      const { clicks, signatures } = took();
      figures.push(`${clicks} presses, ${signatures} signatures: ${expect.getState().currentTestName}`);
    };
  };

  beforeAll(async () => {
    const snapshots = firestoreSnapshots(db);
    const file = path.join(__dirname, "../../../dev/local/sample/goals.csv");
    await importDataset({ kind: "goals", file, snapshots, now: () => NOW, progress: () => undefined });
    const answers = unhurried(snapshots);
    await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
    people = await People.open(db, { answers, safeDepth: SAFE_DEPTH });
  }, 10 * STEP_MS);
  afterAll(async () => {
    process.stdout.write(`What the errands take:\n${figures.join("\n")}\n`);
    await people?.close();
  });
  afterEach(() => people.leave());

  /** Goes on to a place; each stop on the way is seen. */
  async function tabTo(page: Page, place: Locator): Promise<void> {
    await place.first().waitFor();
    const stops: string[] = [];
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      await page.keyboard.press("Tab");
      const [at, isSeen] = await page.evaluate<[string, boolean]>(`(() => {
        const one = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one.closest(".stars label") ?? one);
        const isSeen = one === document.body || (outlineStyle !== "none" && parseFloat(outlineWidth) > 0);
        return [one.outerHTML.slice(0, 120), isSeen];
      })()`);
      expect([at, isSeen]).toEqual([at, true]);
      if ((await place.first().and(page.locator(":focus")).count()) > 0) return;
      stops.push(at);
    }
    throw new Error(`The keyboard does not reach ${String(place)}. It stops at:\n${stops.join("\n")}`);
  }
  const press = async (page: Page, place: Locator) => {
    await tabTo(page, place);
    await page.keyboard.press("Enter");
  };
  const type = async (page: Page, label: string | RegExp, text: string) => {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  };
  /** From the first star, where the keyboard enters, to the fourth. */
  const rate = async (page: Page) => {
    await tabTo(page, page.locator(".moves form .stars input"));
    for (const key of ["Space", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  };
  const button = (page: Page, name: string | RegExp) => page.locator("main").getByRole("button", { name });
  const result = ({ page }: Person, text: string) => page.locator(".done:focus", { hasText: text }).waitFor();
  const ask = async ({ page }: Person, question: string) => {
    await type(page, "Your question", question);
    await press(page, button(page, "See the price"));
    await page.locator("#offer:focus").waitFor();
    await page.getByText("Understood as").waitFor();
    await press(page, button(page, /^Pay 0\.49 USDC/));
  };

  it(
    "gets a summary written, and pays for it",
    async () => {
      const poster = await people.person("buyer", "/app/post");
      const { page } = poster;
      const done = noted(poster);
      await press(page, button(page, "Summary"));
      await tabTo(page, page.getByLabel("What the worker needs to know"));
      await page.keyboard.press("Control+A");
      await page.keyboard.type("Summarise this text.");
      await type(page, "Reward, USDC", "8");
      await press(page, button(page, "Sign and post"));
      await page.waitForURL(/\/app\/task\//);
      await result(poster, "Posted. 8.00 USDC are in escrow.");

      const [, contract, taskId] = /task\/([\w-]+)\/(\d+)/.exec(page.url()) as unknown as [string, "human", string];
      const { worker } = agent(people.market, "worker");
      await worker.stake({ contract, taskId });
      await worker.submit({ contract, taskId }, { text: "A **short** summary." });
      await press(page, button(page, "Sign in and read"));
      await page.locator(".prose strong", { hasText: "short" }).waitFor();
      await rate(page);
      await press(page, button(page, "Approve and pay 8.00 USDC"));
      await result(poster, "8.00 USDC paid to");
      done();
    },
    6 * STEP_MS,
  );

  it(
    "earns five",
    async () => {
      const { taskId } = await people.market.task("human");
      const worker = await people.person("worker", "/app");
      const { page } = worker;
      const done = noted(worker);
      await press(page, page.locator(`.card a[href$="/${taskId}"]`));
      await page.locator("#main:focus").waitFor();
      await press(page, button(page, "Stake and start"));
      await result(worker, "You have started.");
      await type(page, "Your work", "A translation.");
      await press(page, button(page, "Deliver the work"));
      await result(worker, "Your work is delivered.");
      const poster = agent(people.market, "buyer");
      const task = { contract: "human", taskId: String(taskId) } as const;
      const work = (await poster.submissions(task)).submissions.at(-1);
      await poster.poster.approve(task, { rating: 5, comment: "Good.", submissionHash: work?.submissionHash ?? "" });
      await rate(page);
      await press(page, button(page, /^Rate and take/));
      await result(worker, "is back in your wallet");
      done();
    },
    6 * STEP_MS,
  );

  it(
    "asks what people want, and reads the answer",
    async () => {
      const one = await people.person("payer", "/app/ask?about=goals");
      // The button that connected the wallet is gone, and the focus is not lost with it.
      expect(await one.page.evaluate("document.activeElement.id")).toBe("main");
      const done = noted(one);
      await ask(one, "How many want to read more?");
      await one.page.locator(".turn h2:focus").waitFor();
      await one.page.locator(".turn .prose").waitFor();
      done();
    },
    4 * STEP_MS,
  );

  it(
    "loses the connection while paying, and gets the answer",
    async () => {
      const one = await people.person("payer2", "/app/ask?about=goals");
      let isCut = true;
      await one.page.route(`${ORIGIN}/ai-early-adopters-goals`, (route) =>
        isCut && "payment-signature" in route.request().headers() ? route.abort() : route.fallback(),
      );
      const done = noted(one);
      await ask(one, "How many want to sleep better?");
      await one.page.locator(".cut-off p:focus", { hasText: "You have signed" }).waitFor();
      isCut = false;
      // It goes on by itself, too; whichever comes first.
      await press(one.page, button(one.page, "Get my answer")).catch(() => {});
      await one.page.locator(".turn h2:focus").waitFor();
      expect(one.wallet.signed).toEqual(["eth_signTypedData_v4"]);
      done();
    },
    4 * STEP_MS,
  );

  it(
    "gets the PDF for a tax advisor",
    async () => {
      const { market } = people;
      await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
      await market.followChain();
      await market.chain.mine(2 * SAFE_DEPTH);
      await runToEnd(partsOver(db, market.stage.escrow));
      await postAll(db);
      const one = await people.person("worker", "/app/statements");
      const { page } = one;
      const done = noted(one);
      await press(page, button(page, "Sign in"));
      const saved = page.waitForEvent("download");
      await press(page, button(page, "Download PDF"));
      expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
      done();
      expect(await page.evaluate("document.activeElement.matches('button')")).toBe(true);
    },
    6 * STEP_MS,
  );
});
