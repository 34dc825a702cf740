import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { importDataset } from "../../../dev/tools/importDataset";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import type { EdgeId } from "../../../functions/src/domain/workflow/edges";
import type { Role } from "../../../dev/local/wallets";
import { agent, ORIGIN } from "../../client/agents";
import { NOW, unhurried } from "../answers/fixture";
import { testFirestore } from "../../setup/firestore";
import { named } from "../../setup/market";
import { beginSummary, CHROMIUM, opened, People, rate, STEP_MS, type Person } from "./people";

/** What a person does at one place, from a page that is ready to what shows that it is done. */
interface Errand {
  role: Role;
  /** Makes what it is about, and gives its address. */
  at: () => Promise<string>;
  /** All that comes before the button. */
  ready?: (person: Person) => Promise<unknown>;
  /** What is pressed, and then signed. */
  button: string | RegExp;
  shows: (page: Page) => Locator;
  /** What it takes out of the wallet, or brings, in base units of USDC. */
  pays: bigint;
}

/** The call of the API at which the network is lost, on its way there or back. */
interface Cut {
  call: string;
  lost: "request" | "answer";
}

const STAKE = 500_001n;
const PRICE = 490_000n;

(CHROMIUM ? describe : describe.skip)("the network is lost at each call of an errand", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    const snapshots = firestoreSnapshots(db);
    const file = path.join(__dirname, "../../../dev/local/sample/goals.csv");
    await importDataset({ kind: "goals", file, snapshots, now: () => NOW, progress: () => undefined });
    const answers = unhurried(snapshots);
    await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
    // One worker takes more steps here than a person in a day.
    people = await People.open(db, { answers }, { RELAY_WALLET_STEPS: "1000" });
  }, 10 * STEP_MS);
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  const taskAfter =
    (...steps: EdgeId[]) =>
    async () =>
      `/app/task/human/${(await people.market.task("human", {}, { steps })).taskId}`;
  const done = (text: string) => (page: Page) => page.locator(".done", { hasText: text });
  const signIn = ({ page }: Person) => page.getByRole("button", { name: "Sign in and read" }).click();
  const delivered = async () => {
    const key = await people.market.task("human", {}, { steps: ["start"] });
    await agent(people.market, "worker").worker.submit(named(key), { text: "A **short** summary." });
    return `/app/task/human/${key.taskId}`;
  };
  const read = async (person: Person) => {
    await signIn(person);
    await person.page.locator(".prose strong", { hasText: "short" }).waitFor();
  };
  let asked = 0;
  /** How often a page has said that it was cut off. */
  let cutOffs = 0;

  const ERRANDS: Record<string, Errand> = {
    "buys an answer": {
      role: "payer",
      at: () => Promise.resolve("/app/ask?about=goals"),
      // A question that a wallet has bought is not sold to it again.
      ready: async ({ page }) => {
        await page.locator("#question").fill(`How many of those over ${20 + asked++} want to read more?`);
        await page.getByRole("button", { name: "See the price" }).click();
      },
      button: /^Pay 0\.49 USDC/,
      shows: (page) => page.locator(".turn .prose"),
      pays: PRICE,
    },
    "posts a task": {
      role: "payer2",
      at: () => Promise.resolve("/app/post"),
      ready: async ({ page }) => {
        await beginSummary(page);
        await page.getByLabel("Reward, USDC").fill("7");
      },
      button: "Sign and post",
      shows: done("Posted. 7.00 USDC are in escrow."),
      pays: 7_000_000n,
    },
    "takes a task": {
      role: "worker",
      at: taskAfter(),
      button: "Stake and start",
      shows: done("You have started."),
      pays: STAKE,
    },
    "delivers work": {
      role: "worker",
      at: taskAfter("start"),
      ready: async (person) => {
        await signIn(person);
        await person.page.getByText("No messages yet.").waitFor();
        await person.page.getByLabel("Your work").fill("A summary.");
      },
      button: "Deliver the work",
      shows: done("Your work is delivered."),
      pays: 0n,
    },
    "approves work": {
      role: "buyer",
      at: delivered,
      ready: async (person) => {
        await read(person);
        await rate(person, 4);
      },
      button: /^Approve and pay/,
      shows: done("paid to"),
      pays: 0n,
    },
    "asks for changes": {
      role: "buyer",
      at: delivered,
      ready: async (person) => {
        await read(person);
        const form = await opened(person, "Ask for changes");
        await form.getByLabel("What should change").fill("Shorter, please.");
      },
      button: "Ask for changes",
      shows: done("You asked for changes."),
      pays: 0n,
    },
    "takes the stake back": {
      role: "worker",
      at: taskAfter("start", "submit", "approve"),
      ready: (person) => rate(person, 5),
      button: /^Rate and take/,
      shows: done("is back in your wallet"),
      pays: -STAKE,
    },
  };

  /** Does an errand, and goes on where the page says so; gives the calls of the API that it took. */
  async function run({ role, at, ready, button, shows, pays }: Errand, cut: Cut | null): Promise<string[]> {
    const person = await people.person(role, await at());
    const { page, wallet } = person;
    await ready?.(person);
    const address = people.market.address(role);
    const before = await people.market.chain.usdcUnitsOf(address);
    const signedBefore = wallet.signed.length;
    const calls: string[] = [];
    const setOffline = (isOffline: boolean) => {
      wallet.isOffline = isOffline;
      return page.context().setOffline(isOffline);
    };
    const [result, press] = [shows(page), page.getByRole("button", { name: button })];
    const [cutOff, failure] = [
      page.locator(".cut-off"),
      page.locator("main .failure").or(page.getByText("Not loaded yet.")),
    ];
    await press.and(page.locator(":enabled")).waitFor();
    await page.route(`${ORIGIN}/**`, async (route) => {
      const request = route.request();
      if (request.resourceType() !== "fetch") return route.fallback();
      const to = request.url().slice(ORIGIN.length);
      const name = `${request.method()} ${to.replace(/[?].*/, "")}`;
      const call = `${name} ${calls.filter((one) => one.startsWith(`${name} `)).length + 1}`;
      calls.push(call);
      if (call === cut?.call) {
        await setOffline(true);
        // The service has it, and nobody hears of it: the window may be closed before it answers.
        if (cut.lost === "answer") await route.fetch({ url: people.market.service.baseUrl + to }).catch(() => {});
      }
      return wallet.isOffline ? route.abort("internetdisconnected").catch(() => {}) : route.fallback();
    });
    await press.click();
    await result
      .or(cutOff)
      .or(failure)
      .first()
      .waitFor({ timeout: 3 * STEP_MS });
    if (await cutOff.isVisible()) {
      cutOffs++;
      expect(await cutOff.textContent()).toMatch(
        /^You have signed\. (You will not be charged|Your work is not sent|The step is not done) twice\. Trying to reach the service…/,
      );
      expect(await press.count()).toBe(0);
    }
    const isLost = (await failure.first().isVisible()) && !(await result.isVisible());
    // What is signed for is never offered again.
    if (isLost && pays > 0n && wallet.signed.length > signedBefore) expect(await press.count()).toBe(0);
    await setOffline(false);
    // What was not loaded comes by itself; a step that was not signed is taken again.
    if (isLost) await result.or(press).first().waitFor();
    if (isLost && (await press.isVisible())) await press.click();
    await result.waitFor({ timeout: 3 * STEP_MS });
    const took = before - (await people.market.chain.usdcUnitsOf(address));
    expect(took).toBe(pays);
    return calls;
  }

  it.each(Object.keys(ERRANDS))(
    "UI71: who %s does so once, wherever the network is lost",
    async (name) => {
      const errand = ERRANDS[name] as Errand;
      cutOffs = 0;
      for (const call of await run(errand, null))
        for (const lost of ["request", "answer"] as const) {
          if (lost === "answer" && !call.startsWith("POST")) continue;
          await people.leave();
          await run(errand, { call, lost }).catch((problem: unknown) => {
            throw new Error(`The ${lost} of ${call} is lost: ${String(problem)}`, { cause: problem });
          });
        }
      expect(cutOffs).toBeGreaterThan(0);
    },
    60 * STEP_MS,
  );
});
