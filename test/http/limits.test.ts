import { refuse } from "../../functions/src/domain/errors";
import { endpoint, open, requests } from "../../functions/src/http/endpoint";
import { Lane, Lanes } from "../../functions/src/http/limits";
import { object, string } from "../../functions/src/schema/build";
import { testFirestore } from "../setup/firestore";
import { start } from "./start";
import { turns } from "../setup/until";

const { db } = testFirestore();
const MINUTE = 1_800_000_000_000;
let now = MINUTE;
let looked = 0;
beforeEach(() => {
  now += 3_600_000;
  looked = 0;
});

const polled = endpoint({
  method: "POST",
  path: "/polled",
  summary: "a",
  auth: open,
  input: object({ tx: string() }),
  output: object({}),
  errors: ["tx_not_confirmed", "task_not_found"],
  rateLimit: requests(3),
  example: { tx: "a" },
  handle: async ({ input: { tx } }) => {
    looked += 1;
    if (tx.startsWith("open")) refuse("tx_not_confirmed", `Not yet: look ${looked}.`);
    if (tx.startsWith("none")) refuse("task_not_found", `No task: look ${looked}.`);
    return {};
  },
});

const startPolled = (caches: boolean) => start([polled], { db, nowMs: () => now, caches });
const send = async (url: string, tx: string, from = "203.0.113.9") => {
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ tx }) });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as { code?: string; detail?: string },
  };
};
const statuses = async (url: string, ...txs: string[]) => {
  const found: number[] = [];
  for (const tx of txs) found.push((await send(url, tx)).status);
  return found;
};

describe("budgets of requests", () => {
  it("D16: slide over the minute, and say when the next request is free", async () => {
    const url = await startPolled(false);
    now += 58_000;
    expect(await statuses(url, "a", "b", "c", "d")).toEqual([200, 200, 200, 429]);
    now += 4_000;
    const refused = await send(url, "e");
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("ratelimit")]).toEqual([
      429,
      "56",
      '"minute";r=0;t=56',
    ]);
    expect(refused.headers.get("ratelimit-policy")).toBe('"minute";q=3;w=60');
    now += 56_000;
    expect(await statuses(url, "e")).toEqual([200]);
  });

  it("D16: count every spelling of an address, and every address of a /64, as one", async () => {
    const url = await startPolled(false);
    for (const encodings of [
      ["203.0.113.10", "::ffff:203.0.113.10", "203.0.113.10:99", "[::ffff:cb00:710a]:1"],
      ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::", "2001:db8::4"],
      ["garbage", "10.1.1.1", "", "::1"],
    ]) {
      const found: number[] = [];
      for (const from of encodings) found.push((await send(url, "a", from)).status);
      expect([encodings, found]).toEqual([encodings, [200, 200, 200, 429]]);
    }
  });

  it("D16: do not count polls for what is not confirmed yet, and look again after a pause only", async () => {
    const url = await startPolled(true);
    const started = now;
    let polls = 0;
    for (; now < started + 110_000; now += 250) {
      expect((await send(url, "open1")).json.code).toBe("tx_not_confirmed");
      polls += 1;
    }
    // Once a second at first, and less and less often.
    expect([polls, looked]).toEqual([440, expect.any(Number)]);
    expect(looked).toBeLessThan(45);
    expect(looked).toBeGreaterThan(15);
    // What is left of the budget is all but the first.
    expect(await statuses(url, "a", "b", "c", "d")).toEqual([200, 200, 200, 429]);
    expect((await send(url, "open1")).status).toBe(503);
  });

  it("D16: count each transaction that is not known, so that many of them cost no more than other requests", async () => {
    const url = await startPolled(true);
    expect(await statuses(url, "open1", "open2", "open3", "open4", "open5")).toEqual([503, 503, 503, 429, 429]);
    expect(looked).toBe(3);
  });

  it("D16: answer for unknown ids from memory for a second", async () => {
    const url = await startPolled(true);
    for (let at = 0; at < 20; at++) expect((await send(url, "none1")).json.detail).toBe("No task: look 1.");
    now += 1_001;
    expect((await send(url, "none1")).json.detail).toBe("No task: look 2.");
    expect(await statuses(url, "a", "b")).toEqual([200, 429]);
  });
});

const busy = (): never => {
  throw new Error("busy");
};

describe("a lane", () => {
  it("D16: lets a few through at a time, and all in the end", async () => {
    const lane = new Lane(2, 3, 5_000);
    let running = 0;
    let most = 0;
    const act = async () => {
      most = Math.max(most, ++running);
      await turns();
      running -= 1;
    };
    const all = Array.from({ length: 5 }, () => lane.run(act, busy));
    expect(lane.isFull).toBe(true);
    await Promise.all(all);
    expect([most, lane.isFull]).toEqual([2, false]);
    await expect(lane.run(() => Promise.reject(new Error("fails")), busy)).rejects.toThrow("fails");
    await lane.run(act, busy);
  });

  it("D16: turns away what waited too long, and keeps its place free for others", async () => {
    const lane = new Lane(1, 1, 20);
    let end = () => {};
    const first = lane.run(() => new Promise<void>((done) => (end = done)), busy);
    await expect(lane.run(() => Promise.resolve(), busy)).rejects.toThrow("busy");
    expect(lane.isFull).toBe(false);
    end();
    await first;
    expect(lane.isIdle).toBe(true);
  });

  it("D16: is each client's own", async () => {
    const lanes = new Lanes(() => new Lane(1, 0, 20));
    let end = () => {};
    const first = lanes.run("a", () => new Promise<void>((done) => (end = done)), busy);
    await expect(lanes.run("a", () => Promise.resolve(1), busy)).rejects.toThrow("busy");
    expect(await lanes.run("b", () => Promise.resolve(2), busy)).toBe(2);
    end();
    await first;
    expect(await lanes.run("a", () => Promise.resolve(3), busy)).toBe(3);
  });
});
