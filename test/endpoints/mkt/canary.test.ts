import type { TaskKey } from "../../../functions/src/domain/task/events";
import { firestoreEventLog } from "../../../functions/src/adapters/firestore/events/eventLog";
import { toAddress } from "../../../functions/src/domain/address";
import { eventView } from "../../../functions/src/domain/events/event";
import { newDelivery } from "../../../functions/src/domain/webhooks/delivery";
import { contentHash } from "../../../functions/src/domain/content";
import type { Hex } from "../../../functions/src/domain/keccak";
import { metadataHash } from "../../../functions/src/domain/task/metadata";
import { scopeOf } from "../../../functions/src/http/endpoint";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import type { Role } from "../../../dev/local/wallets";
import { Wallet } from "ethers";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA, named } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { oneIn, sampled } from "../../setup/runs";
import type { Reply } from "../../setup/paying/buyer";

const { db, projectId } = testFirestore();
let key: TaskKey;
let other: TaskKey;

/** Each private text of the task holds one of these words. */
const CANARY = {
  details: "canary-details",
  work: "canary-submission",
  reason: "canary-reason",
  newWork: "canary-newwork",
  worker: "canary-worker-message",
  worker2: "canary-worker2-message",
  thread: "canary-thread",
  feedback: "canary-feedback",
} as const;
type Canary = keyof typeof CANARY;
const NO_SESSION = `ses_${"0".repeat(32)}`;
const ALL = Object.keys(CANARY) as Canary[];

/** A word in each public text by users: anyone may read it, but no agent takes a refusal or an event for words by others. */
const PUBLIC = "canarypublic";

/** Who may read what, at which address; nothing else is for anyone. */
const MAY_READ: Partial<Record<string, Partial<Record<Role, readonly Canary[]>>>> = {
  "POST /mkt/task": {
    buyer: ["details", "work", "reason", "newWork", "worker", "worker2"],
    worker: ["details", "work", "reason", "newWork", "worker"],
    worker2: ["worker2"],
  },
  "POST /mkt/private-details": { buyer: ["details"], worker: ["details"] },
  "POST /agentGetPrivateDetails": { buyer: ["details"], worker: ["details"] },
  "POST /agentGetSubmissionDetails": { buyer: ["work", "reason", "newWork"], worker: ["work", "reason", "newWork"] },
  "POST /mkt/messages/list": { buyer: ["thread"], worker: ["thread"] },
  "POST /mkt/interest": { worker: ["worker"], worker2: ["worker2"] },
};
const ROLES: readonly Role[] = ["buyer", "worker", "worker2", "arbiter", "stranger"];
const sessions: Partial<Record<Role, string>> = {};
const SALT: Hex = `0x${"5a".repeat(32)}`;
const words = (text: string) => ({ text, links: [] as { url: string }[], salt: SALT });

