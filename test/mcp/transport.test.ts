import { request as httpRequest } from "node:http";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";

const { db } = testFirestore();

const local = forFile(() => testService({ db }));
const remote = forFile(() => testService({ db, settings: { BASE_URL: "https://mkt.example" } }));

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const LIST = {
  jsonrpc: "2.0",
  id: 2,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    },
  },
};
const MODERN = { ...JSON_HEADERS, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };

/** Sends what `fetch` would not: any Host, any bytes. */
function send(url: string, headers: Record<string, string>, body: string | Buffer, method = "POST", path = "") {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, path: new URL(url).pathname + path }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const post = (body: unknown, headers: Record<string, string> = JSON_HEADERS, service = local) =>
  send(
    `${service.baseUrl}/mcp`,
    headers,
    typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  );
const code = ({ text }: { text: string }) =>
  (JSON.parse(text) as { error: { data: { code: string } } }).error.data.code;

const codeIn = (text = "") => (JSON.parse(text) as { code?: string }).code;

describe("happy", () => {
  it("answers through hosting and at the function's own URL, with CORS, a request id and no caching", async () => {
    for (const url of [`${local.baseUrl}/mcp`, `${local.functionsUrl}/mcp`]) {
      const { status, headers, text } = await send(
        url,
        { ...MODERN, "x-request-id": "request-1234" },
        JSON.stringify(LIST),
      );
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "access-control-allow-origin": "*",
        "cache-control": "no-store",
        "x-request-id": "request-1234",
      });
      expect(JSON.parse(text)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    }
  });

  it("keeps no session: every request of an old client stands for itself", async () => {
    const { status, headers } = await post(INITIALIZE);
    expect([status, headers["mcp-session-id"]]).toEqual([200, undefined]);
    const { status: listed } = await post(
      { jsonrpc: "2.0", id: 3, method: "tools/list" },
      { ...JSON_HEADERS, "mcp-protocol-version": "2025-06-18" },
    );
    expect(listed).toBe(200);
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  });

  const TYPES = "application/json, text/event-stream";
  it.each([
    ["application/json", "application/json", "application/json"],
    ["Application/JSON; q=0.9", "application/json", "application/json"],
    ["*/*", "text/event-stream", "application/json"],
    ["", "text/event-stream", "application/json"],
    [undefined, "text/event-stream", "application/json"],
    ["text/event-stream", "text/event-stream", "text/event-stream"],
    ["application/json, text/event-stream;q=0", "application/json", "application/json"],
    ["text/html", "application/json", "application/json"],
    [TYPES, "text/event-stream", "application/json"],
  ])("answers a client that accepts %p with %s (2025) and %s (2026)", async (accept, ofOld, ofNew) => {
    const { accept: _both, ...plain } = JSON_HEADERS;
    const { accept: _too, ...modern } = MODERN;
    const named = accept === undefined ? {} : { accept };
    for (const [body, headers, type, id] of [
      [INITIALIZE, { ...plain, ...named }, ofOld, 1],
      [LIST, { ...modern, ...named }, ofNew, 2],
    ] as const) {
      const reply = await post(body, headers);
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
      const text = type === "application/json" ? reply.text : /^event: message\ndata: (.*)\n\n$/.exec(reply.text)?.[1];
      expect(JSON.parse(text ?? "")).toMatchObject({ jsonrpc: "2.0", id, result: expect.any(Object) });
    }
  });

  it("answers a notification and a problem the same, whatever is accepted", async () => {
    for (const accept of ["application/json", "text/event-stream", "*/*"]) {
      const headers = { ...JSON_HEADERS, accept };
      expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers)).status).toBe(202);
      const broken = await post("{not json", headers);
      expect([broken.status, code(broken)]).toEqual([400, "invalid_request"]);
    }
  });

  it("lets a browser ask first", async () => {
    const { status, headers } = await send(
      `${local.baseUrl}/mcp`,
      { origin: "http://localhost:6274", "access-control-request-method": "POST" },
      "",
      "OPTIONS",
    );
    expect([status, headers["access-control-allow-methods"]]).toEqual([204, "POST, OPTIONS"]);
  });
});

