import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { modelAnswers } from "../../packages/answers/src/model/model";
import { languageModel } from "../../packages/answers/src/model/provider";
import { DatasetMissing } from "../../functions/src/ports/answers";
import { openAiStub } from "../packages/answers/openAi";
import { Buyer, QUESTION, type QuoteBody } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { GrpcError, hookFirestore, PERMISSION_DENIED, UNAVAILABLE, UNKNOWN } from "../setup/database/hookFirestore";
import { runs } from "../setup/runs";
import { CountedAnswers, KeptLog, testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";
import { until } from "../setup/until";

const chain = sharedChain();
const { db, another } = testFirestore();
const brittle = another();
const hooks = hookFirestore(brittle);
const answers = new CountedAnswers(() => randomUUID());
const open: TestServer[] = [];

/** A service of its own on the same database, closed with the file. */
async function instance(options: Partial<Parameters<typeof testService>[0]> = {}): Promise<Buyer> {
  const service = await testService({ db, answers, ...options });
  open.push(service);
  return new Buyer(`${service.baseUrl}/demand-insights`, chain);
}

const buyer = forFile(() => instance());
const unlucky = forFile(() => instance({ db: brittle }));
afterEach(() => Object.assign(hooks, { before: undefined, after: undefined, twice: undefined }));
afterAll(() => Promise.all(open.map((service) => service.close())));

async function paid(by = buyer): Promise<{ quote: QuoteBody; txHash: string }> {
  const quote = await by.quote();
  return { quote, txHash: await by.payMarked(quote) };
}

/** A gate that holds each computation of an answer until it is opened. */
function gate() {
  let open = () => {};
  let arrived = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const held = new CountedAnswers(async () => {
    arrived();
    await opened;
    return randomUUID();
  });
  return { answers: held, reached, open: () => open() };
}

describe("P17: retries during the computation", () => {
  it("wait for the one answer, 20 of them", async () => {
    const { answers: held, reached, open } = gate();
    const slow = await instance({ answers: held, db: brittle });
    const { quote, txHash } = await paid();
    const first = slow.redeem(quote, txHash);
    await reached;
    let looks = 0;
    hooks.after = () => void (looks += 1);
    const rest = Array.from({ length: 19 }, () => slow.redeem(quote, txHash));
    await until(() => looks >= 19);
    open();
    const replies = await Promise.all([first, ...rest]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(held.asked).toBe(1);
  });

  it("wait for it on another instance too", async () => {
    const { answers: held, reached, open } = gate();
    const slow = await instance({ answers: held });
    const { quote, txHash } = await paid();
    const first = slow.redeem(quote, txHash);
    await reached;
    const asked = answers.asked;
    let looks = 0;
    hooks.after = () => void (looks += 1);
    const elsewhere = unlucky.redeem(quote, txHash);
    await until(() => looks > 0);
    open();
    expect((await elsewhere).text).toBe((await first).text);
    expect(answers.asked).toBe(asked);
  });

  it("are sent away with 503 and Retry-After where it takes too long, and answered later", async () => {
    const { answers: held, reached, open } = gate();
    const slow = await instance({ answers: held });
    const { quote, txHash } = await paid();
    const first = slow.redeem(quote, txHash);
    await reached;
    // For this instance a second is a minute's third.
    const start = Date.now();
    const hurried = await instance({ nowMs: () => start + (Date.now() - start) * 20 });
    const refused = await hurried.redeem(quote, txHash);
    expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "dependency_unavailable",
      "3",
    ]);
    open();
    expect((await hurried.redeem(quote, txHash)).text).toBe((await first).text);
  });

  it("F2 F3: take over from one that outlives its lease, whose answer is then no one's", async () => {
    const { answers: held, reached, open } = gate();
    const stuck = await instance({ answers: held });
    const { quote, txHash } = await paid();
    const first = stuck.redeem(quote, txHash);
    await reached;
    const later = await instance({ nowMs: () => Date.now() + 46_000 });
    const second = await later.redeem(quote, txHash);
    open();
    expect(second.status).toBe(200);
    expect((await first).text).toBe(second.text);
    expect((await buyer.redeem(quote, txHash)).text).toBe(second.text);
  });

  it("do not hold up the request whose claim they saw first", async () => {
    const { quote, txHash } = await paid();
    let early: Promise<unknown> | undefined;
    let looks = 0;
    hooks.after = async (method) => {
      if (method !== "commit" || early) return void (looks += 1);
      // The claim is stored and its own request does not know it yet.
      const before = looks;
      early = unlucky.redeem(quote, txHash);
      await until(() => looks > before);
    };
    expect((await unlucky.redeem(quote, txHash)).status).toBe(200);
    expect(await early).toMatchObject({ status: 200 });
  });
});

