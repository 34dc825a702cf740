import { Agent, request } from "node:http";
import { gzipSync } from "node:zlib";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { errorsOf } from "../../functions/src/http/endpoint";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { framed } from "../setup/http/framework";
import { head, type RawReply, sendRaw } from "../setup/http/rawHttp";
import { serve } from "../setup/http/server";
import { testHandlers } from "../setup/service";
import { sampled } from "../setup/runs";

const { db } = testFirestore();
const service = forFile(() => serve(framed(testHandlers({ db }))));

const JSON_TYPE = "Content-Type: application/json";
const PAID = ["/demand-insights", "/ai-early-adopters-goals"];
const user = (content: string) => ({ role: "user", content });
const hash = `0x${"ab".repeat(32)}`;

function post(path: string, body: string | Uint8Array, headers: string[] = [JSON_TYPE]): Promise<RawReply> {
  return sendRaw(service.baseUrl, [
    head(`POST ${path} HTTP/1.1`, [...headers, `Content-Length: ${Buffer.byteLength(body)}`]),
    body,
  ]);
}

/** Every refusal has one form: a problem document with a code that its endpoint declares. */
function expectProblem({ status, headers, text }: RawReply, code: string, expected: number): void {
  expect(headers["content-type"]).toBe("application/problem+json");
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect(problem).toMatchObject({ code, status, title: expect.any(String), detail: expect.any(String) });
  expect(problem["type"]).toBe(`http://127.0.0.1:5000/errors#${code}`);
  expect(problem["requestId"]).toBe(headers["x-request-id"]);
  expect(headers["cache-control"]).toBe("no-store");
  expect(status).toBe(expected);
}