const market = Market.forFile(db);
beforeAll(async () => {
  const details = words(CANARY.details);
  const metadata = {
    ...METADATA,
    title: `Translate ${PUBLIC}`,
    description: `Send ${PUBLIC} to me.`,
    tags: [PUBLIC],
    acceptance: { criteria: [PUBLIC] },
    privateDetailsHash: contentHash({ kind: "privateDetails", value: details }),
  };
  key = await market.task("human", { mode: "selection", metadataHash: metadataHash(metadata) }, { metadata: null });
  await market.call("/mkt/metadata", "buyer", { ...named(key), metadata, privateDetails: details });
  await market.call("/mkt/interest", "worker", { ...named(key), message: CANARY.worker });
  await market.call("/mkt/interest", "worker2", { ...named(key), message: CANARY.worker2 });
  await market.take("start", key);
  await market.call("/mkt/messages", "worker", { ...named(key), text: CANARY.thread });
  const submissionHash = contentHash({ kind: "submission", value: words(CANARY.work) });
  await market.stage.call({ function: "submitWork", ...key, submissionHash }, "worker");
  await market.sync(key);
  await market.call("/mkt/submission", "worker", { ...named(key), ...words(CANARY.work) });
  const first = await market.call("/mkt/request-changes", "buyer", { ...named(key), reason: CANARY.reason });
  const { body } = (first.json as { _nextAction: { body: { transaction: { to: string; data: string } } } })._nextAction;
  const txHash = await market.chain.send({ from: "buyer", to: body.transaction.to, data: body.transaction.data });
  expect((await market.call("/mkt/request-changes", "buyer", { ...body, txHash })).status).toBe(200);
  const ready = await market.post("/mkt/sign/prepare", {
    endpoint: "/mkt/resubmit",
    wallet: market.address("worker"),
    body: { ...named(key), text: CANARY.newWork },
  });
  const { domain, types, message } = ready.json["typedData"] as {
    domain: object;
    types: Record<string, { name: string; type: string }[]>;
    message: object;
  };
  const resubmissionSignature = await market.chain.wallet("worker").signTypedData(domain, types, message);
  expect(
    (await market.call("/mkt/resubmit", "worker", { ...(ready.json["request"] as object), resubmissionSignature }))
      .status,
  ).toBe(200);
  await market.call("/mkt/feedback", "worker", { ...named(key), role: "worker", message: CANARY.feedback });
  other = await market.task();
  for (const role of ["buyer", "worker"] as const)
    expect(
      (await market.call("/mkt/profile", role, { displayName: `${PUBLIC} ${role}`, avatarSeed: role })).status,
    ).toBe(200);
  const listing = {
    title: PUBLIC,
    description: PUBLIC,
    category: "other",
    tags: [PUBLIC],
    priceUsdc: "5",
    turnaroundSeconds: 3_600,
  };
  const published = await market.call("/mkt/service", "worker", { action: "publish", ...listing });
  expect([published.status, published.text]).toEqual([200, expect.stringContaining(PUBLIC)]);
  for (const role of ROLES) {
    const challenge = await market.post("/mktAgentSessionChallenge", { wallet: market.address(role) }, freshCaller());
    const signature = await new Wallet(market.chain.wallet(role).privateKey).signMessage(
      String(challenge.json["message"]),
    );
    sessions[role] = String(
      (await market.post("/mktAgentSession", { message: challenge.json["message"], signature }, freshCaller())).json[
        "agentSessionToken"
      ],
    );
  }
});

const routes = Object.values(ENDPOINTS).flat();
const found = ({ text, headers }: Reply) => {
  const all = `${text}\n${[...headers].map((pair) => pair.join(": ")).join("\n")}`;
  return ALL.filter((name) => all.includes(CANARY[name]));
};

/** The route's own example about the task with the canaries, then the ways in which a request can be wrong. */
function variants({ wait, cursor, ...example }: Record<string, unknown>): Record<string, unknown>[] {
  const { contract, taskId } = named(key);
  const about = {
    ...example,
    // From the beginning of a log, without waiting for what comes next.
    ...(wait === undefined && cursor !== undefined && { cursor }),
    ...("taskId" in example && { taskId, contract }),
    ...("id" in example && { id: taskId, contract }),
  };
  const swap = (field: string, value: unknown) => (field in about ? [{ ...about, [field]: value }] : []);
  return [
    about,
    {},
    { ...about, unknown: 1 },
    ...swap("taskId", String(other.taskId)),
    ...swap("taskId", "99999"),
    ...swap("taskId", "x"),
    ...swap("id", String(other.taskId)),
    ...swap("id", "99999"),
    ...swap("id", "x"),
    ...swap("contract", "agent-fast"),
    ...swap("contract", "nowhere"),
    ...swap("wallet", "nobody"),
    ...swap("worker", market.address("worker")),
    ...swap("worker", "nobody"),
    ...swap("txHash", `0x${"ab".repeat(32)}`),
  ];
}

