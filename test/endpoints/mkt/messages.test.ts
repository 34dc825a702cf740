import type { TaskKey } from "../../../functions/src/domain/task/events";
import { MAX_ARBITER_DAYS } from "../../../functions/src/domain/content";
import {
  MAX_UNANSWERED,
  MAX_MESSAGE,
  MAX_MESSAGE_LINKS,
  OPEN_AFTER_SECONDS,
} from "../../../functions/src/domain/thread";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";
import { freshCaller } from "../../setup/payments";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

interface Shown {
  number: number;
  author: string;
  role: string;
  text: string;
  links: { url: string }[];
}
const PATH = "/mkt/messages";
const write = async (key: TaskKey, role: Role, text: string, more: Record<string, unknown> = {}) =>
  market.post(PATH, await market.sign(PATH, role, { ...named(key), text, ...more }), freshCaller());
const list = async (key: TaskKey, role: Role, more: Record<string, unknown> = {}) => {
  const path = `${PATH}/list`;
  const reply = await market.post(path, await market.sign(path, role, { ...named(key), ...more }), freshCaller());
  return { ...reply, texts: ((reply.json["items"] ?? []) as Shown[]).map(({ text }) => text) };
};
const of = (worker: Role) => ({ worker: market.address(worker) });
const interest = (key: TaskKey, role: Role, action = "register") =>
  market.call("/mkt/interest", role, { ...named(key), action });
const reject = (key: TaskKey, worker: Role) =>
  market.call("/mkt/interest/resolve", "buyer", { ...named(key), ...of(worker), decision: "reject" });
const selection = async (...interested: Role[]) => {
  const key = await market.task("human", { mode: "selection" });
  for (const role of interested) await interest(key, role);
  return key;
};

describe.each(["human", "agent-fast"] as const)("a thread on %s", (contract) => {
  it("holds what the poster and the worker who staked write, in order", async () => {
    const key = await market.task(contract, {}, { steps: ["start"] });
    const links = [{ url: "https://files.example/glossary", sha256: "5a".repeat(32), bytes: 7 }];
    const first = await write(key, "worker", "Which spelling?\r\nBritish?", { links });
    expect(first).toMatchObject({
      status: 200,
      json: { ok: true, ...named(key), worker: market.address("worker"), number: 1 },
    });
    expect((await write(key, "buyer", "British.")).json["number"]).toBe(2);
    const { json } = await list(key, "worker");
    expect(json).toMatchObject({
      ...named(key),
      poster: market.address("buyer"),
      worker: market.address("worker"),
      role: "worker",
      closed: null,
      closesAt: null,
      items: [
        { number: 2, author: market.address("buyer"), role: "poster", text: "British.", links: [] },
        { number: 1, author: market.address("worker"), role: "worker", text: "Which spelling?\nBritish?", links },
      ],
      nextCursor: null,
    });
    expect((await list(key, "buyer", of("worker"))).json).toEqual({ ...json, role: "poster" });
  });
});

