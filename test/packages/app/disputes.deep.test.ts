import { testFirestore } from "../../setup/firestore";
import { CHROMIUM, opened, People, postTask, press, reaches, shot, STEP_MS, tally } from "./people";

(CHROMIUM ? describe : describe.skip)("people who disagree, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;

  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  it.each([
    ["human", "without ETH"],
    ["agent-fast", "with gas"],
  ] as const)(
    "UI20: raises the reward, rejects, contests, answers and rules on %s, %s",
    async (contract, way) => {
      const where = { hasRelay: way === "without ETH" };
      const poster = await people.person("buyer", "/app/post", where);
      const at = await postTask(poster, contract);
      const raise = await opened(poster, "Raise the reward");
      await raise.getByLabel("New reward in total, USDC").fill("24");
      await raise.getByText("You add 4.00 USDC.").waitFor();
      await raise.getByRole("button").click();
      await poster.page.locator(".task-amount strong", { hasText: "24.00 USDC" }).waitFor();

      const worker = await people.person("worker", at, where);
      await press(worker, "Stake and start");
      await reaches(worker, "Started");
      await worker.page.getByLabel("Your work").fill("Not much of a summary.");
      await press(worker, "Deliver the work");
      await reaches(worker, "In review");

      await reaches(poster, "In review");
      await press(poster, "Sign in and read");
      await poster.page.getByText("Not much of a summary.").waitFor();
      const reject = await opened(poster, "Reject the work");
      await poster.page.locator('.moves > form [value="1"]').check({ force: true });
      await reject.getByLabel("Why").fill("This is no summary.");
      await reject.getByRole("button").click();
      await reaches(poster, "Rejected");

      await reaches(worker, "Rejected");
      await worker.page.getByLabel("Why the rejection is wrong").fill("It has **every figure**.");
      await press(worker, "Contest the rejection");
      await reaches(worker, "Disputed");

      await reaches(poster, "Disputed");
      // What is new shows by itself.
      await poster.page.locator(".prose strong", { hasText: "every figure" }).waitFor();
      await poster.page.getByLabel("Your answer").fill("Half of the figures are missing.");
      expect(await poster.reader.barriers()).toEqual([]);
      await press(poster, "Answer the evidence");
      await poster.page.locator(".done:focus").waitFor();

      const arbiter = await people.person("arbiter", "/app/desk", where);
      await press(arbiter, "Disputes");
      await arbiter.page.locator(".card a").first().click();
      await reaches(arbiter, "Disputed");
      expect(await arbiter.page.getByRole("button", { name: "Sign the ruling" }).isDisabled()).toBe(true);
      await press(arbiter, "Sign in and read");
      await arbiter.page.getByText("Half of the figures are missing.").waitFor();
      await arbiter.page.getByLabel("The worker's share").fill("25");
      await arbiter.page.getByText("The worker gets 8.00 USDC, the poster 18.00 USDC.").waitFor();
      await arbiter.page.getByLabel("Reason (public)").fill("It is a summary of a part.");
      await shot(arbiter, `dispute-${contract}`);
      expect(await arbiter.reader.barriers()).toEqual([]);
      await press(arbiter, "Sign the ruling");
      await reaches(arbiter, "Resolved");
      await arbiter.page.getByText("It is a summary of a part.").waitFor();
      await shot(arbiter, `resolved-${contract}`);
      for (const { reader } of [poster, worker, arbiter])
        expect(reader.complaints.filter((line) => !/status of (40[049]|503)/.test(line))).toEqual([]);
    },
    6 * STEP_MS,
  );

  it(
    "UI20: registers an interest, is selected, and starts",
    async () => {
      const { taskId } = await people.market.task("human", { mode: "selection" });
      const at = `/app/task/human/${taskId}`;
      const [worker, other] = [await people.person("worker", at), await people.person("worker2", at)];
      for (const one of [worker, other]) {
        await one.page.getByLabel("Message to the poster").fill(`I can do this. \u202Egnol${"W".repeat(900)}`);
        await press(one, "Register interest");
        await one.page.locator("summary", { hasText: "Withdraw interest" }).waitFor();
      }
      const poster = await people.person("buyer", at);
      await press(poster, "Sign in and read");
      await poster.page.getByRole("heading", { name: "Interested workers" }).waitFor();
      expect(await poster.reader.overflow()).toBe(0);
      expect(await poster.reader.barriers()).toEqual([]);
      await shot(poster, "interests");
      await poster.page.locator(".cards .card", { hasText: "0x14dC" }).getByRole("button", { name: "Select" }).click();
      await worker.page.getByRole("button", { name: "Stake and start" }).waitFor();
      await press(worker, "Stake and start");
      await reaches(worker, "Started");
    },
    4 * STEP_MS,
  );

  it(
    "UI21, UI22: tries a schema on a sample by the service's own rules, hires the worker of a service, who starts",
    async () => {
      const offer = { title: "Legal translation", description: "A page.", category: "translation", priceUsdc: "20" };
      const published = await people.market.call("/mkt/service", "worker", { action: "publish", ...offer });
      const { id } = published.json["service"] as { id: string };
      const poster = await people.person("buyer", "/app/services");
      const hiring = tally(poster);
      await poster.page.getByRole("link", { name: "Legal translation" }).click();
      await poster.page.waitForURL(new RegExp(`/app/service/${id}$`));
      expect(await poster.reader.barriers()).toEqual([]);
      await poster.page.getByRole("link", { name: "Hire for 20.00 USDC" }).click();
      await poster.page.getByText("can start this task").waitFor();
      await poster.page.getByLabel("What the worker needs to know").fill("The page at https://example.com/page.");
      await poster.page.locator("summary", { hasText: "More options" }).click();
      await poster.page.locator("summary", { hasText: "Work as data" }).click();
      await poster.page.getByLabel("JSON Schema 2020-12").fill('{"type":"object","required":["text"]}');
      for (const [sample, verdict] of [
        ["{}", 'fails required: ["text"]'],
        ['{"text":""}', "The service would take this sample."],
      ] as const) {
        await poster.page.getByLabel("A sample to try it on").fill(sample);
        await press(poster, "Check the sample");
        await poster.page.getByText(verdict).waitFor();
      }
      await poster.page.getByLabel("JSON Schema 2020-12").fill('{"type":"object","$id":"x"}');
      await press(poster, "Check the sample");
      await poster.page.getByText("is not supported: a schema refers only to itself").waitFor();
      await poster.page.getByLabel("JSON Schema 2020-12").fill('{"type":"object","required":["text"]}');
      expect(await poster.reader.barriers()).toEqual([]);
      await press(poster, "Sign and post");
      await poster.page.waitForURL(/\/app\/task\//);
      await reaches(poster, "Open");
      expect(hiring().signatures).toBe(2);

      const worker = await people.person("worker", new URL(poster.page.url()).pathname);
      await press(worker, "Stake and start");
      await reaches(worker, "Started");
      await worker.page.getByLabel("Your work").fill("The translation.");
      await worker.page.getByLabel("The work as data").fill('{"words":1}');
      await press(worker, "Deliver the work");
      await worker.page.getByText("The output fails the task's schema").waitFor();
      await worker.page.getByLabel("The work as data").fill('{"text":"The translation."}');
      await press(worker, "Deliver the work");
      await reaches(worker, "In review");
      await reaches(poster, "In review");
      await press(poster, "Sign in and read");
      await poster.page.getByText("The data has the form that the task asks for.").waitFor();
      await shot(poster, "hired");
      expect(poster.reader.complaints.filter((line) => !/status of (40[0249]|503)/.test(line))).toEqual([]);
    },
    5 * STEP_MS,
  );
});
