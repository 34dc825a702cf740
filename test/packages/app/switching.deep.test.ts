import { ORIGIN } from "../../client/agents";
import { testFirestore } from "../../setup/firestore";
import { beginSummary, CHROMIUM, People, press, reaches, shot, STEP_MS, type Person } from "./people";

(CHROMIUM ? describe : describe.skip)("a wallet that changes its mind, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  /** The account in the bar. */
  const shows = ({ page }: Person, role: Parameters<People["person"]>[0]) =>
    page.locator(".bar .address", { hasText: people.market.address(role) }).waitFor({ state: "attached" });
  /** From now on, the tokens of sessions that pages send. */
  const tokensOf = ({ page }: Person): Set<string> => {
    const seen = new Set<string>();
    page.on("request", (request) => {
      const token = request.headers()["authorization"];
      if (token) seen.add(token);
    });
    return seen;
  };
  const main = ({ page }: Person) => page.locator("main").innerText();

  it(
    "UI60: another account on a task page sees nothing of the former, reads with no session of it, and starts with empty forms",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start", "submit"] });
      const one = await people.person("buyer", `/app/task/human/${taskId}`);
      const { page, wallet } = one;
      const former = tokensOf(one);
      await press(one, "Sign in and read");
      await page.locator(".text").first().waitFor();
      await page.locator("summary", { hasText: "Add a comment" }).first().click();
      await page.getByLabel("Comment (optional").fill("Half of a comment");
      expect(former.size).toBe(1);

      const before = [...former];
      const later = tokensOf(one);
      await wallet.switchTo("payer");
      await shows(one, "payer");
      await page.getByText("The work is in; the poster decides on it.").waitFor();
      expect(await page.locator(".text").count()).toBe(0);
      expect(await main(one)).not.toMatch(/Half of a comment|Delivered work|Messages/);

      await wallet.switchTo("worker");
      await shows(one, "worker");
      await page.getByRole("button", { name: "Sign in and read" }).waitFor();
      expect(await page.locator(".text").count()).toBe(0);
      expect([...later]).toEqual([]);
      await press(one, "Sign in and read");
      await page.locator(".text").first().waitFor();
      expect(before.some((token) => later.has(token))).toBe(false);
      expect(wallet.signed).toEqual(["personal_sign", "personal_sign"]);
      await shot(one, "switched-task");

      await wallet.setOpen(false);
      await page.getByText("If you take part in it, connect your wallet.").waitFor();
      expect(await page.locator(".text").count()).toBe(0);
      expect(one.reader.complaints.filter((line) => !/status of (40[049]|503)/.test(line))).toEqual([]);
    },
    3 * STEP_MS,
  );

  it(
    "UI61: another account at desk, statements and settings sees its own, and has to sign in itself",
    async () => {
      await people.market.task("human", {}, { steps: ["start"] });
      const one = await people.person("buyer", "/app/desk");
      const { page, wallet } = one;
      await press(one, "Posted");
      await page.locator(".card").first().waitFor();
      await press(one, "Sign in to see new messages");
      await page.getByText("No new messages.").waitFor();
      const later = tokensOf(one);
      await wallet.switchTo("payer3");
      await shows(one, "payer3");
      await page.getByRole("button", { name: "Sign in to see new messages" }).waitFor();
      await page.getByText("You have not posted a task yet.").or(page.getByText("Nothing needs you now.")).waitFor();
      expect(await page.locator(".card").count()).toBe(0);

      for (const name of ["Statements", "Settings"]) {
        await page.locator(".account > summary").click();
        await page.locator(".account-menu").getByRole("link", { name }).click();
        await page.getByRole("heading", { name: "Sign in with your wallet" }).waitFor();
      }
      expect([...later]).toEqual([]);
      await press(one, "Sign in");
      await page.locator("#sessions").waitFor();
      await wallet.switchTo("buyer");
      await shows(one, "buyer");
      expect(await main(one)).not.toContain(people.market.address("payer3"));
    },
    3 * STEP_MS,
  );

  it(
    "UI62: another account at the question neither sees what the former typed nor what it bought",
    async () => {
      const one = await people.person("payer", "/app/ask");
      const { page, wallet } = one;
      await page.locator("#question").fill("A question of the payer's own");
      await wallet.switchTo("payer2");
      await shows(one, "payer2");
      await page.getByText("You have bought no answers").waitFor();
      expect(await page.inputValue("#question")).toBe("");
    },
    2 * STEP_MS,
  );

  it(
    "UI63: a prompt that is left open by an account that goes binds no one else: the next may act at once, and is not led away",
    async () => {
      const one = await people.person("buyer", "/app/post");
      const { page, wallet } = one;
      wallet.mood = "stall";
      await beginSummary(page);
      await page.getByLabel("Reward, USDC").fill("20");
      await press(one, "Sign and post");
      await page.locator(".signing").waitFor();

      await wallet.switchTo("payer2");
      await shows(one, "payer2");
      await page.locator(".signing").waitFor({ state: "detached" });
      expect(await page.inputValue("#draft-title")).toBe("");
      expect(await page.getByRole("button", { name: "Sign and post" }).isEnabled()).toBe(true);

      // The former owner confirms late: the task is posted, as was signed, and this page stays with its visitor.
      wallet.mood = "sign";
      wallet.release();
      await page.waitForTimeout(3_000);
      expect(new URL(page.url()).pathname).toBe("/app/post");
      expect(await page.locator(".signing").count()).toBe(0);
    },
    2 * STEP_MS,
  );

  it(
    "UI64: on another chain it connects only after the wallet has changed, asks for that only when the visitor connects, and says which chain",
    async () => {
      const one = await people.person("buyer", "/app/desk");
      const { page, wallet } = one;
      await wallet.switchChain(1);
      await page.getByText(/Switch your wallet to the network Base/).waitFor();
      expect(wallet.chainRequests).toBe(0);
      expect(await main(one)).not.toMatch(/In your wallet/);
      await shot(one, "other-chain");
      expect(await one.reader.barriers()).toEqual([]);

      wallet.mood = "refuse";
      await page
        .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
        .first()
        .click();
      await page.getByText(/Switch your wallet to the network Base/).waitFor();
      expect(wallet.chainRequests).toBe(1);
      wallet.mood = "sign";
      await page
        .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
        .first()
        .click();
      await shows(one, "buyer");
      expect(wallet.chainRequests).toBe(2);
      expect(await page.locator(".failure").count()).toBe(0);

      // Back on the service's chain, it is connected without a word.
      await wallet.switchChain(10);
      await page.getByText(/Switch your wallet to the network Base/).waitFor();
      await wallet.switchChain(null);
      await shows(one, "buyer");
      expect(wallet.chainRequests).toBe(2);
    },
    2 * STEP_MS,
  );

  it(
    "UI65: a chain that changes while the wallet is asked posts nothing, keeps the draft, and the step is taken once it is back",
    async () => {
      const one = await people.person("buyer", "/app/post");
      const { page, wallet } = one;
      wallet.mood = "stall";
      await beginSummary(page);
      await page.getByLabel("Reward, USDC").fill("20");
      await press(one, "Sign and post");
      await page.locator(".signing").waitFor();
      await wallet.switchChain(1);
      await page.getByText(/Switch your wallet to the network Base/).waitFor();
      await page.locator(".signing").waitFor({ state: "detached" });
      wallet.mood = "sign";
      wallet.release();
      await page.waitForTimeout(1_000);
      expect(wallet.signed).toEqual(["eth_signTypedData_v4"]);
      await wallet.switchChain(null);
      await shows(one, "buyer");
      expect(await page.inputValue("#draft-title")).toBe("Write a summary");
      await press(one, "Sign and post");
      await page.waitForURL(/\/app\/task\//);
      await page.locator(".task-head").waitFor();
      expect(wallet.signed).toEqual(["eth_signTypedData_v4", "eth_signTypedData_v4"]);
    },
    3 * STEP_MS,
  );

  it(
    "UI66: a visitor who disconnects while the wallet is asked leaves nothing behind, and may connect again at once",
    async () => {
      const { taskId } = await people.market.task("human", {}, {});
      const one = await people.person("worker", `/app/task/human/${taskId}`);
      const { page, wallet } = one;
      wallet.mood = "stall";
      await press(one, "Stake and start");
      await page.locator(".signing").waitFor();
      await page.locator(".account > summary").click();
      await press(one, "Disconnect");
      await page.getByText("To take part in this task, connect your wallet.").waitFor();
      expect(await page.locator(".signing").count()).toBe(0);
      wallet.mood = "refuse";
      wallet.release();
      await page
        .getByRole("button", { name: /^Connect (a|Test) wallet$/ })
        .first()
        .click();
      wallet.mood = "sign";
      await press(one, "Stake and start");
      await reaches(one, "Started");
      expect(wallet.signed).toEqual(["eth_signTypedData_v4", "eth_signTypedData_v4"]);
    },
    3 * STEP_MS,
  );

  it(
    "UI67: a worker offers a service, a stranger finds it and hires, the worker starts, and takes the offer down",
    async () => {
      const worker = await people.person("worker2", "/app/services");
      await worker.page.locator("summary", { hasText: "Offer a service" }).click();
      await worker.page.getByLabel("What you offer").fill("Haiku about harbours");
      await worker.page.getByLabel(/What a customer gets/).fill("Three **haiku** in a day. I need the harbour's name.");
      await worker.page.getByLabel("Category").selectOption("writing");
      await worker.page.getByLabel("Price, USDC").fill("7");
      await worker.page.getByLabel("Usually within").fill("24");
      await press(worker, "Sign and publish");
      await worker.page.locator(".card", { hasText: "Haiku about harbours" }).waitFor();
      expect(await worker.page.inputValue("#offer-title")).toBe("");
      expect(await worker.reader.barriers()).toEqual([]);

      const poster = await people.person("buyer", "/app/services?q=haiku");
      await poster.page.getByRole("link", { name: "Haiku about harbours" }).click();
      await poster.page.getByRole("link", { name: "Hire for 7.00 USDC" }).click();
      await poster.page.getByRole("heading", { name: "Hire a worker" }).waitFor();
      await poster.page.locator("#draft-description").fill("The harbour of Porto.");
      await press(poster, "Sign and post");
      await poster.page.waitForURL(/\/app\/task\//);
      await poster.page.locator(".task-head").waitFor();
      // The reward, and the selection of the worker.
      expect(poster.wallet.signed).toHaveLength(2);
      await shot(poster, "hired");

      const at = new URL(poster.page.url()).pathname;
      const other = await people.person("payer", at);
      expect(await other.page.getByRole("button", { name: "Stake and start" }).count()).toBe(0);
      await worker.page.goto(ORIGIN + at);
      await press(worker, "Stake and start");
      await reaches(worker, "Started");
      await reaches(poster, "Started");

      await worker.page.goto(`${ORIGIN}/app/services`);
      await worker.page.locator("summary", { hasText: "Offer a service" }).click();
      await worker.page.getByRole("button", { name: "Remove Haiku about harbours" }).click();
      await press(worker, "Sign: remove");
      await worker.page.locator(".card", { hasText: "Haiku about harbours" }).waitFor({ state: "detached" });
    },
    5 * STEP_MS,
  );

  it(
    "UI68: a list that is read again keeps the focus where it was, and its place",
    async () => {
      for (let number = 0; number < 3; number++) await people.market.task("human", {});
      const one = await people.person("payer", "/app");
      const { page } = one;
      const link = page.locator(".card h2 a").nth(1);
      await link.focus();
      const href = await link.getAttribute("href");
      const tasks = await page.locator(".card").count();
      await people.market.task("human", {});
      await page.waitForTimeout(2_100);
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await page.locator(".card").nth(tasks).waitFor();
      expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(href);
    },
    2 * STEP_MS,
  );
});