describe("who may", () => {
  it("TH1: a stranger learns nothing, not even whether there is a thread, and writes to no one", async () => {
    const [silent, busy] = [await selection(), await selection("worker")];
    await write(busy, "worker", "Is it urgent?");
    const refusals = await Promise.all(
      [silent, busy].flatMap((key) => [
        list(key, "stranger", of("worker")),
        list(key, "stranger"),
        write(key, "stranger", "Psst"),
      ]),
    );
    expect(
      new Set(refusals.map(({ status, json }) => `${status} ${String(json["code"])} ${String(json["detail"])}`)).size,
    ).toBe(1);
    expect(refusals[0]?.json["code"]).toBe("forbidden_role");
    expect((await list(busy, "worker2", of("worker"))).json["code"]).toBe("forbidden_role");
    expect((await list(busy, "arbiter", of("worker"))).json["code"]).toBe("forbidden_role");
    expect((await write(busy, "buyer", "Hello?", of("worker2"))).json["code"]).toBe("not_found");
    expect((await list(busy, "buyer")).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/worker" }],
    });
  });

  it("TH1: threads with several workers are apart", async () => {
    const key = await selection("worker", "worker2");
    await write(key, "worker", "I can do it.");
    await write(key, "buyer", "When?", of("worker2"));
    expect((await list(key, "worker")).texts).toEqual(["I can do it."]);
    expect((await list(key, "worker2")).texts).toEqual(["When?"]);
    expect((await list(key, "buyer", of("worker"))).texts).toEqual(["I can do it."]);
  });

  it("TH2: an interest that is rejected or withdrawn closes the thread for both, who still read it", async () => {
    const key = await selection("worker", "worker2");
    await write(key, "worker", "Take me.");
    await reject(key, "worker");
    expect((await write(key, "worker", "Why?")).json).toMatchObject({
      code: "state_conflict",
      detail: expect.stringContaining("rejected") as string,
    });
    expect((await write(key, "buyer", "No.", of("worker"))).json["code"]).toBe("state_conflict");
    const read = await list(key, "worker");
    expect([read.texts, read.json["closed"]]).toEqual([["Take me."], expect.stringContaining("rejected")]);
    await interest(key, "worker2", "withdraw");
    expect((await write(key, "worker2", "Hm.")).json["detail"]).toContain("withdrawn");
    await market.pass(601);
    await interest(key, "worker2");
    expect((await write(key, "worker2", "I am back.")).status).toBe(200);
  });

  it("TH2: a thread with a worker who was not taken closes when another starts", async () => {
    const key = await selection("worker", "worker2");
    await market.take("start", key);
    expect((await write(key, "worker2", "And I?")).json["detail"]).toContain("STARTED without this worker");
    expect((await write(key, "worker", "I begin.")).status).toBe(200);
  });

  it("TH2: a poster who is not answering gets five messages of a worker, and no more", async () => {
    const key = await selection("worker");
    for (let at = 1; at <= MAX_UNANSWERED; at++) expect((await write(key, "worker", `${at}`)).status).toBe(200);
    expect((await write(key, "worker", "Hello?")).json["code"]).toBe("message_limit_reached");
    await write(key, "buyer", "Yes?", of("worker"));
    expect((await write(key, "worker", "Hello!")).status).toBe(200);
  });

  it("TH6: the arbiter reads all of it once disputed, asks while disputed, and is told of messages", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "reject"] });
    await write(key, "worker", "You never looked.");
    expect((await list(key, "arbiter")).json["code"]).toBe("forbidden_role");
    expect((await write(key, "arbiter", "Peace!")).json["code"]).toBe("forbidden_role");
    await market.take("contest", key);
    expect((await list(key, "arbiter")).texts).toEqual(["You never looked."]);
    expect((await write(key, "arbiter", "Which page is missing?")).status).toBe(200);
    expect((await write(key, "buyer", "The second.")).status).toBe(200);
    const session = await market.session("arbiter");
    const told = await market.get(
      "/mkt/events",
      { wallet: market.address("arbiter"), types: "message.posted" },
      session,
    );
    expect(told.json["items"]).toMatchObject([{ actor: market.address("buyer"), data: { number: 3, role: "poster" } }]);
    await market.take("rule", key);
    expect((await list(key, "arbiter")).texts).toHaveLength(3);
    expect((await write(key, "arbiter", "Well.")).json["code"]).toBe("state_conflict");
    expect((await write(key, "worker", "Thanks.")).status).toBe(200);
  });

  it("TH6: the arbiter reads nothing of a dispute that a reorg has undone", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "reject"] });
    await write(key, "worker", "It is complete.");
    await market.take("contest", key);
    expect((await list(key, "arbiter")).status).toBe(200);
    await market.chain.reorg(1);
    expect((await list(key, "arbiter")).json["code"]).toBe("forbidden_role");
  });

  it("TH6: the arbiter stops reading 30 days after the end, as it does in the case; the parties read on", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit", "reject", "contest"] });
    await write(key, "worker", "It is complete.");
    await market.take("rule", key);
    await market.pass(MAX_ARBITER_DAYS * 86_400 - 60);
    const both = async () => [
      (await list(key, "arbiter")).status,
      (await market.call("/mkt/dispute", "arbiter", named(key))).status,
    ];
    expect(await both()).toEqual([200, 200]);
    await market.pass(120);
    expect(await both()).toEqual([403, 403]);
    expect((await list(key, "arbiter")).json["code"]).toBe("forbidden_role");
    expect((await list(key, "worker")).texts).toEqual(["It is complete."]);
  });

  it("TH2: a thread closes seven days after the settlement, and stays readable", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    expect((await write(key, "buyer", "Thank you.")).status).toBe(200);
    const open = await list(key, "worker");
    expect(Date.parse(String(open.json["closesAt"]))).toBeGreaterThan(market.nowMs());
    await market.pass(OPEN_AFTER_SECONDS + 60);
    expect((await write(key, "worker", "Welcome.")).json["code"]).toBe("state_conflict");
    expect((await list(key, "worker")).texts).toEqual(["Thank you."]);
  });
});

