import { createHash } from "node:crypto";
import { testFirestore } from "../../setup/firestore";
import { agent } from "../../client/agents";
import { faultsOf, HOSTILE_LINKS, MARK } from "./hostile";
import { beginSummary, CHROMIUM, People, press, STEP_MS, type Person } from "./people";
import path from "node:path";

const SHOTS = path.join(__dirname, "../../../.local/shots");
const REPORT = "https://files.example/report.pdf";
const PLAIN = "https://files.example/plain.txt";
const CONTENT = Buffer.from("The report, as it was delivered.\n");
const fileOf = (buffer: Buffer, name = "report.pdf") => ({ name, mimeType: "application/pdf", buffer });
const CHANGED = Buffer.from(String(CONTENT).replace("report", "rep0rt"));
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");

(CHROMIUM ? describe : describe.skip)("links and their files, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  beforeAll(async () => {
    people = await People.open(db);
  });
  afterAll(() => people?.close());
  afterEach(() => people.leave());

  const signIn = ({ page }: Person) => page.getByRole("button", { name: "Sign in and read" }).click();

  it(
    "LP4: a worker chooses the file behind a link, and the poster is told whether the downloaded one is it",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start"] });
      const at = `/app/task/human/${taskId}`;
      const worker = await people.person("worker", at);
      await signIn(worker);
      const { page } = worker;
      await page.getByLabel("Your work").fill("See the report.");
      await page.getByLabel("Links, one a line").fill(`${REPORT}\n${PLAIN}`);
      const chooser = page.locator(".file", { hasText: REPORT }).locator("input");
      await chooser.setInputFiles(fileOf(CHANGED, "draft.pdf"));
      await page.getByText("draft.pdf").waitFor();
      await chooser.setInputFiles(fileOf(CONTENT));
      await page.getByText("report.pdf, 33 bytes").waitFor();
      expect(await worker.reader.barriers()).toEqual([]);
      // What was chosen is kept with the draft.
      await page.reload();
      await page.getByText("report.pdf, 33 bytes").waitFor();
      await press(worker, "Deliver the work");
      await page.locator(".done:focus", { hasText: "Your work is delivered." }).waitFor();
      const view = await agent(people.market, "buyer").participantView({ contract: "human", taskId: String(taskId) });
      expect(view.submissions[0]?.content?.links).toEqual([
        { url: REPORT, sha256: SHA256, bytes: CONTENT.length },
        { url: PLAIN },
      ]);

      const poster = await people.person("buyer", at);
      const outside: string[] = [];
      poster.page.on("request", (request) => void outside.push(request.url()));
      await signIn(poster);
      const links = poster.page.locator(".links");
      await links.getByText("This link has no fingerprint").waitFor();
      expect(await links.locator('input[type="file"]').count()).toBe(1);
      const check = links.locator('input[type="file"]');
      await check.setInputFiles(fileOf(CHANGED));
      await links.getByText("This is not the file that was submitted.").waitFor();
      await check.setInputFiles(fileOf(Buffer.concat([CONTENT, Buffer.from("\0")])));
      await links.getByText("This is not the file that was submitted.").waitFor();
      await check.setInputFiles(fileOf(CONTENT, "renamed.bin"));
      await links.getByText("This is the file that was submitted.").waitFor();
      expect(await poster.reader.barriers()).toEqual([]);
      // Neither the page nor the service opens a link.
      expect(outside.filter((url) => url.includes("files.example"))).toEqual([]);
    },
    6 * STEP_MS,
  );

  it(
    "LP4: a message and the private details of a new task carry a file's hash as work does",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start"] });
      const key = { contract: "human", taskId: String(taskId) } as const;
      const expected = [{ url: REPORT, sha256: SHA256, bytes: CONTENT.length }];
      const worker = await people.person("worker", `/app/task/human/${taskId}`);
      await signIn(worker);
      await worker.page.getByLabel("Your message").fill("Is this the one?");
      const thread = worker.page.locator(".thread");
      await thread.locator("summary", { hasText: "Add links" }).click();
      await thread.getByLabel("Links, one a line").fill(REPORT);
      await thread.locator(".file input").setInputFiles(fileOf(CONTENT));
      await thread.getByText("report.pdf, 33 bytes").waitFor();
      await press(worker, "Sign and send");
      await thread.locator(".messages").getByText("Is this the one?").waitFor();
      // What was sent is in the form no more.
      expect(await worker.page.locator("#message").inputValue()).toBe("");
      expect(await thread.locator("form .file").count()).toBe(0);
      expect(await worker.reader.barriers()).toEqual([]);
      const { items } = await agent(people.market, "worker").messages.list(key);
      expect(items[0]?.links).toEqual(expected);

      const poster = await people.person("buyer", "/app/post");
      const { page } = poster;
      await beginSummary(page);
      await page.getByLabel("Reward, USDC").fill("20");
      await page.locator("summary", { hasText: "Add links to the private details" }).click();
      await page.getByLabel("Links, one a line").fill(REPORT);
      await page.locator(".file input").setInputFiles(fileOf(CONTENT));
      await page.getByText("report.pdf, 33 bytes").waitFor();
      await press(poster, "Sign and post");
      await page.getByText("Say what the links are for.").waitFor();
      await page.getByLabel("Private details").fill("The text is in the report.");
      await press(poster, "Sign and post");
      await page.waitForURL(/\/app\/task\//);
      const [, contract = "", posted = ""] = /task\/([^/]+)\/(\d+)/.exec(page.url()) ?? [];
      const view = await agent(people.market, "buyer").participantView({
        contract: contract as "human",
        taskId: posted,
      });
      expect(view.privateDetails?.content?.links).toEqual(expected);
    },
    6 * STEP_MS,
  );

  it(
    "LP4: a URL that brings scripts, look-alike hosts or text without an end is text beside its check",
    async () => {
      const { taskId } = await people.market.task("human", {}, { steps: ["start"] });
      const key = { contract: "human", taskId: String(taskId) } as const;
      const urls = [...HOSTILE_LINKS, `https://evil.example/${MARK}"><img/src=x/onerror=window.ran=1>`];
      const links = urls.map((url) => ({ url, sha256: SHA256, bytes: CONTENT.length }));
      await agent(people.market, "worker").worker.submit(key, { text: MARK, links });
      const poster = await people.person("buyer", `/app/task/human/${taskId}`);
      await signIn(poster);
      await poster.page.locator(".links input").first().waitFor();
      expect(await poster.page.locator(".links input").count()).toBe(urls.length);
      expect(await faultsOf(poster, "links", SHOTS)).toEqual([]);
    },
    4 * STEP_MS,
  );
});
