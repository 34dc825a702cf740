import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fingerprintOf, isFileOf, MAX_FILE_BYTES, UntrustedError } from "../../packages/client/src/index";
import { fingerprintOf as fingerprintOfPath } from "../../packages/client/src/cli/file";
import { EXIT } from "../../packages/client/src/cli/exitCodes";
import { judgeFile, type FileVerdict } from "../../packages/client/src/tasks/links";
import { contentHash } from "../../functions/src/domain/content";
import type { Hex } from "../../functions/src/domain/keccak";
import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";
import { commandLine, words } from "./commandLine";
import { lyingFetch } from "./lying";

const folder = mkdtempSync(path.join(tmpdir(), "mkt-links-"));
const market = Market.forFile();
const mkt = commandLine(() => market, folder);

const sha256Of = (content: string) => createHash("sha256").update(content).digest("hex");
const fileOf = (name: string, content: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const known = (content: string) => ({ sha256: sha256Of(content), bytes: Buffer.byteLength(content) });

const [REPORT, ANNEX, PLAIN] = [
  "https://files.example/report",
  "https://files.example/ü",
  "https://files.example/plain",
];
const FIRST = "The first report, as it was delivered.\n";
const CHANGED = FIRST.replace("first", "fIrst");
const SECOND = "The second report.\n";

describe("a file", () => {
  it.each([[""], [FIRST], ["ü".repeat(200_000)]])(
    "has one hash and size in a browser and on the command line",
    async (content) => {
      const expected = known(content);
      expect(await fingerprintOf(new Blob([content]))).toEqual(expected);
      expect(await fingerprintOfPath(fileOf("any", content))).toEqual(expected);
    },
  );

  it("LP3: of more than WebCrypto may be given at once is refused before it is read", async () => {
    const huge = {
      size: MAX_FILE_BYTES + 1,
      arrayBuffer: () => Promise.reject(new Error("was read")),
    } as unknown as Blob;
    await expect(fingerprintOf(huge)).rejects.toMatchObject({ code: "file_too_large" });
  });

  it("is a link's by its hash, and by its size where one was given", () => {
    const file = known(FIRST);
    expect(isFileOf({ url: REPORT, ...file }, file)).toBe(true);
    expect(isFileOf({ url: REPORT, sha256: file.sha256 }, file)).toBe(true);
    expect(isFileOf({ url: REPORT, ...file, bytes: file.bytes + 1 }, file)).toBe(false);
    expect(isFileOf({ url: REPORT, ...known(CHANGED) }, file)).toBe(false);
    expect(isFileOf({ url: REPORT }, file)).toBeNull();
  });

  const report = { url: REPORT, ...known(FIRST) };
  it.each<[string, Parameters<typeof judgeFile>, FileVerdict["verdict"], number | null]>([
    ["is of the newest work", [known(FIRST), [[report]]], "same", 0],
    ["is of the second of two links", [known(FIRST), [[{ url: PLAIN }, report]]], "same", 0],
    ["has one byte changed", [known(CHANGED), [[report]]], "other", null],
    ["has the hash, and another size than was given", [known(FIRST), [[{ ...report, bytes: 1 }]]], "other", null],
    ["may be of a link without a hash", [known(CHANGED), [[{ url: PLAIN }, report]]], "unknown", null],
    ["is asked about a link without a hash", [known(FIRST), [[{ url: PLAIN }, report]], PLAIN], "unknown", null],
    [
      "is of another link than the one asked about",
      [known(FIRST), [[{ url: ANNEX, ...known(SECOND) }, report]], ANNEX],
      "other",
      null,
    ],
    ["is of an earlier round", [known(FIRST), [[report], [{ url: REPORT, ...known(SECOND) }]]], "earlier", 0],
    ["is of both rounds", [known(FIRST), [[report], [report]]], "same", 1],
    ["is asked about a link that there is not", [known(FIRST), [[report]], ANNEX], "no_link", null],
    ["is compared with work without links", [known(FIRST), [[report], []]], "no_link", null],
  ])("LP2: that %s", (_what, given, verdict, round) => {
    expect(judgeFile(...given)).toMatchObject({ verdict, round });
  });
});

it("LP2: tells by a hash that goes through command line, chain and case whether a file is the one that was submitted", async () => {
  const { taskId } = await market.task("agent-fast", {}, { steps: ["start"] });
  const at = words`${String(taskId)} --contract agent-fast`;
  const [first, changed, second] = [fileOf("first", FIRST), fileOf("changed", CHANGED), fileOf("second", SECOND)];
  const check = (role: "buyer" | "worker" | "arbiter" | "stranger", file: string, ...more: string[]) =>
    mkt(words`task check-file ${at} --file ${file} ${more}`, role);

  const none = await check("buyer", first);
  expect([none.code, none.err]).toEqual([EXIT.refused, expect.stringContaining("no work that can be read")]);
  const links = words`--link ${PLAIN} --link ${REPORT} --file ${first} --link ${ANNEX} --file ${second}`;
  const sent = await mkt(words`task work submit ${at} --text ${"See the files."} ${links}`, "worker");
  expect([sent.code, sent.err]).toEqual([0, ""]);

  const read = await mkt(words`--json task decide read ${at}`, "buyer");
  type Work = { submissionHash: string; submission: { text: string; links: object[]; salt: Hex } };
  const [work] = read.json["submissions"] as [Work];
  expect(work.submission.links).toEqual([
    { url: PLAIN },
    { url: REPORT, ...known(FIRST) },
    { url: ANNEX, ...known(SECOND) },
  ]);
  // What the service stored is what the client hashed, and what the chain holds.
  expect(work.submissionHash).toBe(contentHash({ kind: "submission", value: work.submission as never }));
  const view = await agent(market, "buyer").participantView({ contract: "agent-fast", taskId: String(taskId) });
  expect(view.submissions).toMatchObject([{ hash: work.submissionHash, onChain: true }]);
  expect((await mkt(words`task decide read ${at}`, "buyer")).out).toContain(
    `${REPORT}  (sha256 ${sha256Of(FIRST)}, ${FIRST.length} bytes)`,
  );

  const same = await check("buyer", first);
  expect([same.code, same.out]).toEqual([0, `This is the file that was submitted: ${REPORT}`]);
  const refused = async (file: string, said: string, ...more: string[]) => {
    const { code, err } = await check("buyer", file, ...more);
    expect([code, err]).toEqual([EXIT.refused, expect.stringContaining(said)]);
  };
  await refused(changed, `This is not the file that was submitted behind ${REPORT}.`, "--link", REPORT);
  await refused(first, `This is not the file that was submitted behind ${ANNEX}.`, "--link", ANNEX);
  await refused(changed, "no hash was given for at least one link");
  await refused(first, `no hash was given for ${PLAIN}`, "--link", PLAIN);
  await refused(first, "has no link https://files.example/other", "--link", "https://files.example/other");
  expect((await check("stranger", first)).code).toBe(EXIT.refused);
  expect((await check("buyer", path.join(folder, "missing"))).code).toBe(EXIT.usage);

  const reason = words`--submission ${work.submissionHash} --reason ${"As in the file."} --link ${ANNEX} --file ${changed}`;
  expect((await mkt(words`task decide changes ${at} ${reason}`, "buyer")).code).toBe(0);
  const better = words`--text Better. --link ${REPORT} --file ${second}`;
  expect((await mkt(words`task work resubmit ${at} ${better}`, "worker")).err).toBe("");
  expect((await check("buyer", second)).code).toBe(0);
  await refused(first, `it was submitted in round 0, behind ${REPORT}`);
  expect((await mkt(words`task work read ${at}`, "worker")).out).toContain(sha256Of(CHANGED));

  const message = words`--text ${"Which one?"} --link ${REPORT} --file ${second}`;
  expect((await mkt(words`message send ${at} ${message}`, "buyer")).code).toBe(0);
  expect((await mkt(words`message list ${at}`, "worker")).out).toContain(sha256Of(SECOND));
});

it("LP2: shows the hashes in the case of a dispute, and lets its arbiter check a file", async () => {
  const { taskId } = await market.task("agent-fast", {}, { steps: ["start"] });
  const at = words`${String(taskId)} --contract agent-fast`;
  const [first, second] = [fileOf("first", FIRST), fileOf("second", SECOND)];
  await mkt(words`task work submit ${at} --text Done. --link ${REPORT} --file ${first}`, "worker");
  await market.take("reject", { contract: "agent-fast", taskId });
  const arbiter = (file: string) => mkt(words`task check-file ${at} --file ${file}`, "arbiter");
  expect((await arbiter(first)).code).toBe(EXIT.refused);
  const evidence = words`--text ${"It was there."} --link ${ANNEX} --file ${second}`;
  expect((await mkt(words`task work contest ${at} ${evidence}`, "worker")).err).toBe("");
  const { out } = await mkt(words`rule show ${at}`, "arbiter");
  for (const content of [FIRST, SECOND]) expect(out).toContain(`sha256 ${sha256Of(content)}`);
  expect((await arbiter(first)).out).toBe(`This is the file that was submitted: ${REPORT}`);
  expect((await arbiter(second)).err).toContain("This is not the file that was submitted.");
});

it("sends private links of a new task with their files, and says where an option lacks its link", async () => {
  const brief = fileOf("brief", FIRST);
  const offer = words`--title Count --description Count. --category science --reward 5 --stake 0.5`;
  const create = words`--json --max-usdc 5 task create --contract agent-fast ${offer} --private Look.`;
  const made = await mkt(words`${create} --private-link ${REPORT} --private-file ${brief}`, "buyer");
  const { taskId } = made.json["task"] as { taskId: string };
  const at = words`${taskId} --contract agent-fast`;
  await mkt(words`task work stake ${at}`, "worker");
  expect((await mkt(words`task work details ${at}`, "worker")).out).toContain(sha256Of(FIRST));
  for (const wrong of [
    words`--file ${brief}`,
    ["--file", brief, "--link", REPORT],
    ["--link", REPORT, "--file", brief, "--file", brief],
  ]) {
    const { code, err } = await mkt(words`task work submit ${at} --text x ${wrong}`, "worker");
    expect([code, err]).toEqual([EXIT.usage, expect.stringContaining("after the link")]);
  }
  const twice = words`--link ${REPORT} --link ${REPORT} --file ${brief}`;
  expect(await mkt(words`task work submit ${at} --text x ${twice}`, "worker")).toMatchObject({
    code: EXIT.refused,
    err: expect.stringContaining("must not be the same"),
  });
});

it("LP2: believes no link that does not hash to what the service calls the work's hash", async () => {
  const { task } = await agent(market, "buyer").poster.create(OFFER);
  const worker = agent(market, "worker");
  await worker.worker.stake(task);
  await worker.worker.submit(task, { text: "Done.", links: [{ url: REPORT, ...known(FIRST) }] });
  const lie = (answer: Record<string, unknown>) =>
    JSON.parse(JSON.stringify(answer).replaceAll(sha256Of(FIRST), sha256Of(SECOND))) as unknown;
  const deceived = agent(market, "buyer", { fetch: lyingFetch("/mkt/task", lie) });
  await expect(deceived.checkFile(task, new Blob([SECOND]))).rejects.toBeInstanceOf(UntrustedError);
  expect(await agent(market, "buyer").checkFile(task, new Blob([FIRST]))).toMatchObject({ verdict: "same" });
});