async function crawl(
  method: string,
  path: string,
  role: Role | null,
  body: Record<string, unknown>,
  by: "nothing" | "signature" | "session",
): Promise<Reply> {
  const session = { authorization: `Bearer ${(role && sessions[role]) ?? ""}`, ...freshCaller() };
  if (method === "GET") return market.get(path, body as Record<string, string>, by === "session" ? session : {});
  if (role === null || by === "nothing") return market.post(path, body, freshCaller());
  if (by === "session") return market.post(path, body, session);
  return market.post(path, await market.sign(path, role, body), freshCaller());
}

const stringsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(Object(value) as object).flatMap(stringsIn);

describe("M4, F5: the canary crawl", () => {
  it.each(sampled(routes, 14).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "M4: %s shows no private text to whom it is not for",
    async (name, { method, path, example, auth }) => {
      let [asked, refused] = [0, 0];
      const roles = [null, ...ROLES];
      const isSigned = auth.kind === "signed";
      const ways = [
        "nothing" as const,
        ...(isSigned ? ["signature" as const] : []),
        ...(isSigned || scopeOf(auth) !== null ? ["session" as const] : []),
      ];
      for (const [turn, role] of roles.entries()) {
        const own: Record<string, unknown> = {
          ...(example as object),
          ...(role && "wallet" in (example as object) && { wallet: market.address(role) }),
        };
        if (method === "GET" && role && ("wallet" in own || path === "/mkt/task")) own["wallet"] = market.address(role);
        for (const [wrong, body] of variants(own).entries()) {
          // In a normal run the right one is sent by all, each wrong one by one of them, and in one way, another at each path.
          if (wrong > 0 && !oneIn(roles.length, roles, wrong + path.length).includes(role)) continue;
          for (const by of oneIn(ways.length, ways, turn + wrong + path.length)) {
            // The crawl must not change what it looks for.
            if (path === "/mkt/interest" && role && body["taskId"] === String(key.taskId)) body["action"] = "register";
            if (path === "/mkt/sessions/revoke" && "all" in body)
              Object.assign(body, { all: undefined, id: NO_SESSION });
            const reply = await crawl(method, path, role, body, by);
            const allowed = reply.status === 200 && role && by !== "nothing" ? (MAY_READ[name]?.[role] ?? []) : [];
            expect([name, role, by, body, found(reply).filter((canary) => !allowed.includes(canary))]).toEqual([
              name,
              role,
              by,
              body,
              [],
            ]);
            if (reply.status >= 400) {
              refused += 1;
              expect([name, role, by, body, reply.text]).not.toEqual([
                name,
                role,
                by,
                body,
                expect.stringContaining(PUBLIC),
              ]);
            }
            asked += 1;
          }
        }
      }
      expect(asked).toBeGreaterThanOrEqual(6);
      expect(refused).toBeGreaterThan(0);
    },
    120_000,
  );

  it("M4: is no blind crawl: each of those whom it is for does read it", async () => {
    for (const [name, readers] of Object.entries(MAY_READ)) {
      const path = name.replace("POST ", "");
      for (const [role, canaries] of Object.entries(readers ?? {}) as [Role, readonly Canary[]][]) {
        if (path === "/mkt/interest") continue;
        const reply = await crawl(
          "POST",
          path,
          role,
          named(key),
          path === "/agentGetSubmissionDetails" ? "session" : "signature",
        );
        expect([name, role, reply.status, found(reply)]).toEqual([
          name,
          role,
          200,
          ALL.filter((canary) => canaries.includes(canary)),
        ]);
      }
    }
  });

  it("M4: echoes no private text of a request that it refuses", async () => {
    const secret = "canary-details";
    const refused = [
      await market.call("/mkt/interest", "stranger", { ...named(key), message: `${secret}\u0007` }),
      await market.call("/mkt/submission", "worker", { ...named(key), text: secret, links: [`http://${secret}`] }),
      await market.call("/mkt/submission", "stranger", { ...named(key), text: secret }),
      await market.call("/mkt/metadata", "buyer", {
        ...named(other),
        metadata: METADATA,
        privateDetails: words(secret),
      }),
      await market.call("/mkt/feedback", "stranger", { ...named(key), role: "worker", message: secret }),
      await market.call("/mkt/request-changes", "worker", { ...named(key), reason: secret }),
    ];
    for (const { status, text } of refused) expect([status >= 400, text.includes(secret)]).toEqual([true, false]);
  });

  it("T1: events and what webhooks deliver hold no text by users, public or private, and no sentence", async () => {
    await market.take("approve", key);
    await market.settle();
    const { docs } = await db.collection("events").get();
    const log = firestoreEventLog(db, () => market.nowMs());
    const seen = new Set<string>();
    for (const { id } of docs) {
      const event = await log.find(id);
      if (!event) continue;
      seen.add(event.type);
      const { body } = newDelivery(
        { id: "wh_1", wallet: event.recipients[0] ?? toAddress(market.address("buyer"))! },
        event,
        0,
      );
      for (const canary of [PUBLIC, ...Object.values(CANARY)])
        expect([event.type, body.includes(canary)]).toEqual([event.type, false]);
      const sentences = stringsIn(eventView(event).data).filter((text) => /\s/.test(text));
      expect([event.type, sentences]).toEqual([event.type, []]);
    }
    const told = ["interest.registered", "message.posted", "task.created", "task.changes_requested"];
    expect([...seen]).toEqual(expect.arrayContaining(told));
  });

  it("M4: writes no private text into the log", () => {
    const lines = JSON.stringify(market.log.lines);
    for (const name of ALL) expect(lines).not.toContain(CANARY[name]);
  });

  it("M4: keeps private texts out of the documents that lists are made of", async () => {
    for (const collection of ["tasks", "ratings", "profiles", "resubmissions"]) {
      const documents = JSON.stringify((await db.collection(collection).get()).docs.map((doc) => doc.data()));
      for (const name of ALL) expect([collection, documents.includes(CANARY[name])]).toEqual([collection, false]);
    }
  });
});

