import path from "node:path";
import { testFirestore } from "../../setup/firestore";
import { agent, ORIGIN } from "../../client/agents";
import { faultsOf, HOSTILE_LINKS, KINDS, MARK, type Hostile } from "./hostile";
import { CHROMIUM, People, STEP_MS, type Person } from "./people";

const SHOTS = path.join(__dirname, "../../../.local/shots");
const LINKS = [...HOSTILE_LINKS];

(CHROMIUM ? describe : describe.skip)("texts by hostile strangers, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  /** A person who stays signed in over reloads. */
  async function reading(role: "buyer" | "worker" | "arbiter"): Promise<Person> {
    const one = await people.person(role, "/app/statements");
    await one.page.getByLabel("Stay signed in").check();
    await one.page.getByRole("button", { name: "Sign in" }).click();
    await one.page.getByRole("heading", { name: "Sign in with your wallet" }).waitFor({ state: "detached" });
    return one;
  }

  async function faultsAt(one: Person, at: string, name: string, shown: string): Promise<string[]> {
    await one.page.goto(ORIGIN + at);
    await one.page.locator(shown).first().waitFor();
    return faultsOf(one, name, SHOTS);
  }

  /** A task through its whole life, up to a ruling, with such a text in every field; and one with interests. */
  async function lives(write: Hostile) {
    const { market } = people;
    const [poster, worker, arbiter] = [agent(market, "buyer"), agent(market, "worker"), agent(market, "arbiter")];
    const words = () => ({ text: write(20_000, true), links: LINKS });
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
    await worker.messages.send(task, { text: write(4_000), links: LINKS.slice(0, 2) });
    await poster.poster.requestChanges(task, words());
    await worker.worker.resubmit(task, words());
    await worker.worker.anchor(task);
    const { submissions } = await poster.participantView(task);
    const judgement = { submissionHash: submissions.at(-1)?.hash ?? "", rating: 1, comment: write(1_000) };
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
});