describe("P16: an answer that fails after the payment", () => {
  it("is computed by the next retry, at once, for the same money", async () => {
    let failures = 2;
    const log = new KeptLog();
    log.error = log.info;
    const shaky = await instance({
      log,
      answers: new CountedAnswers(() => {
        if (failures-- > 0) throw new Error("a defect");
        return "at last";
      }),
    });
    const { quote, txHash } = await paid();
    const codes = [];
    for (let at = 0; at < 3; at++) codes.push((await shaky.redeem(quote, txHash)).status);
    expect(codes).toEqual([500, 500, 200]);
    expect(log.lines.filter(({ event }) => event === "request.internal")).toHaveLength(2);
  });

  it("P25: is not stored where no document could hold it, and the next one that fits is", async () => {
    const sizes = [1_100_000, 700_000, 600_000];
    const log = new KeptLog();
    log.error = log.info;
    const wordy = await instance({ log, answers: new CountedAnswers(() => "a".repeat(sizes.shift() ?? 0)) });
    const messages = Array.from({ length: 50 }, () => ({ role: "user", content: "\u{1f600}".repeat(1_250) }));
    const quote = await wordy.quote({ messages });
    const txHash = await wordy.payMarked(quote);
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await wordy.redeem(quote, txHash, { messages })).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  it("says that the dataset is missing and keeps the payment good until it is there", async () => {
    let published = false;
    const early = await instance({
      answers: new CountedAnswers(() => {
        if (!published) throw new DatasetMissing("chats");
        return "here";
      }),
    });
    const { quote, txHash } = await paid();
    const refused = await early.redeem(quote, txHash);
    expect([refused.json.code, refused.headers.get("retry-after")]).toEqual(["not_available", "60"]);
    published = true;
    expect((await early.redeem(quote, txHash)).status).toBe(200);
  });
});

describe("P19: a database that answers late or not at all", () => {
  const MOMENTS = (["batchGetDocuments", "commit"] as const).flatMap((method) =>
    (["before", "after"] as const).flatMap((when) =>
      [1, 2].flatMap((nth) => [UNKNOWN, UNAVAILABLE, PERMISSION_DENIED].map((code) => ({ method, when, nth, code }))),
    ),
  );

  it.each(MOMENTS)(
    "F1 F2: $method number $nth fails $when with gRPC $code: one payment, one answer",
    async ({ method, when, nth, code }) => {
      const { quote, txHash } = await paid();
      let count = 0;
      hooks[when] = (called) => {
        if (called === method && ++count === nth) throw new GrpcError(code);
      };
      const first = await unlucky.redeem(quote, txHash);
      expect([200, 503]).toContain(first.status);
      hooks[when] = undefined;
      const replies = [await unlucky.redeem(quote, txHash), await buyer.redeem(quote, txHash)];
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const texts = new Set([...(first.status === 200 ? [first] : []), ...replies].map(({ text }) => text));
      expect(texts.size).toBe(1);
      expect((await db.collection("payments").where("txHash", "==", txHash).get()).size).toBe(1);
      expect((await db.collection("purchases").where("txHash", "==", txHash).get()).size).toBe(1);
    },
  );

  it("P19: sends each commit twice: one payment, one answer", async () => {
    const { quote, txHash } = await paid();
    hooks.twice = (method) => method === "commit";
    const first = await unlucky.redeem(quote, txHash);
    expect(first.status).toBe(200);
    expect((await buyer.redeem(quote, txHash)).text).toBe(first.text);
  });

  it("answers 503 while it is away, and takes nothing", async () => {
    const { quote, txHash } = await paid();
    hooks.before = () => {
      throw new GrpcError(PERMISSION_DENIED);
    };
    const refused = await unlucky.redeem(quote, txHash);
    expect([refused.status, refused.json.code]).toEqual([503, "dependency_unavailable"]);
    hooks.before = undefined;
    expect((await unlucky.redeem(quote, txHash)).status).toBe(200);
  });
});

describe("P18: a model that fails", () => {
  it("costs no answer that was paid for: the counted one is given, stored and replayed", async () => {
    const failures: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
      (response) => response.writeHead(200).end("<html>"),
    ];
    const stub = await openAiStub((_asked, response) => void failures[stub.asked.length - 1]?.(response));
    const log = new KeptLog();
    const local = new CountedAnswers(() => "counted by the local engine");
    const model = languageModel({ model: "m", url: stub.url, key: null, location: "global" });
    const service = await instance({
      log,
      answers: modelAnswers({ local, model, timeoutMs: 60_000, retries: 0, log }),
    });
    for (let at = 0; at < failures.length; at++) {
      const { quote, txHash } = await paid();
      const reply = await service.redeem(quote, txHash);
      expect([reply.status, reply.json.reply]).toEqual([200, "counted by the local engine"]);
      expect((await service.redeem(quote, txHash)).text).toBe(reply.text);
    }
    expect(stub.asked).toHaveLength(3);
    expect(log.lines.filter(({ event }) => event === "answer_model_unused")).toHaveLength(3);
    await stub.close();
  });
});

describe("P25: hot documents", () => {
  const PAYMENTS = runs(20, 200);
  it(`X1 X5: delivers ${PAYMENTS} payments at once, each its own answer, and lets no ABORTED through`, async () => {
    const quotes = await Promise.all(Array.from({ length: PAYMENTS }, () => buyer.quote(QUESTION)));
    const hashes: string[] = [];
    for (let at = 0; at < PAYMENTS; at += 50)
      hashes.push(...(await Promise.all(quotes.slice(at, at + 50).map((quote) => buyer.payMarked(quote)))));
    const replies = await Promise.all(quotes.map((quote, at) => buyer.redeem(quote, hashes[at] ?? "")));
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(PAYMENTS);
  });
});
