import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { endpoint, open, requests } from "../../functions/src/http/endpoint";
import { SharedAnswers } from "../../functions/src/http/shared";
import { integer, object, optional, string } from "../../functions/src/schema/build";
import { testFirestore } from "../setup/firestore";
import { head, sendRaw } from "../setup/http/rawHttp";
import { start } from "./start";
import { testService } from "../setup/service";
import { turns, until } from "../setup/until";

const { db } = testFirestore();
let now = 1_800_000_000_000;
let computed = 0;
let fails = false;
beforeEach(() => {
  now += 3_600_000;
  computed = 0;
  fails = false;
});

const counted = endpoint({
  method: "GET",
  path: "/counted",
  summary: "a",
  auth: open,
  input: object({ n: optional(integer()), a: optional(integer()) }),
  output: object({ computed: integer(), padding: string() }),
  errors: [],
  rateLimit: requests(5),
  shared: 2,
  example: {},
  handle: async ({ input: { n = 0 } }) => {
    const answer = { computed: ++computed, padding: "x".repeat(n) };
    await turns(50);
    if (fails) throw new Error("a defect");
    return answer;
  },
});

let url: string;
beforeAll(async () => {
  url = await start([counted], { db, nowMs: () => now });
});

const ask = async (query = "", headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/${query}`, { headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    computed: response.status === 200 ? (JSON.parse(text) as { computed: number }).computed : null,
  };
};

describe("E8: shared answers", () => {
  it("are computed once for all who ask at the same time, and again after two seconds", async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => ask()));
    expect([new Set(all.map((one) => one.computed)), computed]).toEqual([new Set([1]), 1]);
    now += 1_999;
    expect((await ask()).computed).toBe(1);
    now += 3_000;
    expect((await ask()).computed).toBe(2);
  });

  it("are given while the next one is computed, up to twice their age", async () => {
    await ask();
    now += 3_000;
    const [first, second] = [await ask(), await ask()];
    expect([first.computed, second.computed]).toEqual([1, 1]);
    // Computed behind the answer; the clock stands still, so that asking again starts nothing.
    await until(async () => (await ask()).computed !== 1);
    expect((await ask()).computed).toBe(2);
    now += 4_000;
    expect((await ask()).computed).toBe(3);
  });

  it("are the same however the query is written, and others for another query", async () => {
    await Promise.all([ask("?n=1&a=2"), ask("?a=2&n=1"), ask("?a=%32&n=1")]);
    expect(computed).toBe(1);
    await ask("?n=2&a=2");
    expect(computed).toBe(2);
  });

  it("count against a client's budget only where they are computed", async () => {
    const from = { "x-forwarded-for": "203.0.113.40" };
    for (let n = 1; n <= 5; n++)
      for (let again = 0; again < 10; again++) expect((await ask(`?n=${n}`, from)).status).toBe(200);
    expect((await ask("?n=6", from)).status).toBe(429);
    expect((await ask("?n=5", from)).status).toBe(200);
    // Another's budget: the one who may ask gets it, and then all do.
    expect((await ask("?n=6", { "x-forwarded-for": "203.0.113.41" })).status).toBe(200);
    expect((await ask("?n=6", from)).status).toBe(200);
  });

  it("are sent with a validator, and not again to who has them", async () => {
    const first = await ask();
    const etag = first.headers.get("etag") ?? "";
    expect([first.headers.get("cache-control"), etag]).toEqual([
      "public, max-age=2, s-maxage=2",
      expect.stringMatching(/^W\/"[\w-]{27}"$/),
    ]);
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await ask("", { "if-none-match": known });
      expect([known, again.status, again.text, again.headers.get("etag")]).toEqual([known, 304, "", etag]);
    }
    expect((await ask("", { "if-none-match": '"other"' })).status).toBe(200);
    const headOnly = await sendRaw(url, [head("HEAD / HTTP/1.1", ["Connection: close"])]);
    expect([headOnly.status, headOnly.headers["etag"], headOnly.text]).toEqual([200, etag, ""]);
  });

  it("are not kept where they failed: refusals and faults are sent with no-store", async () => {
    fails = true;
    const failed = await ask();
    expect([failed.status, failed.headers.get("cache-control"), failed.headers.get("etag")]).toEqual([
      500,
      "no-store",
      null,
    ]);
    fails = false;
    expect((await ask()).status).toBe(200);
    expect((await ask("?b=1")).headers.get("cache-control")).toBe("no-store");
  });

  it("take a bounded amount of memory, and leave the newest", async () => {
    const answers = new SharedAnswers(10, () => now);
    let made = 0;
    const get = (key: string, size: number) =>
      answers.get(
        key,
        async () => {},
        async () => ({ status: 200, body: `${++made}`.padEnd(size) }),
      );
    for (let at = 0; at < 3_000; at++) await get(`small ${at}`, 10);
    await get("small 2999", 10);
    expect(made).toBe(3_000);
    await get("small 0", 10);
    expect(made).toBe(3_001);
    for (let at = 0; at < 20; at++) await get(`large ${at}`, 1_000_000);
    await get("large 19", 1_000_000);
    expect(made).toBe(3_021);
    await get("large 1", 1_000_000);
    expect(made).toBe(3_022);
  });
});

describe("E8: every endpoint", () => {
  const PUBLIC = (
    "/analytics/filters /datasets /mkt/about /mkt/categories /mkt/health /mkt/market /mkt/profiles " +
    "/mkt/ratings /mkt/tasks"
  ).split(" ");

  it("is public where it is listed here, and private everywhere else", () => {
    const shared = Object.values(ENDPOINTS)
      .flat()
      .filter((one) => one.shared !== undefined);
    expect(shared.map(({ path }) => path).sort()).toEqual(PUBLIC);
    for (const { method, auth } of shared) expect([method, auth.kind]).toEqual(["GET", "open"]);
  });

  it("answers with no-store unless it is listed", async () => {
    const settings = {
      ESCROW_HUMAN: `0x${"1".repeat(40)}`,
      ESCROW_AGENT_FAST: `0x${"2".repeat(40)}`,
      RPC_URLS: "http://127.0.0.1:9",
    };
    const service = await testService({ db, caches: true, settings });
    for (const { path, method, example } of Object.values(ENDPOINTS).flat()) {
      const query = new URLSearchParams(
        // Events can be waited for.
        Object.entries({ ...(example as object), wait: undefined })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]): [string, string] => [name, String(value)]),
      ).toString();
      const response =
        method === "GET"
          ? await fetch(`${service.baseUrl}${path}?${query}`)
          : await fetch(`${service.baseUrl}${path}`, {
              method,
              headers: { "content-type": "application/json" },
              body: JSON.stringify(example),
            });
      await response.arrayBuffer();
      const isPublic = PUBLIC.includes(path) && response.status === 200;
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([
        path,
        response.status,
        isPublic ? expect.stringMatching(/^public, max-age=\d+, s-maxage=\d+$/) : "no-store",
      ]);
      if (PUBLIC.includes(path) && path !== "/mkt/health") expect([path, response.status]).toEqual([path, 200]);
    }
    await service.close();
  });
});
