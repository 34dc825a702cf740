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
import { until } from "../../setup/until";
import { beginSummary, CHROMIUM, opened, People, STEP_MS, type Person } from "./people";

/** What a person does at one place, from a page that is ready to what shows that it is done. */
interface Errand {
  role: Role;
  /** Makes what it is about, and gives its address. */
  at: () => Promise<string>;
  /** All that needs the network before it. */
  ready?: (person: Person) => Promise<unknown>;
  /** The buttons that are pressed, in turn; the last is signed. */
  buttons: (page: Page) => readonly Locator[];
  shows: (page: Page) => Locator;
  /** What it takes out of the wallet, or brings, in base units of USDC. */
  pays: bigint;
}

/** The request at which the network is lost, on its way there or back. */
interface Cut {
  index: number;
  lost: "request" | "answer";
}

const STAKE = 500_001n;
const PRICE = 490_000n;

(CHROMIUM ? describe : describe.skip)("the network is lost at each request of an errand", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    const snapshots = firestoreSnapshots(db);
    const file = path.join(__dirname, "../../../dev/local/sample/goals.csv");
    await importDataset({ kind: "goals", file, snapshots, now: () => NOW, progress: () => undefined });
    const answers = unhurried(snapshots);
    await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
    people = await People.open(db, { answers });
  }, 10 * STEP_MS);
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  const taskAfter =
    (...steps: EdgeId[]) =>
    async () =>
      `/app/task/human/${(await people.market.task("human", {}, { steps })).taskId}`;
  const button = (name: string | RegExp) => (page: Page) => [page.getByRole("button", { name })];
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

  const ERRANDS: Record<string, Errand> = {
    "buys an answer": {
      role: "payer",
      at: () => Promise.resolve("/app/ask?about=goals"),
      // A question that a wallet has bought is not sold to it again.
      ready: ({ page }) => page.locator("#question").fill(`How many of those over ${20 + asked++} want to read more?`),
      buttons: (page) => [
        page.getByRole("button", { name: "See the price" }),
        page.getByRole("button", { name: /^Pay 0\.49 USDC/ }),
      ],
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
      buttons: button("Sign and post"),
      shows: done("Posted. 7.00 USDC are in escrow."),
      pays: 7_000_000n,
    },
    "takes a task": {
      role: "worker",
      at: taskAfter(),
      buttons: button("Stake and start"),
      shows: done("You have started."),
      pays: STAKE,
    },
    "delivers work": {
      role: "worker",
      at: taskAfter("start"),
      ready: async (person) => {
        await signIn(person);
        await person.page.getByText("Nothing was written yet.").waitFor();
        await person.page.getByLabel("Text (you may use Markdown)").fill("A summary.");
      },
      buttons: button("Deliver the work"),
      shows: done("Your work is delivered."),
      pays: 0n,
    },
    "approves work": {
      role: "buyer",
      at: delivered,
      ready: read,
      buttons: button(/^Approve and pay/),
      shows: done("paid to"),
      pays: 0n,
    },
    "asks for changes": {
      role: "buyer",
      at: delivered,
      ready: async (person) => {
        await read(person);
        const form = await opened(person, "Ask for changes");
        await form.getByLabel("Text (you may use Markdown)").fill("Shorter, please.");
      },
      buttons: button("Ask for changes"),
      shows: done("You asked for changes."),
      pays: 0n,
    },
    "takes the stake back": {
      role: "worker",
      at: taskAfter("start", "submit", "approve"),
      buttons: button(/^Rate and take/),
      shows: done("is back in your wallet"),
      pays: -STAKE,
    },
  };

  /** Does an errand as a person does who goes on where the page says so; gives the requests that it took. */
  async function run({ role, at, ready, buttons, shows, pays }: Errand, cut: Cut | null): Promise<string[]> {
    const person = await people.person(role, await at());
    const { page, wallet } = person;
    await ready?.(person);
    const address = people.market.address(role);
    const before = await people.market.chain.usdcUnitsOf(address);
    const signedBefore = wallet.signed.length;
    const requests: string[] = [];
    const isOffline = (value: boolean) => {
      wallet.isOffline = value;
      return page.context().setOffline(value);
    };
    await page.route(`${ORIGIN}/**`, async (route) => {
      const request = route.request();
      const to = request.url().slice(ORIGIN.length);
      const isCut = cut !== null && requests.length === cut.index;
      requests.push(`${request.method()} ${to.replace(/[?].*|-[\w-]{8}(?=\.js)/, "")}`);
      if (isCut) {
        await isOffline(true);
        // The service has it, and nobody hears of it.
        if (cut.lost === "answer") await route.fetch({ url: people.market.service.baseUrl + to });
      }
      return wallet.isOffline ? route.abort("internetdisconnected").catch(() => {}) : route.fallback();
    });
    const result = shows(page);
    const steps = buttons(page);
    const money = steps.at(-1) as Locator;
    const isSigned = () => wallet.signed.length > signedBefore;
    const has = async (one: Locator) => (await one.count()) > 0 && (await one.first().isVisible());
    const can = async (one: Locator) => (await has(one)) && (await one.last().isEnabled());
    const again = page.locator("main").getByRole("button", { name: "Try again" });
    const cutOff = page.locator(".cut-off");
    let hasSaid = false;
    /** Presses what the page offers, as often as it offers it. */
    const goOn = async () => {
      for (const one of [again, ...[...steps].reverse()]) {
        if (!(await can(one))) continue;
        if (one === money && isSigned() && pays > 0n) throw new Error("It is offered to be paid again.");
        // What it belongs to may go away at this moment.
        return one
          .last()
          .click({ timeout: 2_000 })
          .catch(() => {});
      }
    };
    await goOn();
    const latest = Date.now() + 3 * STEP_MS;
    await until(async () => {
      if (await has(result)) return true;
      if (Date.now() > latest)
        throw new Error(`${cut?.lost} ${requests[cut?.index ?? -1]}: ${await page.locator("main").innerText()}`);
      const isCut = await has(cutOff);
      if (isCut && !hasSaid) {
        hasSaid = true;
        expect(await cutOff.textContent()).toMatch(
          /^You have signed; you will not be charged twice\. Trying to reach the service…/,
        );
        expect([isSigned(), await can(money)]).toEqual([true, false]);
      }
      const isFailed = !isSigned() && (await has(page.locator("main .failure")));
      if (wallet.isOffline && (isCut || isFailed)) await isOffline(false);
      // Who has signed nothing may press in vain; who has signed waits for the network.
      if (!isCut && !(wallet.isOffline && isSigned())) await goOn();
      return false;
    });
    await isOffline(false);
    const took = before - (await people.market.chain.usdcUnitsOf(address));
    expect([requests[cut?.index ?? -1], took]).toEqual([requests[cut?.index ?? -1], pays]);
    return requests;
  }

  it.each(Object.keys(ERRANDS))(
    "UI71: who %s does so once, wherever the network is lost",
    async (name) => {
      const errand = ERRANDS[name] as Errand;
      const requests = await run(errand, null);
      for (const [index, request] of requests.entries())
        for (const lost of ["request", "answer"] as const) {
          if (lost === "answer" && !request.startsWith("POST")) continue;
          // Files of the app that are loaded together are one.
          if (request.endsWith(".js") && requests[index - 1]?.endsWith(".js")) continue;
          await people.leave();
          await run(errand, { index, lost });
        }
    },
    60 * STEP_MS,
  );
});