describe.each(PAID)("refusals of %s", (path) => {
  it.each<[string, unknown]>([
    ["a number for the query", { query: 7 }],
    ["null for the query", { query: null }],
    ["a list for the query", { query: ["a"] }],
    ["an empty query", { query: "" }],
    ["a blank query", { query: " \n\t " }],
    ["4,001 characters", { query: "a".repeat(4_001) }],
    ["4,001 characters outside the BMP", { query: "\u{1f600}".repeat(4_001) }],
    ["both forms", { query: "a", messages: [user("a")] }],
    ["neither form", { other: 1 }],
    ["a text for the messages", { messages: "a" }],
    ["no messages", { messages: [] }],
    ["51 messages", { messages: Array(51).fill(user("a")) }],
    ["a message of 4,001 characters", { messages: [user("a".repeat(4_001))] }],
    ["a message without content", { messages: [{ role: "user" }] }],
    ["a message of an unknown role", { messages: [{ role: "system", content: "a" }] }],
    ["a message with one more field", { messages: [{ ...user("a"), name: "x" }] }],
    ["a conversation that ends with the assistant", { messages: [user("a"), { role: "assistant", content: "b" }] }],
    ["a field that is not known", { query: "a", filters: {} }],
    ["a list", [{ query: "a" }]],
    ["a text", '"query"'],
    ["null", "null"],
    ["a hash that is none", { query: "a", intentId: "x", txHash: "0x12" }],
    ["a hash that is an object", { query: "a", intentId: "x", txHash: {} }],
    ["an intent that is a number", { query: "a", intentId: 1, txHash: hash }],
    ["broken JSON", '{"query": "a"'],
    ["JSON with a comment", '{"query": "a" /* b */}'],
    ["two documents", '{"query":"a"}{"query":"b"}'],
    ["deep nesting", `{"query":${"[".repeat(20_000)}`],
    ["half a surrogate pair", '{"query":"\\ud83d"}'],
    ["__proto__", '{"query":"a","__proto__":{"intentId":"x"}}'],
    ["the query twice", '{"query":"a","query":"b"}'],
    ["130,000 items", `{"messages":[${Array(130_000).fill(0).join()}]}`],
    ["20,000 fields", `{${Array.from({ length: 20_000 }, (_, at) => `"f${at}":1`).join()}}`],
  ])("P23: %s", async (_name, body) => {
    expectProblem(await post(path, typeof body === "string" ? body : JSON.stringify(body)), "invalid_request", 400);
  });

  it("takes 50 messages and 4,000 characters outside the BMP", async () => {
    expect((await post(path, JSON.stringify({ messages: Array(50).fill(user("a")) }))).status).toBe(402);
    expect((await post(path, JSON.stringify({ query: "\u{1f600}".repeat(4_000) }))).status).toBe(402);
  });

  it.each<[string, string[]]>([
    ["x402-payment: garbage", ["x402-payment: garbage"]],
    ["x402-payment: twice", ['x402-payment: {"intentId":"a"}', 'x402-payment: {"intentId":"b"}']],
    ["x402-payment: bytes", ["x402-payment: \u00ff\u00fe\u00e9"]],
    ["x402-payment: a depth bomb", [`x402-payment: ${'{"a":'.repeat(2_000)}`]],
    ["x402-payment: base64 of a depth bomb", [`x402-payment: ${Buffer.from("[".repeat(6_000)).toString("base64")}`]],
    ["payment-signature: garbage", ["payment-signature: %%%"]],
    ["x-payment: garbage", ["x-payment: %%%"]],
    ["idempotency-key: nothing", ["Idempotency-Key:"]],
    ["idempotency-key: with spaces", ["Idempotency-Key: a b"]],
    ["idempotency-key: 256 characters", [`Idempotency-Key: ${"a".repeat(256)}`]],
  ])("%s", async (_name, headers) => {
    expectProblem(await post(path, '{"query":"a"}', [JSON_TYPE, ...headers]), "invalid_request", 400);
  });

  it.each([
    ["x-forwarded-for", ", ,,garbage, 999.1.1.1, [::1"],
    ["x-request-id", "<script>"],
    ["accept", "image/png;q=garbage"],
    ["accept-encoding", "zstd;q=9"],
    ["origin", "null\u00ff"],
    ["cookie", ";;;=%zz"],
    ["authorization", "Bearer"],
    ["expect", "the unexpected"],
    ["range", "bytes=9-1"],
    ["if-none-match", "*"],
    ["x-http-method-override", "DELETE"],
    ["upgrade", "websocket"],
    ["te", "garbage"],
  ])("does not mind garbage in %s", async (name, value) => {
    const { status, headers } = await post(path, '{"query":"a"}', [JSON_TYPE, `${name}: ${value}`]);
    expect(status).toBe(402);
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe.each(sampled(Object.entries(ENDPOINTS), 16))("the door of %s", (name, endpoints) => {
  const at = `/demo-mkt/us-central1/${name}`;
  const taken = endpoints.map(({ method }) => method as string);

  it.each(
    ["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"].filter(
      (method) => !taken.includes(method === "HEAD" ? "GET" : method),
    ),
  )("refuses %s and says what it takes", async (method) => {
    const { status, headers, text } = await sendRaw(service.baseUrl, [
      head(`${method} ${at} HTTP/1.1`, ["Connection: close"]),
    ]);
    expect([status, headers["allow"]]).toEqual([405, [...taken, "OPTIONS"].join(", ")]);
    if (method === "HEAD") return;
    const [first] = endpoints;
    expect(JSON.parse(text)).toMatchObject({
      code: "method_not_allowed",
      _nextAction: {
        endpoint: first?.path,
        method: first?.method,
        ...(first?.method === "POST" && { body: first.example }),
      },
    });
  });

  it("answers a browser's preflight", async () => {
    const { status, headers } = await sendRaw(service.baseUrl, [
      head(`OPTIONS ${at} HTTP/1.1`, ["Connection: close", "Origin: https://a.example"]),
    ]);
    expect([status, headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  });

  if (!taken.includes("POST")) return;
  const declared = new Set(endpoints.flatMap(errorsOf));

  it.each<[string, string, number, () => Promise<RawReply>]>([
    ["text", "unsupported_media_type", 415, () => post(at, "{}", ["Content-Type: text/plain"])],
    [
      "a form",
      "unsupported_media_type",
      415,
      () => post(at, "a=b", ["Content-Type: application/x-www-form-urlencoded"]),
    ],
    [
      "a multipart form",
      "unsupported_media_type",
      415,
      () => post(at, "--x--", ["Content-Type: multipart/form-data; boundary=x"]),
    ],
    ["a type that is none", "unsupported_media_type", 415, () => post(at, "{}", ["Content-Type: ;;;"])],
    ["UTF-16", "unsupported_media_type", 415, () => post(at, "{}", ["Content-Type: application/json; charset=utf-16"])],
    [
      "what is compressed",
      "unsupported_media_type",
      415,
      () => post(at, gzipSync("{}"), [JSON_TYPE, "Content-Encoding: gzip"]),
    ],
    ["300 KiB", "payload_too_large", 413, () => post(at, "x".repeat(307_200))],
    [
      "300 KiB in chunks",
      "payload_too_large",
      413,
      () =>
        sendRaw(service.baseUrl, [
          head(`POST ${at} HTTP/1.1`, [JSON_TYPE, "Transfer-Encoding: chunked"]),
          ...Array<string>(5).fill(`f000\r\n${"x".repeat(61_440)}\r\n`),
          "0\r\n\r\n",
        ]),
    ],
    ["bytes that are no text", "invalid_request", 400, () => post(at, Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]))],
    ["a zip bomb under a plain name", "invalid_request", 400, () => post(at, gzipSync(Buffer.alloc(10_000_000)))],
    ["a list", "invalid_request", 400, () => post(at, "[]")],
    ["what an HTML page would be answered to", "invalid_request", 400, () => post(at, "{")],
  ])("refuses %s", async (_name, code, status, run) => {
    expectProblem(await run(), code, status);
    expect(declared).toContain(code);
  });
});

describe("security", () => {
  const door = (headers: string[], ...body: string[]) =>
    sendRaw(service.baseUrl, [head("POST /demand-insights HTTP/1.1", headers), ...body]);

  it.each<[string, () => Promise<RawReply>]>([
    ["a length that is no number", () => door([JSON_TYPE, "Content-Length: abc"], "{}")],
    ["a negative length", () => door([JSON_TYPE, "Content-Length: -1"], "{}")],
    ["two lengths", () => door([JSON_TYPE, "Content-Length: 2", "Content-Length: 3"], "{}")],
    ["a length and chunks", () => door([JSON_TYPE, "Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n")],
    ["a chunk without a size", () => door([JSON_TYPE, "Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n")],
    ["a control character in a header", () => door(["X-A: \u0001", "Content-Length: 2"], "{}")],
    ["a header without a colon", () => door(["garbage", "Content-Length: 2"], "{}")],
    ["20,000 bytes in a header", () => door([`X-A: ${"a".repeat(20_000)}`, "Content-Length: 2"], "{}")],
    ["a method that no one knows", () => sendRaw(service.baseUrl, [head("BREW / HTTP/1.1", [])])],
    ["a version that does not exist", () => sendRaw(service.baseUrl, [head("POST / HTTP/9.9", [])])],
    ["a TLS greeting", () => sendRaw(service.baseUrl, [Uint8Array.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5])])],
  ])("P21: answers %s with a problem document, not with an empty line", async (_name, run) => {
    expectProblem(await run(), "invalid_request", 400);
  });

  it("P21: answers a body that ends too early", async () => {
    const half = sendRaw(
      service.baseUrl,
      [head("POST /demand-insights HTTP/1.1", [JSON_TYPE, "Content-Length: 20"]), "{}"],
      { end: true },
    );
    expectProblem(await half, "invalid_request", 400);
  });

  it("serves the function whatever stands behind its name, decodable or not", async () => {
    for (const rest of ["/%zz", "//%ff?a=%zz", "/../../etc/passwd", "/%00"]) {
      expect((await post(`/demo-mkt/us-central1/demandInsights${rest}`, '{"query":"a"}')).status).toBe(402);
    }
  });

  it("answers the next request on the same connection after a refusal that left the body unread", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (type: string, body: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          `${service.baseUrl}/demand-insights`,
          { method: "POST", agent, headers: { "content-type": type } },
          (reply) => {
            reply.resume().on("end", () => resolve(reply.statusCode ?? 0));
          },
        );
        sent.on("error", reject).end(body);
      });
    expect(await ask("text/plain", "x".repeat(100_000))).toBe(415);
    expect(await ask("application/json", "{")).toBe(400);
    expect(await ask("application/json", "{}")).toBe(402);
    agent.destroy();
  });

  it("has stored nothing of all this", async () => {
    expect(await db.listCollections()).toEqual([]);
  });
});
