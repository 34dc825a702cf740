import path from "node:path";
import { importDataset } from "../../../dev/tools/importDataset";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { webhookSender } from "../../../functions/src/adapters/webhooks/sender";
import { testFirestore } from "../../setup/firestore";
import { agent, ORIGIN } from "../../client/agents";
import { NOW, unhurried } from "../answers/fixture";
import { faultsOf, HOSTILE_LINKS, KINDS, MARK, type Hostile } from "./hostile";
import { CHROMIUM, People, STEP_MS, type Person } from "./people";

const SHOTS = path.join(__dirname, "../../../.local/shots");
const LINKS = [...HOSTILE_LINKS];
/** Each with a hash, so that it is shown with the check of a file. */
const FILES = LINKS.map((url) => ({ url, sha256: "5a".repeat(32), bytes: 7 }));

(CHROMIUM ? describe : describe.skip)("texts by hostile strangers, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    const snapshots = firestoreSnapshots(db);
    const file = path.join(__dirname, "../../../dev/local/sample/goals.csv");
    await importDataset({ kind: "goals", file, snapshots, now: () => NOW, progress: () => undefined });
    people = await People.open(db, {
      answers: unhurried(snapshots),
      webhookSender: webhookSender({ loopback: true }),
    });
  }, 120_000);
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  /** A person who stays signed in over reloads. */
  async function reading(role: "buyer" | "worker" | "arbiter"): Promise<Person> {
    const one = await people.person(role, "/app/statements");
    await one.page.getByRole("button", { name: "Sign in" }).click();
    await one.page.getByRole("heading", { name: "Sign in with your wallet" }).waitFor({ state: "detached" });
    return one;
  }

  async function faultsAt(one: Person, at: string, name: string, shown: string): Promise<string[]> {
    await one.page.goto(ORIGIN + at);
    await one.page.locator(".account").waitFor();
    await one.page.locator(shown).first().waitFor();
    await one.page.waitForLoadState("networkidle");
    return faultsOf(one, name, SHOTS);
  }

  /** A task through its whole life, up to a ruling, with such a text in every field; and one with interests. */
  async function lives(write: Hostile) {
    const { market } = people;
    const [poster, worker, arbiter] = [agent(market, "buyer"), agent(market, "worker"), agent(market, "arbiter")];
    const words = () => ({ text: write(20_000, true), links: FILES });
    const terms = {
      title: write(120),
      description: write(10_000),
      category: "other",
      tags: [write(32), `a${write(31)}`],
      acceptance: { criteria: [write(300), `1 ${write(290)}`] },
      rewardUsdc: "20",
      stakeUsdc: "2",
    };
    const { task } = await poster.poster.create({ ...terms, privateDetails: words() });
    await worker.worker.stake(task);
    await worker.worker.submit(task, words());
    await worker.messages.send(task, { text: write(4_000), links: FILES.slice(0, 2) });
    const newest = async () => (await poster.participantView(task)).submissions.at(-1)?.hash ?? "";
    await poster.poster.requestChanges(task, { ...words(), submissionHash: await newest() });
    await worker.worker.resubmit(task, words());
    await worker.worker.anchor(task);
    const judgement = { submissionHash: await newest(), rating: 1, comment: write(1_000) };
    await poster.poster.reject(task, judgement);
    await poster.publishRating(task, judgement);
    await worker.worker.contest(task, words());
    await poster.disputes.answer(task, words());
    await arbiter.disputes.rule(task, { workerShareBps: 5_000, forfeitStake: false, reason: write(1_000) });
    const open = (await poster.poster.create({ ...terms, mode: "selection" })).task;
    await worker.worker.interest(open, { message: write(1_000, true), samples: LINKS });
    const service = await worker.service({
      action: "publish",
      title: write(120),
      description: write(4_000),
      category: "other",
      tags: [write(32)],
      priceUsdc: "20",
      samples: LINKS,
    });
    return { settled: task.taskId, open: open.taskId, service: service.id };
  }

  it.each(Object.entries(KINDS))(
    "UI50: %s is text in every field of a task's life, of a service and of a rating",
    async (kind, write) => {
      const { settled, open, service } = await lives(write);
      const poster = await reading("buyer");
      const faults = [
        ...(await faultsAt(poster, `/app/task/human/${settled}`, `${kind}-settled`, ".messages .text")),
        ...(await faultsAt(poster, `/app/task/human/${open}`, `${kind}-open`, ".card .actions")),
        ...(await faultsAt(poster, "/app?status=all", `${kind}-board`, ".card")),
        ...(await faultsAt(poster, "/app/desk", `${kind}-desk`, "main h1")),
        ...(await faultsAt(poster, "/app/services", `${kind}-services`, ".card")),
        ...(await faultsAt(poster, `/app/service/${service}`, `${kind}-service`, ".prose")),
        ...(await faultsAt(poster, `/app/post?service=${service}`, `${kind}-hire`, ".who")),
        ...(await faultsAt(poster, `/app/wallet/${people.market.address("worker")}`, `${kind}-wallet`, ".card")),
      ];
      expect(faults).toEqual([]);
      expect(await poster.page.locator("main").textContent()).toContain(MARK);
    },
    12 * STEP_MS,
  );

  it.each(Object.entries(KINDS))(
    "UI50: %s is text in addresses, in a webhook, in a question and in its answer",
    async (kind, write) => {
      const { market } = people;
      await agent(market, "buyer").webhooks.create({
        url: `http://127.0.0.1:9/${"w".repeat(1_500)}?u=${MARK}`,
        types: ["task.created"],
        scope: "market",
        description: write(200),
        filter: { tag: write(32) },
      });
      const one = await reading("buyer");
      const { page } = one;
      const query = (...names: string[]) =>
        new URLSearchParams(names.map((name): [string, string] => [name, write(150)])).toString();
      const place = encodeURIComponent(write(60)).replaceAll(".", "%2E");
      const faults = [
        ...(await faultsAt(
          one,
          `/app/settings?${query("q", "tag", "category")}#developers`,
          `${kind}-settings`,
          "#webhooks",
        )),
        ...(await faultsAt(one, `/app?${query("q", "tag", "category", "industry", "status")}`, `${kind}-search`, "h1")),
        ...(await faultsAt(one, `/app/services?${query("q")}`, `${kind}-found`, "h1")),
        ...(await faultsAt(one, `/app/statements?${query("role", "type", "contract")}`, `${kind}-rows`, "h1")),
        ...(await faultsAt(one, `/app/statements?${query("from", "to")}`, `${kind}-days`, "h1")),
        ...(await faultsAt(one, `/app/post?${query("service")}`, `${kind}-post`, ".failure")),
        ...(await faultsAt(one, `/app/task/human/${place}`, `${kind}-task`, "h1")),
        ...(await faultsAt(one, `/app/task/${place}/1`, `${kind}-contract`, "h1")),
        ...(await faultsAt(one, `/app/service/${place}`, `${kind}-no-service`, "h1")),
        ...(await faultsAt(one, `/app/wallet/${place}`, `${kind}-no-wallet`, "h1")),
        ...(await faultsAt(one, `/app/ask?${query("about", "read")}`, `${kind}-no-answer`, "h1")),
      ];
      await page.goto(`${ORIGIN}/app/ask?about=goals`);
      await page.locator("#question").fill(`How many want to read more? ${write(3_000)}`);
      await page.getByRole("button", { name: "See the price" }).click();
      await page.locator(".offer .facts").waitFor();
      faults.push(...(await faultsOf(one, `${kind}-price`, SHOTS)));
      await page.getByRole("button", { name: /^Pay / }).click();
      await page.locator(".turn .facts").first().waitFor({ state: "attached" });
      faults.push(...(await faultsOf(one, `${kind}-answer`, SHOTS)));
      await page.getByText("Remove the answers from this browser").click();
      await page.getByRole("button", { name: "Remove them" }).click();
      await page.getByText("You have bought no answers in this browser yet.").waitFor();
      expect(faults).toEqual([]);
    },
    12 * STEP_MS,
  );

  it("UI50: two wallets whose names look alike are told apart by their addresses, wherever they are named", async () => {
    const { market } = people;
    const names = [
      "<b>Ana</b>",
      "Ana\u202EamiL",
      "Ana\u200BLima",
      "Аna Lima",
      "0x976EA74026E726554dB657fA54763abd",
      "mkt support",
    ];
    for (const displayName of names)
      await expect(agent(market, "worker").setProfile({ displayName, avatarSeed: "a" })).rejects.toMatchObject({
        code: "invalid_request",
      });
    // Even if a name that looks like another got through.
    for (const role of ["buyer", "worker"] as const)
      await db
        .doc(`profiles/${market.address(role)}`)
        .set({ displayName: "Ana Lima", avatarSeed: "a" }, { merge: true });
    const { task } = await agent(market, "buyer").poster.create({
      title: "A page",
      description: "One page.",
      category: "other",
      rewardUsdc: "20",
      stakeUsdc: "2",
    });
    await agent(market, "worker").worker.stake(task);
    const one = await reading("buyer");
    expect(await faultsAt(one, `/app/task/human/${task.taskId}`, "alike-task", ".facts .wallet")).toEqual([]);
    const parties = await one.page.locator(".facts .wallet", { hasText: "Ana Lima" }).allTextContents();
    expect(parties.length).toBe(2);
    expect(new Set(parties).size).toBe(2);
    for (const text of parties) expect(text).toMatch(/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/);
    expect(await faultsAt(one, `/app/wallet/${market.address("worker")}`, "alike-wallet", "h1 .untrusted")).toEqual([]);
    await one.page.getByText(market.address("worker"), { exact: true }).waitFor();
  }, 120_000);
});