describe("M4: firestore.rules", () => {
  const base = () =>
    `http://${process.env["FIRESTORE_EMULATOR_HOST"] ?? ""}/v1/projects/${projectId}/databases/(default)/documents`;

  it("M4: lets no client read, list, query, write or delete anything, with no token and with anyone's", async () => {
    const collections = (await db.listCollections()).map(({ id }) => id);
    expect(collections).toEqual(
      expect.arrayContaining(["contents", "feedback", "interests", "nonces", "sessions", "tasks"]),
    );
    const claims = {
      sub: "somebody",
      user_id: "somebody",
      aud: projectId,
      iss: `https://securetoken.google.com/${projectId}`,
      iat: 1,
      exp: 2 ** 32,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      for (const collection of [...collections, "anything"]) {
        const [one] = (await db.collection(collection).limit(1).get()).docs;
        const document = `${base()}/${collection}/${encodeURIComponent(one?.id ?? "x")}`;
        const write = JSON.stringify({ fields: { x: { stringValue: "y" } } });
        const query = JSON.stringify({ structuredQuery: { from: [{ collectionId: collection }] } });
        const calls: [string, string, RequestInit][] = [
          ["get", document, {}],
          ["list", `${base()}/${collection}`, {}],
          ["query", `${base()}:runQuery`, { method: "POST", body: query }],
          ["create", `${base()}/${collection}?documentId=fresh`, { method: "POST", body: write }],
          ["update", document, { method: "PATCH", body: write }],
          ["delete", document, { method: "DELETE" }],
        ];
        for (const [what, url, init] of calls) {
          const response = await fetch(url, { ...init, headers: { "content-type": "application/json", ...headers } });
          expect([collection, what, response.status, (await response.text()).includes("PERMISSION_DENIED")]).toEqual([
            collection,
            what,
            403,
            true,
          ]);
        }
      }
    }
  });

  it("M4: is no blind refusal: the server's own key opens the same addresses", async () => {
    const response = await fetch(`${base()}/tasks/human-${key.taskId}`, { headers: { authorization: "Bearer owner" } });
    expect([response.status, (await response.text()).includes(PUBLIC)]).toEqual([200, true]);
  });
});
