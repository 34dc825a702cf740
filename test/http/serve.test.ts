import { endpoint, open, requests } from "../../functions/src/http/endpoint";
import { integer, literal, object, optional, string } from "../../functions/src/schema/build";
import { testFirestore } from "../setup/firestore";
import { head, sendRaw } from "../setup/http/rawHttp";
import { start } from "./start";
import { KeptLog } from "../setup/service";

const { db } = testFirestore();

const input = object({ name: optional(string({ maxLength: 5 })), n: optional(integer()) });
const output = object({ hello: literal("world"), seen: optional(string()) });
const shared = { summary: "a", auth: open, input, errors: [], rateLimit: requests(1_000), example: {} } as const;

const reading = endpoint({
  ...shared,
  method: "GET",
  path: "/thing",
  output,
  handle: async ({ input: { name } }) => ({ hello: "world" as const, ...(name !== undefined && { seen: name }) }),
});
const writing = endpoint({
  ...shared,
  method: "POST",
  path: "/thing",
  output,
  handle: async ({ idempotencyKey }) => ({
    hello: "world" as const,
    ...(idempotencyKey !== null && { seen: idempotencyKey }),
  }),
});
const lying = endpoint({
  ...shared,
  method: "POST",
  path: "/liar",
  output,
  handle: async () => ({ hello: "moon" }) as never,
});
const failing = endpoint({
  ...shared,
  method: "POST",
  path: "/failing",
  output,
  handle: async ({ input: { name } }) => {
    throw new Error(`a defect with ${name}`);
  },
});

const json = { "content-type": "application/json" };
const post = (url: string, body: unknown, headers = {}) =>
  fetch(url, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });

let url: string;
beforeAll(async () => {
  url = await start([reading, writing], { db });
});

describe("happy", () => {
  it("serves each method of a path by its own endpoint, HEAD by GET's", async () => {
    expect(await (await fetch(`${url}/?name=ada`)).json()).toEqual({ hello: "world", seen: "ada" });
    expect(await (await post(url, {}, { "idempotency-key": "k1" })).json()).toEqual({ hello: "world", seen: "k1" });
    const { status, headers, text } = await sendRaw(url, [head("HEAD / HTTP/1.1", ["Connection: close"])]);
    expect([status, headers["content-length"], text]).toEqual([200, "17", ""]);
  });

  it("names each request, by the caller's name where it is a sane one", async () => {
    expect((await fetch(url, { headers: { "x-request-id": "request-1" } })).headers.get("x-request-id")).toBe(
      "request-1",
    );
    expect((await fetch(url, { headers: { "x-request-id": "a b" } })).headers.get("x-request-id")).toMatch(
      /^[0-9a-f]{24}$/,
    );
  });

  it("lets pages of any origin read what they need, and nothing be cached or guessed", async () => {
    const { headers } = await fetch(url);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    for (const name of [
      "Pay",
      "X-Price-Intent",
      "X-Payment-Contracts",
      "PAYMENT-REQUIRED",
      "PAYMENT-RESPONSE",
      "Retry-After",
      "X-Request-Id",
    ]) {
      expect(headers.get("access-control-expose-headers")).toContain(name);
    }
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  });
});

describe("refusals", () => {
  it("says which methods a path takes", async () => {
    const response = await fetch(url, { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, OPTIONS"]);
  });

  it.each(["name=a&name=b", "name=toolong", "other=1", "__proto__=x", "constructor=x"])(
    "refuses the query %s",
    async (query) => {
      expect((await (await fetch(`${url}/?${query}`)).json()) as object).toMatchObject({ code: "invalid_request" });
    },
  );

  it.each(["//", "//[", "/\\", "/?name=%zz", "*"])(
    "P21: takes the address %s as it is, and reads only its query",
    async (address) => {
      const { status } = await sendRaw(url, [head(`GET ${address} HTTP/1.1`, ["Connection: close"])]);
      expect(status).toBe(200);
    },
  );
});

describe("faults", () => {
  it("answers a defect with 500 that tells nothing, and logs where it is without its words", async () => {
    const log = new KeptLog();
    log.error = log.info;
    const response = await post(await start([failing], { db, log }), { name: "canry" });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/canry|defect|at /);
    expect(log.lines).toEqual([
      {
        event: "request.internal",
        fields: expect.objectContaining({
          path: "/failing",
          error: "Error",
          at: expect.stringContaining("serve.test"),
        }),
      },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain("canry");
  });

  it("gives what breaks its own schema in production, with a line in the log, and fails a test for it", async () => {
    const log = new KeptLog();
    expect(await (await post(await start([lying], { db, log, strict: false }), {})).json()).toEqual({ hello: "moon" });
    expect(log.lines).toEqual([
      { event: "output.invalid", fields: { path: "/liar", pointer: "/hello", rule: expect.any(String) } },
    ]);
    log.error = log.info;
    expect((await post(await start([lying], { db, log }), {})).status).toBe(500);
  });

  it("logs no failure of its own where a caller hangs up", async () => {
    const log = new KeptLog();
    const quiet = await start([writing], { db, log });
    await sendRaw(quiet, [head("POST / HTTP/1.1", ["Content-Type: application/json", "Content-Length: 50"]), "{"], {
      end: true,
    }).catch(() => undefined);
    // What the service does about it comes before the answer to a later request.
    await post(quiet, {});
    expect(log.lines).toEqual([]);
  });
});
