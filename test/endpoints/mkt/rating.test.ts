import { id } from "ethers";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

const COMMENT = "Fast and thorough.";
const rate = (key: TaskKey, role: Role, more: object = {}) =>
  market.call("/mkt/rating", role, { ...named(key), rating: 5, comment: COMMENT, ...more });
const ratings = (role: Role, query: Record<string, string | number> = {}) =>
  market.get("/mkt/ratings", { address: market.address(role), ...query });

/** A task that both sides have rated on the chain, with the hash of COMMENT. */
async function rated(posterRating = 5, workerRating = 4): Promise<TaskKey> {
  const key = await market.task("human", {}, { steps: ["start", "submit"] });
  await market.stage.take("approve", key, { rating: posterRating, text: COMMENT });
  await market.take("rateAndClaim", key, { rating: workerRating, text: COMMENT });
  return key;
}

describe("happy", () => {
  it("publishes what the chain holds of both sides at once, and counts what is final on the chain", async () => {
    const key = await rated();
    const reply = await rate(key, "buyer");
    expect([reply.status, reply.json]).toMatchObject([
      200,
      {
        ok: true,
        rating: {
          ...named(key),
          rater: market.address("buyer"),
          ratee: market.address("worker"),
          role: "poster",
          rating: 5,
          comment: COMMENT,
          commentHash: id(COMMENT),
          onChain: true,
          txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      },
    ]);
    expect((await rate(key, "worker", { rating: 4 })).json).toMatchObject({
      rating: { role: "worker", onChain: true },
    });
    const second = await rated(2, 5);
    await rate(second, "buyer", { rating: 2 });
    const early = (await ratings("worker")).json;
    expect(early).toMatchObject({
      received: { average: null, count: 0, items: [{ rating: 2 }, { rating: 5 }] },
      given: { average: null, count: 0 },
    });
    await market.settle();
    const { json } = await ratings("worker");
    expect(json).toMatchObject({
      address: market.address("worker"),
      received: {
        average: 3.5,
        count: 2,
        distribution: { "1": 0, "2": 1, "3": 0, "4": 0, "5": 1 },
        items: [{ rating: 2 }, { rating: 5 }],
        nextCursor: null,
      },
      // It rated the second task too, on the chain; of that it has published nothing.
      given: { average: 4.5, count: 2, items: [{ rating: 4, comment: COMMENT }] },
    });
    const paged = (await ratings("worker", { limit: 1 })).json as {
      received: { items: { rating: number }[]; nextCursor: string };
    };
    const rest = (await ratings("worker", { limit: 1, receivedCursor: paged.received.nextCursor })).json;
    expect([paged.received.items, rest]).toMatchObject([
      [{ rating: 2 }],
      { received: { items: [{ rating: 5 }], nextCursor: null } },
    ]);
  });

  it("takes a rating off the chain where that side never rated there, once the task is settled", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start", "submit"] });
    expect((await rate(key, "buyer", { rating: 1 })).json["code"]).toBe("state_conflict");
    await market.pass(3_700);
    await market.take("release", key);
    expect((await rate(key, "worker", { rating: 1, comment: "Silent." })).json).toMatchObject({
      rating: { onChain: false, txHash: null, role: "worker" },
    });
  });

  it("answers the same rating again the same", async () => {
    const key = await rated();
    expect((await rate(key, "buyer")).json["rating"]).toEqual((await rate(key, "buyer")).json["rating"]);
  });

  it("prepares the text with the comment's own line", async () => {
    const key = await rated();
    const body = { ...named(key), rating: 5, comment: COMMENT };
    const { status, json } = await market.post("/mkt/rating/prepare", {
      wallet: market.address("buyer").toLowerCase(),
      ...body,
    });
    expect([status, json]).toMatchObject([
      200,
      {
        commentHash: id(COMMENT),
        messageToSign: expect.stringContaining(`\ncommentHash: ${id(COMMENT)}\ntimestamp: `),
      },
    ]);
    const signature = await market.chain.wallet("buyer").signMessage(String(json["messageToSign"]));
    expect((await market.post("/mkt/rating", { ...(json["request"] as object), signature })).status).toBe(200);
    expect(
      (await market.post("/mkt/rating/prepare", { wallet: market.address("buyer"), ...body, rating: 6 })).json["code"],
    ).toBe("invalid_request");
  });
});

describe("refusals", () => {
  it("M10: refuses outsiders, tasks under way, and the poster of a task that no one worked on", async () => {
    const key = await rated();
    for (const role of ["stranger", "worker2", "arbiter"] as const) {
      const { status, json } = await rate(key, role);
      expect([role, status, json["code"]]).toEqual([role, 403, "forbidden_role"]);
    }
    const open = await market.task();
    expect((await rate(open, "buyer")).json["code"]).toBe("state_conflict");
    expect((await rate(open, "worker")).json["code"]).toBe("forbidden_role");
    await market.take("start", open);
    expect((await rate(open, "worker")).json["code"]).toBe("state_conflict");
    expect((await rate({ ...open, taskId: 66_666n }, "worker")).json["code"]).toBe("task_not_found");
  });

  it("M10: lets no one deal with themselves: the poster cannot be the worker", async () => {
    const key = await market.task();
    await expect(market.stage.take("start", key, { from: "buyer" })).rejects.toThrow();
    expect((await market.call("/mkt/interest", "buyer", named(key))).json["code"]).toBe("forbidden_role");
  });

  it("M3: publishes no other value and no other words than the chain's", async () => {
    const key = await rated();
    expect((await rate(key, "buyer", { rating: 4 })).json["code"]).toBe("state_conflict");
    expect((await rate(key, "buyer", { comment: `${COMMENT} ` })).json["code"]).toBe("metadata_hash_mismatch");
    expect((await ratings("worker")).text).not.toContain(`"taskId":"${key.taskId}"`);
  });

  it("publishes one rating per side, for good", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start"] });
    await market.pass(3_700);
    await market.take("expireWork", key);
    expect((await rate(key, "buyer", { rating: 1, comment: "Never came." })).status).toBe(200);
    expect((await rate(key, "buyer", { rating: 5, comment: "Never came." })).json["code"]).toBe("state_conflict");
    const raced = await market.task("agent-fast", {}, { steps: ["start"] });
    await market.pass(3_700);
    await market.take("expireWork", raced);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => rate(raced, "buyer", { rating: 1 + (at % 2), comment: `take ${at}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("M14: refuses comments that hide or reverse text", async () => {
    const key = await rated();
    for (const comment of ["a\u202eb", "a\u200bb", " \n ", "a\u0000"])
      expect((await rate(key, "buyer", { comment })).json["code"]).toBe("invalid_request");
  });
});

describe("Firestore operations", () => {
  it("are two reads and two writes for a rating, two and three for its event, and one read beside the lists for reading", async () => {
    const key = await rated();
    const body = await market.sign("/mkt/rating", "buyer", { ...named(key), rating: 5, comment: COMMENT });
    count.reset();
    expect((await market.post("/mkt/rating", body)).status).toBe(200);
    expect(count).toMatchObject({ documentsRead: 2 + 2, documentsWritten: 2 + 3 });
    count.reset();
    await ratings("stranger");
    expect(count).toMatchObject({ documentsRead: 2 + 1, documentsWritten: 0 });
  });
});
