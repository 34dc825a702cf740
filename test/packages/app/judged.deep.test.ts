import { Agent, taskKey, WORK } from "../../setup/agent";
import { testFirestore } from "../../setup/firestore";
import { CHROMIUM, opened, People, STEP_MS, type Person } from "./people";

(CHROMIUM ? describe : describe.skip)("a judged task in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  it(
    "UI80: its judge reads the work and pays by one signature, can do nothing else, and both sides rate it afterwards",
    async () => {
      const { market } = people;
      const { taskId } = await market.task("human", { judge: market.stage.address("worker2") }, { steps: ["start"] });
      const key = { contract: "human" as const, taskId: String(taskId) };
      const at = `/app/task/human/${taskId}`;
      await new Agent(market, "worker").do("/agentSubmitWork", { ...key, ...WORK });

      const judge = await people.person("worker2", at);
      const { page } = judge;
      await page.getByText("you are its judge").first().waitFor();
      const sign = page.getByRole("button", { name: /^Sign: the work is right, pay 5/ });
      expect(await sign.isDisabled()).toBe(true);
      await page.getByText("Read the work first.", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Sign in and read" }).click();
      await page.locator(".prose", { hasText: WORK.text }).waitFor();
      await page.locator("summary", { hasText: "Details of the contract" }).click();
      await page.getByText("It cannot reject work, delay it or take money.").waitFor();
      await page.getByText("You cannot reject: if the work is not right, sign nothing").waitFor();
      expect(await page.locator(".moves form").count()).toBe(1);
      expect(await judge.reader.barriers()).toEqual([]);
      const paid = () => market.chain.usdcUnitsOf(market.address("worker"));
      const [before, signed] = [await paid(), judge.wallet.signed.length];
      await sign.click();
      await page.locator(".done", { hasText: "You approved the work." }).waitFor();
      expect(judge.wallet.signed.length - signed).toBe(1);
      const { state, settled } = await market.stage.task(taskKey(key));
      expect([state, settled]).toEqual(["APPROVED", true]);
      expect(await paid()).toBeGreaterThan(before);
      await page.locator(".moves form").waitFor({ state: "detached" });

      const rate = async (who: Person, label: string, done: string) => {
        const form = await opened(who, label);
        await form.locator('[value="4"]').check({ force: true });
        await form.getByRole("button", { name: label }).click();
        await who.page.locator(".done", { hasText: done }).waitFor();
        await who.page.locator(".moves form").waitFor({ state: "detached" });
      };
      const poster = await people.person("buyer", at);
      await rate(poster, "Rate the work", "Your rating of the work is on the blockchain.");
      await poster.page.getByText("by you for this task").waitFor();
      await rate(
        await people.person("worker", at),
        "Rate the poster",
        "Your rating of the poster is on the blockchain.",
      );
      const { json } = await market.get("/mkt/task", { contract: "human", id: key.taskId });
      expect(json["ratings"]).toEqual({ ofWorker: 4, ofPoster: 4 });
    },
    12 * STEP_MS,
  );
});
