import { FieldValue } from "@google-cloud/firestore";
import { id } from "ethers";
import { contentHash, salted, type ContentOf } from "../../../functions/src/domain/content";
import type { Hex } from "../../../functions/src/domain/keccak";
import { metadataHash } from "../../../functions/src/domain/task/metadata";
import { taskName, type TaskKey } from "../../../functions/src/domain/task/events";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

let salts = 0;
const words = (text: string) => {
  const { links, salt } = salted({ text }, Buffer.alloc(32, ++salts));
  return { text, links: [...links], salt };
};
const DETAILS = { ...words("The key is under the mat."), links: [{ url: "https://files.example/key" }] };
const OFFER = {
  ...METADATA,
  tags: ["text"],
  privateDetailsHash: contentHash({ kind: "privateDetails", value: DETAILS }),
};

/** A task whose metadata, with private details, is known to the chain alone. */
const bare = () => market.task("human", { metadataHash: metadataHash(OFFER) }, { metadata: null });
const bring = (key: TaskKey, more: object, role: Role = "buyer") =>
  market.call("/mkt/metadata", role, { ...named(key), metadata: OFFER, ...more });
const reveal = (key: TaskKey, role: Role) => market.call("/mkt/private-details", role, named(key));
const view = (key: TaskKey, role: Role) => market.call("/mkt/task", role, named(key));
const submit = (key: TaskKey, work: object, role: Role = "worker") =>
  market.call("/mkt/submission", role, { ...named(key), ...work });
const hashOf = (value: ContentOf<"submission">["value"]) => contentHash({ kind: "submission", value });
const submitOnChain = (key: TaskKey, submissionHash: Hex) =>
  market.stage.call({ function: "submitWork", ...key, submissionHash }, "worker");

describe("happy", () => {
  it("takes metadata late, shows them, and reveals the private details to the worker who staked", async () => {
    const key = await bare();
    const reply = await bring(key, { privateDetails: DETAILS });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        ok: true,
        ...named(key),
        contractAddress: market.stage.addresses.human,
        metadataHash: metadataHash(OFFER),
        privateDetailsStored: true,
      },
    ]);
    expect((await market.get("/mkt/task", { id: String(key.taskId) })).json).toMatchObject({
      title: METADATA.title,
      category: METADATA.category,
    });
    expect((await reveal(key, "buyer")).json).toMatchObject({ privateDetails: DETAILS });
    expect((await reveal(key, "worker")).status).toBe(403);
    await market.take("start", key);
    expect((await reveal(key, "worker")).json).toMatchObject({
      ...named(key),
      privateDetails: DETAILS,
      privateDetailsHash: OFFER.privateDetailsHash,
    });
    expect((await view(key, "worker")).json).toMatchObject({ role: "worker", privateDetails: { content: DETAILS } });
  });

  it("keeps work as a draft before the chain knows it, and shows it to the buyer afterwards", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const drafted = await submit(key, { text: "My work", links: [{ url: "https://files.example/1" }] });
    expect([drafted.status, drafted.json]).toMatchObject([
      200,
      { stored: "draft", salt: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    ]);
    const { submissionHash, salt } = drafted.json as { submissionHash: Hex; salt: Hex };
    expect(submissionHash).toBe(hashOf({ text: "My work", links: [{ url: "https://files.example/1" }], salt }));
    await submitOnChain(key, submissionHash);
    await market.sync(key);
    expect((await view(key, "buyer")).json).toMatchObject({
      submissions: [{ hash: submissionHash, content: null, onChain: true }],
    });
    const late = await submit(key, { text: "My work", links: [{ url: "https://files.example/1" }], salt });
    expect(late.json).toMatchObject({ stored: "task", _nextAction: { actor: "poster", endpoint: "/agentDecide" } });
    expect((await view(key, "buyer")).json).toMatchObject({ submissions: [{ content: { text: "My work", salt } }] });
  });

  it("takes the same content twice, and has nothing booked again for it", async () => {
    const key = await bare();
    expect((await bring(key, { privateDetails: DETAILS })).status).toBe(200);
    const task = db.doc(`tasks/${taskName(key)}`);
    await task.update({ unbooked: FieldValue.delete() });
    expect((await bring(key, {})).json).toMatchObject({ ok: true, privateDetailsStored: false });
    expect((await task.get()).get("unbooked")).toBeUndefined();
    expect((await reveal(key, "buyer")).json).toMatchObject({ privateDetails: DETAILS });
  });
});

