import { PATHS } from "../../../packages/app/src/paths";
import { agent, ORIGIN } from "../../client/agents";
import type { Reader } from "../../pages/browser";
import { publishReports } from "../../setup/reports";
import { testFirestore } from "../../setup/firestore";
import { until } from "../../setup/until";
import { CHROMIUM, People, shot, STEP_MS, type Person } from "./people";

type Name = keyof typeof PATHS;

interface User {
  role: "buyer" | "worker" | "arbiter";
  /** Buttons that open more than what is folded, and what is there then. */
  open?: readonly string[];
  shows?: string;
}

/** Who meets most on a page. */
const BY: Record<Name, User> = {
  board: { role: "worker" },
  post: { role: "buyer", open: ["Summary", "Sign and post"] },
  desk: { role: "buyer", open: ["Posted"] },
  task: { role: "buyer", open: ["Sign in and read"], shows: ".thread form" },
  wallet: { role: "buyer" },
  arbiter: { role: "arbiter" },
  services: { role: "worker" },
  service: { role: "buyer" },
  market: { role: "buyer" },
  ask: { role: "buyer" },
  statements: { role: "buyer", open: ["Sign in"], shows: ".statement .empty" },
  settings: { role: "buyer", open: ["Sign in"], shows: "#developers" },
};