describe("posting", () => {
  it("TH4: takes effect once, signed or in a session", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const signed = await market.sign(PATH, "worker", { ...named(key), text: "once" });
    const [one, two] = await Promise.all([market.post(PATH, signed), market.post(PATH, signed)]);
    expect([one.status, two.text]).toEqual([200, one.text]);
    const session = await market.session("buyer");
    const body = { ...named(key), text: "once more", nonce: "n".repeat(16) };
    const sent = [await market.post(PATH, body, session), await market.post(PATH, body, session)];
    expect(sent.map(({ json }) => json["number"])).toEqual([2, 2]);
    expect((await market.post(PATH, { ...body, text: "other" }, session)).json["code"]).toBe("nonce_used");
    expect((await market.post(PATH, { ...body, nonce: "short" }, session)).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/nonce" }],
    });
    expect((await list(key, "worker")).texts).toEqual(["once more", "once"]);
  });

  it("TH5: gives each of many concurrent messages a number of its own", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const replies = await Promise.all(
      ["a", "b", "c"].flatMap((text) => [write(key, "worker", text), write(key, "buyer", text)]),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(replies.map(({ json }) => json["number"]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await list(key, "worker")).texts).toHaveLength(6);
  });

  it("TH1: tells the other side by an event without the text, and no one else", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    await write(key, "worker", "CANARY-message");
    const feed = async (role: Role) => {
      const query = { wallet: market.address(role), ...named(key), types: "message.posted" };
      return market.get("/mkt/events", query, await market.session(role));
    };
    const { items } = (await feed("buyer")).json as { items: Record<string, unknown>[] };
    expect(items).toMatchObject([
      {
        type: "message.posted",
        actor: market.address("worker"),
        recipients: [market.address("buyer")],
        finality: "final",
        data: { thread: market.address("worker"), number: 1, role: "worker", read: "/mkt/messages/list" },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain("CANARY");
    expect((await feed("worker")).json["items"]).toEqual([]);
    expect((await market.get("/mkt/events", { ...named(key), types: "message.posted" })).json["items"]).toEqual([]);
    expect(JSON.stringify(market.log.lines)).not.toContain("CANARY");
  });

  it.each([
    ["too long", { text: "a".repeat(MAX_MESSAGE + 1) }, "/text"],
    ["blank", { text: " \n " }, "/text"],
    ["in tag characters that only a model reads", { text: "Hi\u{E0041}\u{E0042}" }, "/text"],
    ["that turns its direction", { text: "pay \u202Eylno" }, "/text"],
    ["with a terminal's escapes", { text: "\u001b[2J" }, "/text"],
    ["with a link that is not https", { text: "x", links: [{ url: "http://a.example" }] }, "/links/0/url"],
    ["with a link to a bare host", { text: "x", links: [{ url: "https://localhost/" }] }, "/links/0/url"],
    ["with a password in a link", { text: "x", links: [{ url: "https://a:b@c.example/" }] }, "/links/0/url"],
    ["with a size but no hash", { text: "x", links: [{ url: "https://a.example/", bytes: 1 }] }, "/links/0/bytes"],
    [
      "with too many links",
      {
        text: "x",
        links: Array.from({ length: MAX_MESSAGE_LINKS + 1 }, (_, at) => ({ url: `https://a.example/${at}` })),
      },
      "/links",
    ],
  ])("TH3: refuses a text %s", async (_what, { text, ...more }: { text: string; links?: object[] }, pointer) => {
    const key = await market.task("human", {}, { steps: ["start"] });
    expect((await write(key, "worker", text, more)).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer }],
    });
  });
});

describe("reading", () => {
  it("goes page by page, newest first, or by what is new, at limit + 1 reads", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    for (const text of ["1", "2", "3", "4", "5"]) await write(key, "worker", text);
    const page = await list(key, "buyer", { limit: 2 });
    expect([page.texts, page.json["nextCursor"]]).toEqual([["5", "4"], "4"]);
    const rest = await list(key, "buyer", { limit: 3, cursor: "4" });
    expect([rest.texts, rest.json["nextCursor"]]).toEqual([["3", "2", "1"], null]);
    const fresh = await list(key, "buyer", { limit: 2, after: 2 });
    expect([fresh.texts, fresh.json["nextCursor"]]).toEqual([["3", "4"], "4"]);
    expect((await list(key, "buyer", { after: 5 })).texts).toEqual([]);
    expect((await list(key, "buyer", { after: 1, cursor: "4" })).json["code"]).toBe("invalid_request");
    const session = await market.session("buyer");
    count.reset();
    const reply = await market.post(`${PATH}/list`, { ...named(key), limit: 2 }, session);
    expect(reply.status).toBe(200);
    // The session, the task, the client's budget, and limit + 1 messages.
    expect(count.documentsRead).toBeLessThanOrEqual(1 + 1 + 1 + 3);
  });
});