describe("refusals", () => {
  it.each(["GET", "DELETE", "PUT"])(
    "answers %s with 405 and what is allowed: there is no stream and no session",
    async (method) => {
      const reply = await send(`${local.baseUrl}/mcp`, JSON_HEADERS, "", method);
      expect([reply.status, reply.headers["allow"], code(reply)]).toEqual([405, "POST, OPTIONS", "method_not_allowed"]);
    },
  );

  it("answers what is no message with a JSON-RPC error that carries the problem document", async () => {
    const reply = await post("{not json");
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32700,
        message: expect.any(String),
        data: expect.objectContaining({ code: "invalid_request", status: 400, requestId: expect.any(String) }),
      },
    });
  });

  it.each([
    ["a batch", [LIST, LIST]],
    ["duplicate keys (P23)", '{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"tools/list"}'],
    [
      "__proto__ (P23)",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mktTasks","arguments":{"__proto__":{}}}}',
    ],
    ["a depth bomb (P21)", `${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ])("refuses %s", async (_, body) => {
    const reply = await post(body);
    expect([reply.status, code(reply)]).toEqual([400, "invalid_request"]);
  });

  it("refuses more than 256 KiB (P22), and what is not JSON", async () => {
    const large = await post({ ...LIST, filler: "x".repeat(256 * 1024) });
    expect([large.status, code(large)]).toEqual([413, "payload_too_large"]);
    const form = await post("a=b", { "content-type": "application/x-www-form-urlencoded" });
    expect([form.status, code(form)]).toEqual([415, "unsupported_media_type"]);
  });

  it("refuses a revision that it does not speak, naming those it does", async () => {
    const params = { _meta: { ...LIST.params._meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } };
    const { status, text } = await post({ ...LIST, params }, { ...MODERN, "mcp-protocol-version": "2099-01-01" });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { data: { supported: ["2026-07-28"] } } });
  });

  it("refuses a header that contradicts the message", async () => {
    expect((await post(LIST, { ...MODERN, "mcp-method": "tools/call" })).status).toBe(400);
  });

  it("E5: has no subscriptions, and says so as of any method that it does not have", async () => {
    const params = { ...LIST.params, notifications: { toolsListChanged: true } };
    const listen = { ...LIST, method: "subscriptions/listen" };
    for (const body of [{ ...listen, params }, listen]) {
      const { status, text } = await post(body, { ...MODERN, "mcp-method": "subscriptions/listen" });
      expect([status, JSON.parse(text)]).toEqual([
        404,
        { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found" } },
      ]);
    }
    const unknown = await post({ ...LIST, method: "tools/none" }, { ...MODERN, "mcp-method": "tools/none" });
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { error: { code: -32601 } }]);
    const old = await post(
      { jsonrpc: "2.0", id: 2, method: "subscriptions/listen", params: {} },
      { ...JSON_HEADERS, "mcp-protocol-version": "2025-06-18" },
    );
    expect(old.text).toContain('"code":-32601');
  });

  it.each(["//", "//x", "/\\", "/none", "/mcp/none"])(
    "D20: answers POST %s with 404, whatever a URL parser makes of it",
    async (path) => {
      const reply = await send(`${local.functionsUrl}/mcp`, MODERN, JSON.stringify(LIST), "POST", path);
      expect([reply.status, code(reply)]).toEqual([404, "not_found"]);
    },
  );
});

describe("security", () => {
  it("answers pages of the same machine only, under a name of that machine, where it runs on one", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "no origin" },
      { host: "evil.example" },
    ]) {
      const reply = await post(LIST, { ...MODERN, ...headers });
      expect([headers, reply.status, code(reply)]).toEqual([headers, 403, "forbidden_origin"]);
    }
    for (const origin of ["http://localhost:6274", "http://127.0.0.1:5000", "http://[::1]:80"]) {
      expect([origin, (await post(LIST, { ...MODERN, origin })).status]).toEqual([origin, 200]);
    }
  });

  it("answers pages of any origin where it is public, as the rest of the service does, but none without a name", async () => {
    expect((await post(LIST, { ...MODERN, origin: "https://agent.example", host: "mkt.example" }, remote)).status).toBe(
      200,
    );
    expect((await post(LIST, { ...MODERN, origin: "null" }, remote)).status).toBe(200);
    expect((await post(LIST, { ...MODERN, origin: "evil" }, remote)).status).toBe(403);
  });

  it("counts tool calls against the budget of the address that HTTP calls are counted against (P24)", async () => {
    const address = { "x-forwarded-for": "198.51.100.7" };
    const call = {
      ...LIST,
      method: "tools/call",
      params: { ...LIST.params, name: "x402Feedback", arguments: { message: "Well done." } },
    };
    const headers = { ...MODERN, "mcp-method": "tools/call", "mcp-name": "x402Feedback", ...address };
    const codes: unknown[] = [];
    for (let count = 0; count < 40 && !codes.includes("rate_limited"); count++) {
      const overHttp = await send(
        `${local.baseUrl}/x402Feedback`,
        { ...JSON_HEADERS, ...address },
        JSON.stringify({ message: "Well done." }),
      );
      const { text } = await post(call, headers);
      const { result } = JSON.parse(text) as { result: { content: { text: string }[] } };
      codes.push(codeIn(overHttp.text), codeIn(result.content[0]?.text));
    }
    expect(codes).toContain("rate_limited");
  });

  it("takes no payment from the headers of the MCP request", async () => {
    const call = {
      ...LIST,
      method: "tools/call",
      params: { ...LIST.params, name: "demandInsights", arguments: { query: "q" } },
    };
    const headers = {
      ...MODERN,
      "mcp-method": "tools/call",
      "mcp-name": "demandInsights",
      "x402-payment": "{}",
      "payment-signature": "x",
      "x-payment": "x",
    };
    const { text } = await post(call, headers);
    expect(JSON.parse(text)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('"code":"payment_required"') as string }] },
    });
  });
});