/** Every page that the router knows, in the states that come over all of them. */
(CHROMIUM ? describe : describe.skip)("every page of the app in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  let params: Record<string, string>;

  beforeAll(async () => {
    people = await People.open(db);
    const { market } = people;
    const { taskId } = await market.task("human", {}, { steps: ["start", "submit"] });
    await market.task("human", {}, { steps: ["start", "submit", "reject", "contest", "rule"] });
    await publishReports(db);
    const offer = { title: "Proofreading", description: "A page.", category: "writing", priceUsdc: "20" };
    const { json } = await market.call("/mkt/service", "worker", { action: "publish", ...offer });
    params = { contract: "human", id: String(taskId), service: (json["service"] as { id: string }).id };
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  /** A page's address, its parameters filled in. */
  function at(name: Name): string {
    const { role } = BY[name];
    const own = {
      ...params,
      address: people.market.address(role),
      ...(name === "service" && { id: params["service"] }),
    };
    return PATHS[name].replace(/:(\w+)/g, (_, part: string) => String(own[part as keyof typeof own]));
  }

  /** No barrier, and nothing wider than its window; wide and light, narrow and dark. */
  async function look(reader: Reader, name = ""): Promise<void> {
    for (const [width, colorScheme] of [
      [1280, "light"],
      [360, "dark"],
    ] as const) {
      await reader.page.setViewportSize({ width, height: 900 });
      await reader.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([name, width, await reader.overflow(), await reader.barriers()]).toEqual([name, width, 0, []]);
    }
    expect(await reader.page.locator("h1").count()).toBe(1);
  }

  const settled = async ({ page }: Pick<Person, "page">) => {
    await page.waitForLoadState("networkidle");
    await page.locator("main h1").waitFor();
    await until(async () => (await page.locator("main .waiting").count()) === 0);
  };

  it.each(Object.keys(PATHS) as Name[])(
    "the page %s has no barrier for its user, with everything opened that is folded",
    async (name) => {
      const one = await people.person(BY[name].role, at(name));
      await settled(one);
      for (const label of BY[name].open ?? []) {
        await one.page.locator("main").getByRole("button", { name: label, exact: true }).first().click();
        await settled(one);
      }
      await one.page.locator(BY[name].shows ?? "main h1").waitFor();
      await one.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
      await settled(one);
      await shot(one, `sweep-${name}`);
      await look(one.reader);
    },
    3 * STEP_MS,
  );

  it.each(Object.keys(PATHS) as Name[])(
    "the page %s says without a barrier that the service is not reached",
    async (name) => {
      const one = await people.person(BY[name].role, at(name));
      await settled(one);
      await one.page.route(`${ORIGIN}/**`, (route) =>
        route.request().resourceType() === "fetch" ? route.abort("internetdisconnected") : route.fallback(),
      );
      await one.page.reload();
      await one.page.locator("main .failure").first().waitFor();
      await shot(one, `sweep-${name}-offline`);
      await look(one.reader);
    },
    3 * STEP_MS,
  );

  it(
    "a task has no barrier in any of its states, with messages, private details, work, dispute and history on the page",
    async () => {
      const { market } = people;
      const [buyer, worker, arbiter] = [agent(market, "buyer"), agent(market, "worker"), agent(market, "arbiter")];
      const links = [{ url: "https://files.example/report.pdf", sha256: "ab".repeat(32), bytes: 12_345 }];
      const text = "## Findings\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n- `one`\n- [two](https://example.com/two)";
      const words = { text, links };
      const posted = async (mode: "instant" | "selection") => {
        const task = { title: "Compare two reports", description: text, category: "research", mode } as const;
        const more = { acceptance: { criteria: ["Each figure has its source"] }, privateDetails: words };
        const money = { contract: "human", rewardUsdc: "6", stakeUsdc: "1" } as const;
        return (await buyer.poster.create({ ...task, ...more, ...money })).task;
      };
      const newest = async (task: Awaited<ReturnType<typeof posted>>) => {
        const { submissions } = await buyer.submissions(task);
        return { submissionHash: submissions.at(-1)?.submissionHash ?? "" };
      };
      const windows = {
        buyer: await people.person("buyer", "/app"),
        worker: await people.person("worker", "/app"),
        arbiter: await people.person("arbiter", "/app"),
      };
      /** Each of these meets the page as it is now, with all of it loaded and unfolded. */
      const meet = async (task: Awaited<ReturnType<typeof posted>>, ...roles: (keyof typeof windows)[]) => {
        for (const role of roles) {
          const one = windows[role];
          const { page, reader } = one;
          await page.goto(`${ORIGIN}/app/task/human/${task.taskId}`);
          await page.locator(".account").waitFor();
          await page.locator("#private").waitFor();
          const signIn = page.getByRole("button", { name: "Sign in and read" });
          if (await signIn.isVisible()) await signIn.click();
          await settled(one);
          const choose = page.locator(".thread .tabs button");
          if (await choose.isVisible()) await choose.click();
          const state = await page.locator(".task-head .pill").innerText();
          // An arbiter reads the messages while there is something to rule on.
          if (role !== "arbiter" || state === "Disputed") await page.locator(".messages li").first().waitFor();
          await page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))");
          await settled(one);
          await shot(one, `sweep-task-${state.replace(/\W+/g, "-").toLowerCase()}-${role}`);
          await look(reader, `${state}, ${role}`);
        }
      };

      const chosen = await posted("selection");
      await worker.worker.interest(chosen, { message: "I can.", samples: ["https://example.com/sample"] });
      await worker.messages.send(chosen, words);
      await meet(chosen, "buyer", "worker");

      const task = await posted("instant");
      await worker.worker.stake(task);
      await worker.messages.send(task, words);
      await buyer.messages.send(task, words);
      await meet(task, "buyer", "worker");
      await worker.worker.submit(task, words);
      await meet(task, "buyer", "worker");
      // What was asked for stands where it is decided.
      expect(await windows.buyer.page.locator(".moves > ul li").allTextContents()).toEqual([
        "Each figure has its source",
      ]);
      await buyer.poster.requestChanges(task, { ...words, ...(await newest(task)) });
      await meet(task, "buyer", "worker");
      await worker.worker.resubmit(task, words);
      await worker.worker.anchor(task);
      await buyer.poster.reject(task, { rating: 2, comment: "Not yet.", ...(await newest(task)) });
      await meet(task, "buyer", "worker");
      await worker.worker.contest(task, words);
      await meet(task, "buyer", "worker", "arbiter");
      await buyer.disputes.answer(task, words);
      await meet(task, "buyer", "worker", "arbiter");
      await arbiter.disputes.rule(task, { workerShareBps: 5_000, forfeitStake: false, reason: "Half of it is there." });
      await meet(task, "buyer", "worker", "arbiter");

      const good = await posted("instant");
      await worker.worker.stake(good);
      await worker.messages.send(good, words);
      await worker.worker.submit(good, words);
      await buyer.poster.approve(good, { rating: 5, comment: "Good.", ...(await newest(good)) });
      await meet(good, "buyer", "worker");
      await worker.worker.rateAndClaim(good, { rating: 4, comment: "Clear." });
      await meet(good, "buyer", "worker");
    },
    20 * STEP_MS,
  );

  it("leads on from an address that is none", async () => {
    const one = await people.person("buyer", "/app");
    await one.page.evaluate(
      "history.pushState(null, '', '/app/nothing'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await one.page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await look(one.reader);
    for (const [path, heading] of [
      ["task/human/999999999", "There is no such task"],
      ["wallet/nobody", "There is no such wallet"],
    ]) {
      await one.page.goto(`${ORIGIN}/app/${path}`);
      await one.page.getByRole("heading", { name: heading ?? "" }).waitFor();
      await one.page.getByRole("link", { name: "See the open tasks" }).waitFor();
    }
  });
});
