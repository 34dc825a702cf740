import type { Page } from "playwright-core";
import { ORIGIN } from "../../client/agents";
import { testFirestore } from "../../setup/firestore";
import { beginSummary, CHROMIUM, opened, People, press, reaches, shot, STEP_MS, type Person } from "./people";

/** What a first-time user met, as it should be. */
(CHROMIUM ? describe : describe.skip)("a second pass in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  const signIn = ({ page }: Person) => page.getByRole("button", { name: "Sign in and read" }).click();
  const usdcOf = (role: Parameters<People["market"]["address"]>[0]) =>
    people.market.chain.usdcUnitsOf(people.market.address(role));
  /** Goes on by keyboard until the focus is on what matches. */
  async function tabTo(page: Page, what: string): Promise<void> {
    for (let stop = 0; stop < 90; stop++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(what)})`)) return;
    }
    throw new Error(`The keyboard does not reach ${what}.`);
  }

  it(
    "UI70: keeps what is typed into every text field of a task over a reload, by task and wallet, until it is sent",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start"] });
      const at = `/app/task/human/${taskId}`;
      const worker = await people.person("worker", at);
      await signIn(worker);
      await worker.page.getByText("No messages yet.").waitFor();
      await worker.page.getByLabel("Your work").fill("Half of my work");
      await worker.page.locator("#submit-links").fill("https://work.example/1");
      await worker.page.getByLabel("Your message").fill("A question");
      expect(await worker.page.getByText("Draft saved in this browser.").count()).toBe(2);
      expect(await worker.reader.barriers()).toEqual([]);
      await worker.page.reload();
      await worker.page.getByText("No messages yet.").waitFor();
      expect(await worker.page.getByLabel("Your work").inputValue()).toBe("Half of my work");
      expect(await worker.page.locator("#submit-links").inputValue()).toBe("https://work.example/1");
      expect(await worker.page.getByLabel("Your message").inputValue()).toBe("A question");
      await press(worker, "Deliver the work");
      await worker.page.locator(".done:focus", { hasText: "Your work is delivered." }).waitFor();

      const poster = await people.person("buyer", at);
      await signIn(poster);
      await poster.page.locator(".prose", { hasText: "Half of my work" }).waitFor();
      const changes = await opened(poster, "Ask for changes");
      await changes.getByLabel("What should change").fill("Shorter, please.");
      const reject = await opened(poster, "Reject the work");
      await reject.getByLabel("Why").fill("It is half.");
      await poster.page.locator("summary", { hasText: "Add a comment" }).click();
      await poster.page.getByLabel("Comment (optional").fill("Good.");
      await poster.page.locator('.moves > form [value="4"]').check({ force: true });
      await poster.page.reload();
      await poster.page.locator(".prose", { hasText: "Half of my work" }).waitFor();
      const kept = (selector: string) => poster.page.locator(selector).inputValue();
      expect([await kept("#changes-text"), await kept("#reject-why"), await kept("#approve-comment")]).toEqual([
        "Shorter, please.",
        "It is half.",
        "Good.",
      ]);
      expect(await poster.page.locator('.moves > form [value="4"]').isChecked()).toBe(true);
      // Another wallet in the same browser finds nothing of it.
      await poster.wallet.switchTo("worker");
      await poster.page.getByText("Your work is in.").waitFor();
      expect(await poster.page.locator("#changes-text").count()).toBe(0);
    },
    6 * STEP_MS,
  );

  it(
    "UI70: keeps a new task's fields and a question as they are typed, and asks before leaving where it cannot",
    async () => {
      const { page } = await people.person("buyer", "/app/post");
      const texts = { title: "A title", description: "What to do", privateDetails: "Secret", criteria: "Good" };
      for (const [field, text] of Object.entries(texts)) await page.locator(`#draft-${field}`).fill(text);
      await page.reload();
      await page.locator(".account").waitFor();
      for (const [field, text] of Object.entries(texts))
        expect(await page.locator(`#draft-${field}`).inputValue()).toBe(text);
      // A browser without room says so.
      await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }");
      // Typed by hand: a browser asks only those who have used the page.
      await page.locator("#draft-title").click();
      await page.keyboard.type(" of another");
      await page.getByText("This browser is out of space.").waitFor();
      const asked = new Promise<string>((resolve) =>
        page.once("dialog", (dialog) => void dialog.accept().then(() => resolve(dialog.type()))),
      );
      await page.close({ runBeforeUnload: true });
      expect(await asked).toBe("beforeunload");
    },
    3 * STEP_MS,
  );

  it("UI70: keeps a name and a legal name as they are typed, until they are saved; statements then name it", async () => {
    const person = await people.person("worker", "/app/settings");
    const { page } = person;
    const [name, legal] = [page.getByLabel("Display name"), page.getByLabel("Legal name for your statements")];
    await name.fill("Ana Lima");
    await legal.fill("Ana Lima, Lda");
    await page.getByText("Draft saved in this browser.").waitFor();
    await page.reload();
    await page.locator(".account").waitFor();
    expect([await name.inputValue(), await legal.inputValue()]).toEqual(["Ana Lima", "Ana Lima, Lda"]);
    expect(await person.reader.barriers()).toEqual([]);
    await press(person, "Sign and save");
    await page.getByText("See your profile as others see it").waitFor();
    expect([await name.inputValue(), await legal.inputValue()]).toEqual(["Ana Lima", ""]);
    const { json } = await people.market.call("/mkt/accounting", "worker", {});
    expect(json["legalName"]).toBe("Ana Lima, Lda");
  });

  it.each(["the request", "the answer"])(
    "UI71: a task that is signed while the connection breaks, which loses %s, is posted by itself, and paid once",
    async (lost) => {
      const poster = await people.person("payer2", "/app/post");
      const { page, wallet } = poster;
      const before = await usdcOf("payer2");
      await beginSummary(page);
      await page.getByLabel("Reward, USDC").fill("7");
      let isCut = true;
      await page.route(`${ORIGIN}/mkt/relay`, async (route) => {
        if (!isCut) return route.fallback();
        if (lost === "the answer") {
          const url = people.market.service.baseUrl + "/mkt/relay";
          await route.fetch({ url });
        }
        return route.abort();
      });
      await press(poster, "Sign and post");
      await page.getByText("You have signed. You will not be charged twice.").waitFor();
      expect(await page.getByRole("button", { name: "Sign and post" }).count()).toBe(0);
      expect(await poster.reader.barriers()).toEqual([]);
      await shot(poster, `cut-off-${lost === "the answer" ? "answer" : "request"}`);
      isCut = false;
      await page.evaluate("dispatchEvent(new Event('online'))");
      await page.waitForURL(/\/app\/task\//);
      await page.locator(".done:focus", { hasText: "Posted. 7.00 USDC are in escrow." }).waitFor();
      expect([before - (await usdcOf("payer2")), wallet.signed.length]).toEqual([7_000_000n, 1]);
    },
    4 * STEP_MS,
  );

  it(
    "a task begins with amount, state, deadline and one button, then its line; every event links its transaction",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start", "submit"] });
      const { page, reader } = await people.person("stranger", `/app/task/human/${taskId}`);
      const head = page.locator(".task-head");
      expect(await head.textContent()).toMatch(/^5\.000001 USDC.*In review.*The poster has .* to decide/);
      expect(await page.locator(".line li.reached strong").allTextContents()).toEqual(["Posted", "Taken", "Delivered"]);
      expect(await page.locator("svg.life").count()).toBe(0);
      await page.getByText("If the poster does not decide by").waitFor();
      await page.locator("summary", { hasText: "History and proof" }).click();
      const links = page.locator(".history a");
      expect(await links.count()).toBe(3);
      for (const href of await links.evaluateAll((all: { href: string }[]) => all.map((one) => one.href)))
        expect(href).toMatch(/^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/);
      expect(await page.locator('a[href^="https://basescan.org/address/0x"]').count()).toBe(1);
      expect(await reader.barriers()).toEqual([]);

      const poster = await people.person("buyer", `/app/task/human/${taskId}`);
      // So short that the step itself is not in view.
      await poster.page.setViewportSize({ width: 360, height: 480 });
      const button = poster.page.locator(".step-link button");
      await button.waitFor();
      expect(await button.textContent()).toBe("Sign in to read the work");
      const box = await button.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(480);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(await poster.reader.overflow()).toBe(0);
      expect(await poster.reader.barriers()).toEqual([]);
      // The decision stays in reach while the work is read.
      await button.click();
      await poster.page.locator("#private:focus").waitFor();
      expect(await poster.page.locator(".step-link").textContent()).toBe("Approve or reject");
      // On a phone, what matters comes first: the rest is folded.
      await poster.page.reload();
      await poster.page.locator("#moves").waitFor();
      const open = await poster.page.locator(".task .fold[open]").count();
      expect([open, await poster.page.locator(".line-fold > summary").textContent()]).toEqual([0, "Delivered, 3 of 5"]);
      // To approve and to reject take the same stars.
      await poster.page.locator("summary", { hasText: "Reject the work" }).click();
      expect(await poster.page.locator(".moves .stars").count()).toBe(1);
    },
    4 * STEP_MS,
  );

  const LIVES = {
    "funded-instant": [],
    started: ["start"],
    submitted: ["start", "submit"],
    changes_requested: ["start", "submit", "requestChanges"],
    approved: ["start", "submit", "approve"],
    rejected: ["start", "submit", "reject"],
    disputed: ["start", "submit", "reject", "contest"],
    resolved: ["start", "submit", "reject", "contest", "rule"],
    cancelled: ["cancel"],
  } as const;

  it.each(["visitor", "buyer", "worker"] as const)(
    "shows a %s a task in each state without a barrier, narrow and wide, light and dark",
    async (role) => {
      const keys: { name: string; at: string }[] = [];
      for (const [name, steps] of Object.entries(LIVES)) {
        const { taskId } = await people.market.task("human", {}, { steps: [...steps] });
        keys.push({ name, at: `${ORIGIN}/app/task/human/${taskId}` });
      }
      const one = await people.person(role === "visitor" ? "stranger" : role, "/app");
      const { page, reader } = one;
      for (const { name, at } of keys) {
        await page.goto(at);
        await page.locator(".task-head").waitFor();
        await page.locator(".account").waitFor();
        const button = page.getByRole("button", { name: "Sign in and read" });
        if (await button.isVisible()) await button.click();
        const isParty = role === "buyer" || (role === "worker" && !["funded-instant", "cancelled"].includes(name));
        if (isParty) await page.locator("#private").waitFor();
        for (const step of await page.locator(".moves > details > summary").all()) await step.click();
        for (const [width, colorScheme] of [
          [1280, "light"],
          [360, "dark"],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await shot(one, `task-${name}-${role}-${width}-${colorScheme}`);
          const found = [await reader.barriers(), await reader.overflow()];
          expect([name, width, ...found]).toEqual([name, width, [], 0]);
        }
      }
    },
    12 * STEP_MS,
  );

  it(
    "an arbiter has a page with its rulings and their outcomes",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start", "submit", "reject", "contest"] });
      const arbiter = await people.person("arbiter", `/app/task/human/${taskId}`);
      await signIn(arbiter);
      await arbiter.page.getByLabel("The worker's share of the reward, percent").fill("75");
      await arbiter.page.getByLabel("Reason (public)").fill("Three of four parts were there.");
      await press(arbiter, "Sign the ruling");
      await reaches(arbiter, "Resolved");
      const { page, reader } = await people.person("stranger", `/app/arbiter/${people.market.address("arbiter")}`);
      const outcome = page.locator("article", { hasText: "Three of four parts were there." });
      expect(await outcome.textContent()).toMatch(
        /75 % of the reward to the worker: worker [\d.]+, poster [\d.]+ USDC/,
      );
      expect(await outcome.locator("a", { hasText: "View transaction" }).getAttribute("href")).toMatch(/\/tx\/0x/);
      expect(await reader.barriers()).toEqual([]);
    },
    5 * STEP_MS,
  );

  it(
    "hires from a service with its price, promise and rating in view, and says what is signed",
    async () => {
      const { market } = people;
      await market.task("human", {}, { steps: ["start", "submit", "approve"] });
      await market.settle();
      const offer = { title: "Proofreading", description: "A page.", category: "writing", priceUsdc: "20" };
      const { json } = await market.call("/mkt/service", "worker", {
        action: "publish",
        ...offer,
        turnaroundSeconds: 7_200,
      });
      const { id } = json["service"] as { id: string };
      const { page, reader } = await people.person("buyer", `/app/post?service=${id}`);
      await page.locator(".hired").waitFor();
      expect(await page.locator(".hired li").allTextContents()).toEqual([
        "20.00 USDC price",
        "within 2 hours usually",
        "★ 5.0 from 1 poster",
        expect.stringMatching(/^\d+ tasks? approved$/),
      ]);
      expect(await page.textContent("#post-asks")).toBe(
        "You sign: Put 20.00 USDC into escrow for “Proofreading”, then, with a second signature, let its worker start. Normally no network fee; otherwise your wallet shows it first.",
      );
      expect(await reader.barriers()).toEqual([]);
    },
    3 * STEP_MS,
  );

  it(
    "offers to save a search for programs among the filters, and nowhere else",
    async () => {
      await people.market.task();
      const { page } = await people.person("stranger", "/app?category=translation");
      const save = page.getByRole("link", { name: "save this search" });
      expect(await save.isVisible()).toBe(false);
      await page.locator("summary", { hasText: "More filters" }).click();
      await save.click();
      await page.getByRole("heading", { name: "Settings" }).waitFor();
      expect(new URL(page.url()).search).toContain("category=translation");
    },
    2 * STEP_MS,
  );

  it(
    "posts, takes and delivers by keyboard alone",
    async () => {
      const poster = await people.person("buyer", "/app/post");
      const keys = poster.page.keyboard;
      await poster.page.locator("#main").focus();
      await tabTo(poster.page, "#draft-title");
      await keys.type("Count the clouds");
      await tabTo(poster.page, "#draft-description");
      await keys.type("Above Lisbon, today.");
      await tabTo(poster.page, "#draft-rewardUsdc");
      await keys.type("8");
      await tabTo(poster.page, ".sign-card button[type=submit]");
      await keys.press("Enter");
      await poster.page.waitForURL(/\/app\/task\//);
      await poster.page.locator(".done:focus").waitFor();
      const worker = await people.person("worker", new URL(poster.page.url()).pathname);
      await worker.page.locator("#main").focus();
      await tabTo(worker.page, ".moves button[type=submit]");
      await worker.page.keyboard.press("Enter");
      await worker.page.locator(".done:focus", { hasText: "You have started." }).waitFor();
      await tabTo(worker.page, "#submit-text");
      await worker.page.keyboard.type("Four.");
      await tabTo(worker.page, ".moves > form button[type=submit]");
      await worker.page.keyboard.press("Enter");
      await worker.page.locator(".done:focus", { hasText: "Your work is delivered." }).waitFor();
    },
    5 * STEP_MS,
  );

  it(
    "shows the balance in the bar, and what is about the account in its menu, by keyboard, too",
    async () => {
      const { page, reader } = await people.person("stranger", "/app");
      await page.locator(".account .balance", { hasText: "USDC" }).waitFor();
      await page.locator(".account > summary").focus();
      await page.keyboard.press("Enter");
      expect(await page.locator(".account-menu a").allTextContents()).toEqual([
        people.market.address("stranger"),
        "My work",
        "Statements",
        "Settings",
        "Services",
      ]);
      expect(await reader.barriers()).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await page.locator(".account[open]").count()).toBe(0);
      expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
      const offline = page.getByText("You are offline. Your text is kept");
      await page.context().setOffline(true);
      await offline.waitFor();
      await page.context().setOffline(false);
      await offline.waitFor({ state: "detached" });
    },
    2 * STEP_MS,
  );

  it(
    "counts in the bar what waits for a wallet, and says once what came in since the visit before",
    async () => {
      const { page, reader } = await people.person("worker", "/app");
      await page.locator(".account .balance", { hasText: "USDC" }).waitFor();
      await page.goto("about:blank");
      await people.market.task("human", {}, { steps: ["start", "submit", "approve"] });
      await page.goto(`${ORIGIN}/app`);
      await page.getByText("Your wallet has 4.50 USDC more than on your last visit.").waitFor();
      await page.locator(".bar nav a", { hasText: /^My work \d\+? waiting for you$/ }).waitFor();
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect([await reader.barriers(), await reader.overflow()]).toEqual([[], 0]);
      }
      await page.getByRole("button", { name: "Close" }).click();
      await page.locator(".account .balance", { hasText: "USDC" }).waitFor();
      await page.reload();
      await page.locator(".waits").waitFor();
      expect(await page.locator(".grown").count()).toBe(0);
    },
    3 * STEP_MS,
  );

  it(
    "marks and names what a template leaves to be written, posts none of it, and shows the must-haves beside the button",
    async () => {
      const poster = await people.person("buyer", "/app/post");
      const { page, wallet } = poster;
      await press(poster, "Summary");
      const text = page.locator("#draft-description:focus");
      const marked = () =>
        text.evaluate((field: { value: string; selectionStart: number; selectionEnd: number }) =>
          field.value.slice(field.selectionStart, field.selectionEnd),
        );
      expect(await marked()).toBe("(link)");
      const fault = page.getByText("Replace (link) with your own words.");
      await page.getByLabel("Reward, USDC").fill("5");
      expect(await page.locator(".sign-card").textContent()).toContain("Keeps every figure; Says what it leaves out");
      expect(await fault.count()).toBe(0);
      await press(poster, "Sign and post");
      await fault.waitFor();
      await text.waitFor();
      expect(wallet.signed).toEqual([]);
    },
    2 * STEP_MS,
  );

  it(
    "says on the page what the wallet's window shows, beside the button, and covers nothing while it waits",
    async () => {
      const { taskId } = await people.market.task("human", { stakeUsdcUnits: 500_000n });
      const { page, wallet, reader } = await people.person("worker", `/app/task/human/${taskId}`);
      await page.getByText("What your wallet's window shows").first().click();
      await page.getByText("Your wallet shows “ReceiveWithAuthorization” to the escrow contract 0x").waitFor();
      wallet.mood = "stall";
      const button = page.locator(".moves form button[type=submit]");
      await button.click();
      await page.locator(".moves .signing", { hasText: "Stake 0.50 USDC on" }).waitFor();
      expect(await page.locator(".signing").count()).toBe(1);
      expect(await reader.barriers()).toEqual([]);
      wallet.mood = "refuse";
      wallet.release();
      await page.locator(".signing").waitFor({ state: "detached" });
    },
    2 * STEP_MS,
  );

  it(
    "stays signed in: another tab of the browser is connected, and reads without a signature",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start"] });
      const at = `/app/task/human/${taskId}`;
      const worker = await people.person("worker", at);
      await signIn(worker);
      await worker.page.getByText("No messages yet.").waitFor();
      const kept = await worker.page.evaluate<[string, string][]>("Object.entries(localStorage)");
      expect(kept.map(([name]) => name)).toContain(`mkt-session-${people.market.address("worker")}`);
      // A new window has none of what belonged to the first alone.
      await worker.page.evaluate("sessionStorage.clear()");
      await worker.page.goto(`${ORIGIN}/app/statements`);
      await worker.page.locator("#totals, .empty").first().waitFor();
      expect(worker.wallet.signed).toEqual(["personal_sign"]);
    },
    2 * STEP_MS,
  );

  it(
    "has its bar in one row on a phone, with and without a wallet, and names for what it has no room for",
    async () => {
      const { page, reader } = await people.person("stranger", "/app");
      await page.setViewportSize({ width: 360, height: 780 });
      const bar = async () => (await page.locator(".bar").boundingBox())?.height ?? Infinity;
      expect(await bar()).toBeLessThan(64);
      await page.route("**/agentWalletInfo", async (route) => {
        // A window that closes leaves requests behind, and their routes with them.
        await route
          .fetch({ url: `${people.market.service.baseUrl}/agentWalletInfo` })
          .then(async (response) =>
            route.fulfill({ response, json: { ...((await response.json()) as object), usdc: "1234567.891234" } }),
          )
          .catch(() => route.abort().catch(() => {}));
      });
      await page.reload();
      await page.locator(".balance", { hasText: "1.2M" }).waitFor();
      for (const name of ["Tasks", "My work", "Post", "Ask"])
        expect(await page.locator(".bar nav").getByRole("link", { name, exact: true }).isVisible()).toBe(true);
      expect(
        await page.evaluate(
          "document.querySelector('.bar nav').scrollWidth <= document.querySelector('.bar nav').clientWidth",
        ),
      ).toBe(true);
      await page.locator(".account > summary").click();
      await page.locator(".account-menu", { hasText: "1,234,567.891234 USDC in this wallet" }).waitFor();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.locator(".bar").getByRole("button", { name: "Connect a wallet" }).waitFor();
      expect(await bar()).toBeLessThan(64);
      expect(await reader.barriers()).toEqual([]);
    },
    2 * STEP_MS,
  );

  it(
    "counts the tasks of a category with the list that they are in",
    async () => {
      const { page } = await people.person("stranger", "/app");
      const open = async () => {
        const [option = ""] = await page
          .locator("select[name=category] option", { hasText: "Translation" })
          .allTextContents();
        return Number(/\d+/.exec(option)?.[0]);
      };
      await page.locator("select[name=category] option", { hasText: "Translation" }).waitFor({ state: "attached" });
      await page.locator("article.card").first().waitFor();
      const before = await open();
      await people.market.task();
      await page.getByRole("button", { name: "Show 1 new task" }).click({ timeout: 2 * STEP_MS });
      await page
        .locator("select[name=category] option", { hasText: `Translation (${before + 1})` })
        .waitFor({ state: "attached" });
    },
    3 * STEP_MS,
  );

  it(
    "says what tasks of the category pay, while the reward is thought of",
    async () => {
      for (const rewardUsdcUnits of [4_000_000n, 6_000_000n, 9_000_000n])
        await people.market.task("human", { rewardUsdcUnits });
      const { page } = await people.person("buyer", "/app/post");
      await page.getByLabel("Category").selectOption("translation");
      await page.getByText(/^Tasks in this category pay [\d.]+/).waitFor();
    },
    2 * STEP_MS,
  );
});