describe("refusals", () => {
  it("M3: refuses metadata, private details and work with one character changed", async () => {
    const key = await bare();
    const forged = [
      { metadata: { ...OFFER, title: `${OFFER.title}.` } },
      { metadata: { ...OFFER, tags: [] } },
      { metadata: { ...OFFER, industry: "any" } },
      { privateDetails: { ...DETAILS, text: `${DETAILS.text}!` } },
      { privateDetails: { ...DETAILS, salt: id("another") } },
      { privateDetails: { ...DETAILS, links: [] } },
    ];
    for (const more of forged) {
      const { status, json } = await bring(key, more);
      expect([more, status, json["code"]]).toEqual([more, 409, "metadata_hash_mismatch"]);
    }
    expect((await market.get("/mkt/task", { id: String(key.taskId) })).json["title"]).toBeNull();
    const work = words("good work");
    await market.take("start", key);
    await submitOnChain(key, hashOf(work));
    await market.sync(key);
    for (const changed of [
      { ...work, text: "good worK" },
      { ...work, salt: id("salt") },
      { ...work, links: [{ url: "https://a.example" }] },
      { text: work.text },
    ]) {
      expect((await submit(key, changed)).json["code"]).toBe("metadata_hash_mismatch");
    }
    expect((await submit(key, work)).json).toMatchObject({ stored: "task" });
  });

  it("refuses everybody but the party whose content it is", async () => {
    const key = await bare();
    await market.take("start", key);
    for (const role of ["worker", "worker2", "arbiter", "stranger"] as const)
      expect((await bring(key, {}, role)).json["code"]).toBe("forbidden_role");
    for (const role of ["buyer", "worker2", "arbiter", "stranger"] as const)
      expect((await submit(key, { text: "x" }, role)).json["code"]).toBe("forbidden_role");
  });

  it("refuses tasks that are not there", async () => {
    const none = { contract: "human", taskId: 77_777n } as const;
    expect((await bring(none, {})).json["code"]).toBe("task_not_found");
    expect((await submit(none, { text: "x" })).json["code"]).toBe("task_not_found");
    expect((await reveal(none, "buyer")).json["code"]).toBe("task_not_found");
  });
});

describe("security", () => {
  it("M5: refuses private details to unrelated, interested and former workers", async () => {
    const key = await bare();
    await bring(key, { privateDetails: DETAILS });
    await market.call("/mkt/interest", "worker2", named(key));
    await market.take("start", key);
    for (const role of ["worker2", "stranger", "arbiter"] as const) {
      const { status, text, json } = await reveal(key, role);
      expect([role, status, json["code"]]).toEqual([role, 403, "forbidden_role"]);
      expect(text).not.toContain("under the mat");
    }
    await market.pass(8 * 86_400);
    await market.take("expireWork", key);
    expect((await reveal(key, "worker")).status).toBe(403);
    const former = await view(key, "worker");
    expect([former.status, former.json["privateDetails"]]).toEqual([200, null]);
    expect((await reveal(key, "buyer")).status).toBe(200);
  });

  it("M14: refuses hidden, reversed and private-use characters in what everybody reads", async () => {
    const key = await bare();
    for (const bad of [
      "a\u202eb",
      "a\u200bb",
      "a\u2066b",
      "a\ue000b",
      "a\u0000b",
      "a\u001b[2Jb",
      " two",
      "x\u00a0y",
      "\ufeffa",
      "A\uff21",
    ]) {
      const { status, json } = await bring(key, { metadata: { ...OFFER, title: bad } });
      expect([bad, status, json["code"]]).toEqual([bad, 400, "invalid_request"]);
    }
  });

  it("M15: hands links on without opening them, and refuses what is no public https address", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const bad = [
      "http://files.example",
      "https://user:pass@files.example",
      "https://localhost/x",
      "javascript:alert(1)",
      "https://a.example/\r\nX: y",
      "file:///etc/passwd",
      "https://exa mple.com",
      "data:text/html,x",
    ];
    for (const link of bad)
      expect([link, (await submit(key, { text: "x", links: [{ url: link }] })).json["code"]]).toEqual([
        link,
        "invalid_request",
      ]);
    const opened: unknown[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = (...asked) => {
      opened.push(asked[0]);
      return real(...asked);
    };
    try {
      expect((await submit(key, { text: "x", links: [{ url: "https://127.0.0.1.nip.example/secret" }] })).status).toBe(
        200,
      );
    } finally {
      globalThis.fetch = real;
    }
    expect(JSON.stringify(opened)).not.toContain("nip.example");
  });
});

describe("Firestore operations", () => {
  it("are at most two reads and two writes beyond what is stored", async () => {
    const key = await bare();
    const both = await market.sign("/mkt/metadata", "buyer", {
      ...named(key),
      metadata: OFFER,
      privateDetails: DETAILS,
    });
    count.reset();
    await market.post("/mkt/metadata", both);
    // The metadata with the task, its words, the details, and the nonce.
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 4 });
    const alone = await market.sign("/mkt/metadata", "buyer", { ...named(key), metadata: OFFER });
    count.reset();
    await market.post("/mkt/metadata", alone);
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 1 });
    await market.take("start", key);
    const draft = await market.sign("/mkt/submission", "worker", { ...named(key), text: "work" });
    const read = await market.sign("/mkt/private-details", "worker", named(key));
    count.reset();
    await market.post("/mkt/submission", draft);
    expect(count).toMatchObject({ documentsRead: 1, documentsWritten: 2 });
    count.reset();
    expect((await market.post("/mkt/private-details", read)).status).toBe(200);
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 1 });
  });
});
