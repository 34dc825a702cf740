import { ORIGIN } from "../../client/agents";
import { testFirestore } from "../../setup/firestore";
import {
  beginSummary,
  CHROMIUM,
  opened,
  People,
  postTask,
  press,
  rate,
  reaches,
  shot,
  stateOf,
  STEP_MS,
  tally,
  type Person,
} from "./people";

(CHROMIUM ? describe : describe.skip)("people with wallets in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  const figures: string[] = [];

  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(async () => {
    process.stdout.write(`What steps take in the app:\n${figures.join("\n")}\n`);
    await people?.close();
  });
  afterEach(() => people.leave());

  function note(what: string, way: string, { clicks, signatures }: ReturnType<ReturnType<typeof tally>>): void {
    figures.push(`${String(clicks).padStart(3)} clicks, ${signatures} signatures  ${what}, ${way}`);
    expect(signatures).toBeLessThanOrEqual(2);
  }

  it.each([
    ["human", "without ETH"],
    ["agent-fast", "with gas"],
  ] as const)(
    "UI3: posts, takes, submits, asks for changes, resubmits, approves what was read and rates on %s, %s",
    async (contract, way) => {
      const where = { hasRelay: way === "without ETH" };
      const poster = await people.person("buyer", "/app/post", where);
      expect(await poster.reader.barriers()).toEqual([]);
      const posting = tally(poster);
      const at = await postTask(poster, contract);
      note("post a task", way, posting());
      // Where the service sends the steps, one signature pays and posts; otherwise a transaction does, the allowance being there.
      const signed = [way === "with gas" ? "eth_sendTransaction" : "eth_signTypedData_v4"];
      expect(poster.wallet.signed).toEqual(signed);
      expect(await stateOf(poster.page).textContent()).toBe("Open");

      const worker = await people.person("worker", at, where);
      await shot(worker, `walk-stake-${contract}`);
      expect(await worker.reader.barriers()).toEqual([]);
      const taking = tally(worker);
      await press(worker, "Stake and start");
      await reaches(worker, "Started");
      note("take one", way, taking());
      expect(worker.wallet.signed).toEqual(signed);
      await worker.page.getByRole("button", { name: "Sign in and read" }).click();
      await worker.page.getByText("The text is at").waitFor();
      await worker.page.getByLabel("Your work").fill("A **summary**.");
      await worker.page.getByRole("button", { name: "Deliver the work" }).click();
      await reaches(worker, "In review");

      await reaches(poster, "In review");
      await poster.page.getByRole("button", { name: "Sign in and read" }).click();
      await poster.page.locator(".prose strong", { hasText: "summary" }).waitFor();
      await shot(poster, `walk-review-${contract}`);
      expect(await poster.reader.barriers()).toEqual([]);
      const changes = await opened(poster, "Ask for changes");
      await changes.getByLabel("What should change").fill("Shorter, please.");
      const asking = tally(poster);
      await changes.getByRole("button", { name: "Ask for changes" }).click();
      await reaches(poster, "Changes requested");
      expect(asking()).toEqual({ clicks: 1, signatures: 1 });

      await reaches(worker, "Changes requested");
      await worker.page.getByLabel("Your work").fill("A *short* summary.");
      const answering = tally(worker);
      await worker.page.getByRole("button", { name: "Deliver the changed work" }).click();
      // It counts on the chain only; where no keeper brings it there, anyone may.
      await worker.page.getByRole("button", { name: "Deliver the new work yourself" }).first().waitFor();
      expect(answering()).toEqual({ clicks: 1, signatures: 1 });

      // A reload keeps the session, and newer work is shown before it is decided on.
      await poster.page.reload();
      await poster.page.locator(".prose em", { hasText: "short" }).waitFor();
      // A rating is the poster's own: none is chosen at first, and without one nothing is signed.
      const signedBefore = poster.wallet.signed.length;
      const approve = poster.page.getByRole("button", { name: "Approve and pay 20.00 USDC" });
      await poster.page.getByText("Choose one to five stars first.").first().waitFor();
      expect(await approve.isDisabled()).toBe(true);
      expect([await poster.page.locator(":checked").count(), poster.wallet.signed.length]).toEqual([0, signedBefore]);
      expect(await poster.reader.barriers()).toEqual([]);
      await shot(poster, `walk-unrated-${contract}`);
      await rate(poster, 4);
      expect(await approve.isDisabled()).toBe(false);
      const approving = tally(poster);
      await press(poster, "Approve and pay 20.00 USDC");
      await poster.page.locator(".done:focus", { hasText: "20.00 USDC paid to" }).waitFor();
      await reaches(poster, "Approved");
      note("read the work and approve it, after choosing its stars", way, approving());
      expect(approving()).toEqual({ clicks: 1, signatures: 1 });
      const tx = poster.page.locator(".done a", { hasText: "View transaction" });
      expect(await tx.getAttribute("href")).toMatch(/^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/);
      await shot(poster, `walk-approved-${contract}`);
      expect(await poster.reader.barriers()).toEqual([]);
      // Words can follow after the money has moved.
      await poster.page.locator("summary", { hasText: "Add a comment to your rating" }).click();
      await poster.page.getByLabel("Your comment").fill("Good and short.");
      await press(poster, "Sign and publish");
      await poster.page.getByText("Your comment is public").waitFor();
      const all = [...poster.wallet.signed, ...worker.wallet.signed];
      expect(all.includes("eth_sendTransaction")).toBe(way === "with gas");

      await reaches(worker, "Approved");
      expect(await worker.page.locator(":checked").count()).toBe(0);
      await rate(worker, 5);
      const claiming = tally(worker);
      await worker.page.getByRole("button", { name: /^Rate and take [\d.]+ USDC back$/ }).click();
      await worker.page.locator(".done:focus", { hasText: "is back in your wallet" }).waitFor();
      note("take the stake back", way, claiming());
      expect(claiming()).toEqual({ clicks: 1, signatures: 1 });
      await worker.page.getByRole("link", { name: "Find another task" }).waitFor();
      for (const { reader } of [poster, worker])
        expect(reader.complaints.filter((line) => !/status of (40[049]|503)/.test(line))).toEqual([]);
    },
    8 * STEP_MS,
  );

  it("UI23: approves and posts by one confirmation where the wallet sends calls as one, also over a reload", async () => {
    const poster = await people.person("payer3", "/app/post", { hasRelay: false, canBatch: true });
    const posting = tally(poster);
    await postTask(poster, "human");
    note("post a task", "with gas, by one batch", posting());
    expect(poster.wallet.signed).toEqual(["wallet_sendCalls"]);

    await poster.page.goto(new URL("/app/post", poster.page.url()).href);
    await poster.page.locator(".account").waitFor();
    poster.wallet.mood = "forget";
    await beginSummary(poster.page);
    await poster.page.getByLabel("Reward, USDC").fill("21");
    await press(poster, "Sign and post");
    await poster.page.locator(".signing").waitFor();
    await poster.page.waitForTimeout(1_000);
    await poster.page.reload();
    await poster.page.waitForURL(/\/app\/task\//);
    await poster.page.locator(".task-amount strong", { hasText: "21.00 USDC" }).waitFor();
    expect(poster.wallet.signed).toEqual(["wallet_sendCalls", "wallet_sendCalls"]);
    await poster.page.goto(new URL("/app/post", poster.page.url()).href);
    expect(await poster.page.inputValue("#draft-title")).toBe("");
  });

  it("UI4: leaves everything as it was when the wallet refuses, says so, and keeps the draft over a reload", async () => {
    const poster = await people.person("buyer", "/app/post");
    poster.wallet.mood = "refuse";
    await beginSummary(poster.page);
    await poster.page.getByLabel("Reward, USDC").fill("20");
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    await poster.page.getByText("You cancelled. Nothing was paid.").waitFor();
    expect(await poster.page.inputValue("#draft-title")).toBe("Write a summary");
    expect(await poster.reader.barriers()).toEqual([]);
    await shot(poster, "post-refused");
    await poster.page.reload();
    expect(await poster.page.inputValue("#draft-rewardUsdc")).toBe("20");
    await poster.page.locator(".account").waitFor();
  });

  it(
    "UI8: poster and worker write to each other; hostile texts are text, what is new is told, and both see it come",
    async () => {
      const key = await people.market.task("human", {}, { steps: ["start"] });
      const at = `/app/task/human/${key.taskId}`;
      const [poster, worker] = [await people.person("buyer", at), await people.person("worker", at)];
      const write = async ({ page }: Person, text: string) => {
        await page.getByLabel("Your message").fill(text);
        await page.getByRole("button", { name: "Sign and send" }).click();
      };
      for (const { page } of [poster, worker]) {
        await page.getByRole("button", { name: "Sign in and read" }).click();
        await page.getByText("No messages yet.").waitFor();
      }
      const hostile = `<img src=x onerror="window.ran=1"> **bold** ${"W".repeat(300)}\n\njavascript:window.ran=1`;
      await write(worker, hostile);
      const got = poster.page.locator(".messages .text");
      await got.waitFor();
      expect(await got.textContent()).toBe(hostile);
      expect(await poster.page.locator(".messages img, .messages strong.bold").count()).toBe(0);
      expect(await poster.page.evaluate("window.ran")).toBeUndefined();
      await poster.page.locator(".messages .label", { hasText: "New" }).waitFor();
      await write(poster, "Thank you.");
      await worker.page.locator(".messages .text", { hasText: "Thank you." }).waitFor();
      expect(await worker.page.locator(".messages li.own").count()).toBe(1);
      // One signature to read, and one for each message.
      expect([poster.wallet.signed, worker.wallet.signed]).toEqual(Array(2).fill(["personal_sign", "personal_sign"]));
      for (const [name, one] of [
        ["thread-poster", poster],
        ["thread-worker", worker],
      ] as const) {
        for (const width of [1280, 360]) {
          await one.page.setViewportSize({ width, height: 900 });
          await one.page.emulateMedia({ colorScheme: width === 360 ? "dark" : "light" });
          await shot(one, `${name}-${width}`);
          expect([await one.reader.barriers(), await one.reader.overflow()]).toEqual([[], 0]);
        }
      }

      await poster.page.goto(`${ORIGIN}/app/desk`);
      await write(worker, "One more thing.");
      const news = poster.page.getByRole("link", { name: /^1 new message on \D/ });
      await news.waitFor();
      await shot(poster, "desk-news");
      expect(await poster.reader.barriers()).toEqual([]);
      await news.click();
      await poster.page.locator(".messages .text", { hasText: "One more thing." }).waitFor();
      await poster.page.goto(`${ORIGIN}/app/desk`);
      await poster.page.getByText("No new messages.").waitFor();

      await poster.page.evaluate(
        "for (const name of Object.keys(localStorage)) if (name.startsWith('mkt-session')) localStorage.removeItem(name)",
      );
      poster.wallet.mood = "refuse";
      await poster.page.goto(ORIGIN + at);
      await poster.page.getByRole("button", { name: "Sign in and read" }).click();
      await poster.page.getByText("You cancelled. Nothing was paid.").waitFor();
      await poster.page.getByRole("button", { name: "Sign in and read" }).waitFor();
    },
    6 * STEP_MS,
  );

  it(
    "UI8: before a start, the poster writes to a worker who is interested, and gets an answer",
    async () => {
      const { taskId } = await people.market.task("human", { mode: "selection" });
      const at = `/app/task/human/${taskId}`;
      const worker = await people.person("worker", at);
      await worker.page.getByRole("button", { name: "Register interest" }).click();
      await worker.page.getByRole("button", { name: "Sign in and read" }).click();
      await worker.page.getByText("No messages yet.").waitFor();
      const poster = await people.person("buyer", at);
      await poster.page.getByRole("button", { name: "Sign in and read" }).click();
      await poster.page.locator(".thread .tabs button").click();
      for (const [one, text] of [
        [poster, "By when?"],
        [worker, "By Friday."],
      ] as const) {
        await one.page.getByLabel("Your message").fill(text);
        await press(one, "Sign and send");
        for (const { page } of [poster, worker]) await page.locator(".messages .text", { hasText: text }).waitFor();
      }
      expect(await poster.reader.barriers()).toEqual([]);
    },
    4 * STEP_MS,
  );

  it("says in words what the wallet is asked for while it waits", async () => {
    const poster = await people.person("buyer", "/app/post");
    poster.wallet.mood = "stall";
    await beginSummary(poster.page);
    await poster.page.getByLabel("Reward, USDC").fill("20");
    const asked =
      "Put 20.00 USDC into escrow for “Write a summary”. Normally no network fee; otherwise your wallet shows it first.";
    expect(await poster.page.textContent("#post-asks")).toBe(`You sign: ${asked}`);
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    await poster.page.locator(".signing").waitFor();
    expect(await poster.page.textContent(".signing")).toContain(asked);
    expect(await poster.reader.barriers()).toEqual([]);
  });

  it("says beside each field what is wrong with it, and goes to the first", async () => {
    const poster = await people.person("buyer", "/app/post");
    await poster.page.getByLabel("Reward, USDC").fill("0.5");
    await poster.page.getByRole("button", { name: "Sign and post" }).click();
    expect(await poster.page.locator(".fault").allTextContents()).toEqual([
      "Say in one line what you need.",
      "Tell the worker what to do.",
      "It must be more than 1.00 USDC, the cancel fee.",
    ]);
    expect(await poster.page.evaluate("document.activeElement.id")).toBe("draft-title");
    expect(poster.wallet.signed).toEqual([]);
    expect(await poster.reader.barriers()).toEqual([]);
  });

  it("UI54: hiring from a service leaves a typed draft, opened to all it stays so, and a lack of money hides no fault", async () => {
    const offer = { title: "Proofreading", description: "A page.", category: "writing", priceUsdc: "20" };
    const published = await people.market.call("/mkt/service", "worker", { action: "publish", ...offer });
    const { id } = published.json["service"] as { id: string };
    const poster = await people.person("buyer", "/app/post");
    const { page } = poster;
    const title = page.locator("#draft-title");
    await title.fill("My own task");
    await page.goto(`${ORIGIN}/app/post?service=${id}`);
    await page.getByText("can start this task").waitFor();
    await press(poster, "Open it to all");
    await page.reload();
    await page.locator(".account").waitFor();
    expect([await title.inputValue(), await page.getByText("can start this task").count()]).toEqual([
      "Proofreading",
      0,
    ]);
    await page.goto(`${ORIGIN}/app/post`);
    await page.locator(".account").waitFor();
    expect(await title.inputValue()).toBe("My own task");
    await page.getByLabel("Reward, USDC").fill("900000000");
    await page.locator("#draft-lack.fault").waitFor();
    await press(poster, "Sign and post");
    expect(await page.locator("#draft-description-fault").textContent()).toBe("Tell the worker what to do.");
    expect(poster.wallet.signed).toEqual([]);
  });

  it("shows the desk of the wallet, and what to do at an empty one", async () => {
    const poster = await people.person("buyer", "/app/desk");
    await poster.page.getByRole("button", { name: "Posted" }).click();
    await poster.page.locator(".card").first().waitFor();
    await shot(poster, "desk");
    expect(await poster.reader.barriers()).toEqual([]);
    const stranger = await people.person("payer", "/app/desk");
    await stranger.page.getByText("Nothing needs you now.").waitFor();
    expect(await stranger.reader.barriers()).toEqual([]);
  });
});
