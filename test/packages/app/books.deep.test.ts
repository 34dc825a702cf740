import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { webhookSender } from "../../../functions/src/adapters/webhooks/sender";
import type { QueuedWork } from "../../../functions/src/ports/events";
import { Deliverer, dispatchEvent } from "../../../functions/src/entry/webhooks";
import { wire } from "../../../functions/src/entry/wire";
import { postAll } from "../../setup/bookkeeping";
import { testFirestore } from "../../setup/firestore";
import type { Market } from "../../setup/market";
import { partsOver, runToEnd } from "../../setup/projected";
import { KeptLog, testSettings } from "../../setup/service";
import { startReceiver, type Receiver } from "../../setup/webhooks";
import { agent } from "../../client/agents";
import { CHROMIUM, People, type Person } from "./people";

const ROOT = path.join(__dirname, "../../..");
const SHOTS = path.join(ROOT, ".local", "shots");
const HOSTING = path.join(ROOT, "hosting");
const SAFE_DEPTH = 2;

(CHROMIUM ? describe : describe.skip)("statements and settings in Chromium", () => {
  const { db } = testFirestore();
  const queued: [string, QueuedWork][] = [];
  const sender = webhookSender({ loopback: true });
  let people: People;
  let market: Market;
  let receiver: Receiver;

  beforeAll(async () => {
    const deliveryQueue = { add: async (name: string, work: QueuedWork) => void queued.push([name, work]) };
    [people, receiver] = await Promise.all([
      People.open(db, { safeDepth: SAFE_DEPTH, deliveryQueue, webhookSender: sender }),
      startReceiver((response, _request, { body }) => {
        const { data } = JSON.parse(body) as { data: { challenge?: string } };
        response.writeHead(200).end(data.challenge ?? "");
      }),
    ]);
    ({ market } = people);
    await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    for (let index = 0; index < 26; index++) await market.task("agent-fast", {}, { steps: ["cancel"] });
    await market.followChain();
    await market.chain.mine(2 * SAFE_DEPTH);
    await runToEnd(partsOver(db, market.stage.escrow));
    await postAll(db);
  }, 180_000);
  afterAll(async () => {
    receiver?.close();
    await people?.close();
  });
  afterEach(() => people.leave());

  const signIn = async ({ page }: Person) => page.getByRole("button", { name: "Sign in" }).click();
  const openDevelopers = ({ page }: Person) => page.locator("summary", { hasText: "For developers" }).click();

  const figures: string[] = [];
  afterAll(() => void process.stdout.write(`With a wallet, script and style compressed:\n${figures.join("\n")}\n`));

  /** Bytes of script and style, compressed, that a window with a connected wallet has loaded. */
  function firstView({ page, reader }: Person): number {
    const files = new Set(reader.requests.map((url) => new URL(url).pathname).filter((at) => /\.(js|css)$/.test(at)));
    const bytes = [...files].reduce((sum, at) => sum + gzipSync(readFileSync(path.join(HOSTING, at))).length, 0);
    figures.push(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${new URL(page.url()).pathname}`);
    return bytes;
  }

  /** Looks at a state: no barrier, nothing cut off, and a picture in each size and scheme. */
  async function look({ page, reader }: Person, name: string): Promise<void> {
    for (const [width, scheme] of [
      [1280, "light"],
      [1280, "dark"],
      [360, "light"],
      [360, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true });
      expect([name, width, scheme, await reader.overflow()]).toEqual([name, width, scheme, 0]);
      expect(await reader.barriers()).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  describe("statements", () => {
    it("says what to do without a wallet, before the sign-in, and where nothing has moved", async () => {
      const stranger = await people.person("stranger", "/app/statements");
      await stranger.page.getByText("cannot move money").waitFor();
      await look(stranger, "statements-sign-in");
      await signIn(stranger);
      await stranger.page.getByText("No money has moved yet.").waitFor();
      expect(stranger.wallet.signed).toEqual(["personal_sign"]);
      await look(stranger, "statements-empty");
      await stranger.page.locator(".account > summary").click();
      await stranger.page.getByRole("button", { name: "Disconnect" }).click();
      await stranger.page.locator(".needs-wallet").waitFor();
      expect(await stranger.reader.barriers()).toEqual([]);
    }, 60_000);

    it("shows totals, months and rows by one signature, pages in without a jump, and keeps filters in the address", async () => {
      const buyer = await people.person("buyer", "/app/statements");
      const { page } = buyer;
      await signIn(buyer);
      await page.locator(".movements tbody tr").nth(49).waitFor();
      await page.setViewportSize({ width: 360, height: 900 });
      const wider = await page
        .locator(".statement .wide")
        .evaluateAll((all: { scrollWidth: number; clientWidth: number }[]) =>
          all.filter((one) => one.scrollWidth > one.clientWidth),
        );
      expect(wider).toEqual([]);
      await look(buyer, "statements");
      expect(firstView(buyer)).toBeLessThan(80 * 1024);
      const top = async () => (await page.locator(".movements tbody tr").nth(49).boundingBox())?.y;
      await page.getByRole("button", { name: "Show more movements" }).scrollIntoViewIfNeeded();
      const before = await top();
      await page.getByRole("button", { name: "Show more movements" }).click();
      await page.locator(".movements tbody tr").nth(50).waitFor();
      expect(await top()).toBe(before);
      expect(await page.evaluate("document.activeElement.matches('tr:nth-child(51)')")).toBe(true);

      await page.locator("summary", { hasText: "Other dates, and filters" }).click();
      await page.locator("select[name=type]").selectOption("refund");
      await page.waitForURL(/\?type=refund$/);
      await page.getByText("26 movements, each a payment").waitFor();
      await page.getByLabel("From (UTC)").fill("2020-01-01");
      await page.getByLabel("To, inclusive").fill("2020-01-31");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("Nothing matches.").waitFor();
      await page.getByLabel("To, inclusive").fill("2019-01-31");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("to is before from.").waitFor();
      expect(await buyer.reader.barriers()).toEqual([]);
      await page.goBack();
      await page.goBack();
      await page.getByText("26 movements, each a payment").waitFor();
      expect(buyer.wallet.signed).toEqual(["personal_sign"]);

      await page.getByRole("button", { name: "Clear all" }).click();
      await page.locator(".movements").waitFor();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(
        await page
          .locator(".bar, .filters, .downloads")
          .evaluateAll((all: { checkVisibility(): boolean }[]) => all.filter((one) => one.checkVisibility()).length),
      ).toBe(0);
      // Paper is white also where the screen is dark.
      expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(16, 24, 40)");
      await page.setViewportSize({ width: 794, height: 1123 });
      await page.screenshot({ path: path.join(SHOTS, "statements-print.png") });
      await page.pdf({ path: path.join(SHOTS, "statements.pdf"), format: "A4" });
    }, 90_000);

    it("UI10: downloads each format, whole, and stays signed in over a reload", async () => {
      const worker = await people.person("worker", "/app/statements");
      const { page } = worker;
      await signIn(worker);
      await page.getByRole("button", { name: "Download PDF" }).waitFor();
      await page.reload();
      await page.locator("summary", { hasText: "Other formats" }).click();
      for (const [format, begin] of [
        ["CSV", "\uFEFF"],
        ["PDF", "%PDF-"],
        ["ZIP", "PK"],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: new RegExp(`^(Download )?${format}`) }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
        const text = readFileSync(await download.path(), format === "CSV" ? "utf8" : "latin1");
        expect([format, text.startsWith(begin) || format === "CSV"]).toEqual([format, true]);
        await page.getByText(`${download.suggestedFilename()} is in your downloads`).waitFor();
      }
      expect(worker.wallet.signed).toEqual(["personal_sign"]);
      // One that is cut off says so, and can be tried again.
      await page.route("**/mkt/accounting/export", (route) => route.abort());
      await page.getByRole("button", { name: /^CSV/ }).click();
      await page.getByText("The download was cut off.").waitFor();
      expect(await worker.reader.barriers()).toEqual([]);
    }, 60_000);
  });

  describe("settings", () => {
    it("sets name and avatar, says beside the field what is wrong, and changes nothing on a refusal", async () => {
      const buyer = await people.person("buyer", "/app/settings");
      const { page, wallet } = buyer;
      await page.getByLabel("Display name").fill("Ana Lima");
      await page.getByRole("button", { name: "Another picture" }).click();
      wallet.mood = "refuse";
      await page.getByRole("button", { name: "Sign and save" }).click();
      await page.getByText("You cancelled. Nothing was paid.").waitFor();
      wallet.mood = "sign";
      await page.getByRole("button", { name: "Sign and save" }).click();
      await page.getByText("See your profile as others see it").waitFor();
      const other = await people.person("worker", "/app/settings");
      await other.page.getByLabel("Display name").fill("ana LIMA");
      await other.page.getByRole("button", { name: "Sign and save" }).click();
      await other.page.locator(".fault").waitFor();
      expect(await other.page.locator(".fault").textContent()).toContain("looks like the name of another wallet");
      await look(other, "settings-name");
    }, 90_000);

    it("UI11: a search is saved as a webhook whose secret is shown once, is tested, gets what matches, and is replayed", async () => {
      const worker = await people.person("worker", "/app?category=translation&minRewardUsdc=1");
      const { page, wallet } = worker;
      await page.locator("summary", { hasText: "More filters" }).click();
      await page.getByRole("link", { name: "save this search" }).click();
      await signIn(worker);
      await page.getByRole("button", { name: "Sign and create" }).click();
      await page.getByText("Enter the full address of your server").waitFor();
      await page.getByLabel("Your server's address").fill(`${receiver.url}hook`);
      await page.getByLabel("Name (optional, only you see it)").fill("Translations");
      expect(await page.locator("#webhook-means").textContent()).toContain(
        "Tasks in Translation, for at least 1.00 USDC, posted",
      );
      await look(worker, "settings-new-webhook");
      await page.getByRole("button", { name: "Sign and create" }).click();
      await page.getByText("it is not shown again").waitFor();
      const secret = (await page.locator(".secret code").textContent()) ?? "";
      expect(secret).toMatch(/^whsec_/);
      await look(worker, "settings-secret");
      await page.getByRole("button", { name: "I have saved it" }).click();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole("button", { name: /^Send a test/ }).click();
      await page.getByText("has a test message sent").waitFor();
      await page.getByRole("button", { name: "Sign: send a test" }).click();
      await page.getByText("Passed. Events are sent from now on.").waitFor();
      const before = receiver.received.length;

      await newEvents();
      await market.task("human");
      await deliver();
      expect(receiver.received.length).toBe(before + 1);
      const got = receiver.received.at(-1);
      expect(new Webhook(secret).verify(got?.body ?? "", got?.headers ?? {})).toMatchObject({ type: "task.created" });

      await page.locator("summary", { hasText: "Deliveries" }).click();
      await page.locator(".deliveries li").waitFor();
      await look(worker, "settings-deliveries");
      await page.getByRole("button", { name: /^Send again/ }).click();
      await page.getByRole("button", { name: "Sign: send again" }).click();
      await page.getByText("Under way").waitFor();
      await deliver();
      expect([receiver.received.length, receiver.received.at(-1)?.id]).toEqual([before + 2, got?.id]);
      await page.getByRole("button", { name: /^Delete/ }).click();
      await page.getByRole("button", { name: "Sign: delete" }).click();
      await page.getByText("You have no webhook yet.").waitFor();
      expect(new Set(wallet.signed)).toEqual(new Set(["personal_sign"]));
    }, 120_000);

    it("UI11: the secret of a webhook stays in view while another is created", async () => {
      const owner = await people.person("payer2", "/app/settings");
      const { page } = owner;
      await signIn(owner);
      await openDevelopers(owner);
      for (const name of ["first", "second"]) {
        await page.getByLabel("Your server's address").fill(`${receiver.url}${name}`);
        await page.getByRole("button", { name: "Sign and create" }).click();
        await page
          .getByRole("article", { name: `Webhook ${receiver.url}${name}` })
          .locator(".secret")
          .waitFor();
      }
      expect(new Set(await page.locator(".secret code").allTextContents()).size).toBe(2);
    }, 60_000);

    it("UI12: lists sessions, ends one elsewhere at once, and returns to the sign-in when its own is ended", async () => {
      const other = await agent(market, "worker").openSession({ scope: "act", expiresIn: 3_600 });
      const worker = await people.person("worker", "/app/settings");
      const { page } = worker;
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      expect(firstView(worker)).toBeLessThan(80 * 1024);
      await signIn(worker);
      const row = page.locator("li", { hasText: "Another browser or program can read and write" });
      await row.waitFor();
      await look(worker, "settings");
      await row.getByRole("button").click();
      await page.getByRole("button", { name: "Sign: sign out" }).click();
      await row.waitFor({ state: "detached" });
      const headers = { authorization: `Bearer ${other.agentSessionToken}` };
      expect((await market.post("/mkt/sessions", {}, headers)).status).toBe(401);
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.getByRole("button", { name: "Sign: sign out everywhere" }).click();
      await page.getByRole("heading", { name: "Sign in with your wallet" }).waitFor();
      expect(await worker.reader.barriers()).toEqual([]);
    }, 90_000);

    it("grants a mandate after saying what is signed, lists it, and ends it", async () => {
      const agentWallet = market.address("payer");
      await agent(market, "payer").mandates.accept(market.address("buyer"));
      const buyer = await people.person("buyer", "/app/settings");
      const { page, wallet } = buyer;
      await signIn(buyer);
      await openDevelopers(buyer);
      await page.getByRole("button", { name: "Sign and grant" }).waitFor();
      await page.getByRole("button", { name: "Sign and grant" }).click();
      expect(await page.evaluate("document.activeElement.id")).toBe("mandate-agent");
      await page.getByLabel("The agent's wallet").fill(agentWallet);
      await page.getByLabel("Most per task or answer").fill("5");
      await page.getByLabel("Most per day").fill("20");
      expect(await page.locator("#grant-means").textContent()).toBe(
        `Your signature lets ${agentWallet} do this here for 30 days: buy answers; stake, and do tasks. At most 5.00 USDC for one task or answer, and 20.00 USDC a day. It replaces the former mandate. It is free. Your wallet shows 5000000, which is 5.00 USDC. Your wallet shows 20000000, which is 20.00 USDC.`,
      );
      await look(buyer, "settings-mandate");
      await page.getByRole("button", { name: "Sign and grant" }).click();
      await page.locator(".label.strong", { hasText: "Active" }).waitFor();
      expect(wallet.signed).toEqual(["personal_sign", "eth_signTypedData_v4"]);
      await page.getByRole("button", { name: /^End the mandate/ }).click();
      await page.getByRole("button", { name: "Sign: end" }).click();
      await page.getByText("Ended: nothing that a mandate covers").waitFor();
    }, 90_000);
  });

  const told = new Set<string>();
  /** The events that were written since this was asked last. */
  async function newEvents(): Promise<string[]> {
    const ids = (await db.collection("events").select().get()).docs.map(({ id }) => id);
    const fresh = ids.filter((id) => !told.has(id));
    for (const id of fresh) told.add(id);
    return fresh;
  }

  /** Sends what is new and what waits, as the trigger and the queue do. */
  async function deliver(): Promise<void> {
    const parts = wire(testSettings({}), {
      db,
      log: new KeptLog(),
      nowMs: () => market.nowMs(),
      webhookSender: sender,
      deliveryQueue: { add: async (name, work) => void queued.push([name, work]) },
    });
    const deliverer = new Deliverer(parts);
    for (const id of await newEvents()) await dispatchEvent(id, parts);
    // A delivery that was attempted just now is retried after its pause.
    for (let next = queued.shift(); next; next = queued.shift()) {
      while ((await deliverer.work(next[1], 0)) === "retry") await sleep(500);
    }
  }
});
