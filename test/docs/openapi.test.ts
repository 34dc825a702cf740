import { ERRORS, type ErrorCode } from "../../functions/src/domain/errors";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { requests, endpoint, errorsOf, PIPELINE_ERRORS, type Auth } from "../../functions/src/http/endpoint";
import { literal, object, optional, string } from "../../functions/src/schema/build";
import { Address, TxHash } from "../../functions/src/schema/common";
import { mediaTypesOf } from "../../functions/src/schema/download";
import { OpenApiReader, type Response } from "./openApiReader";

const reader = new OpenApiReader(ENDPOINTS);
const all = Object.values(ENDPOINTS).flat();
const general: readonly ErrorCode[] = PIPELINE_ERRORS;
const PAYMENT = { intentId: "an.intent.id", txHash: `0x${"ab".repeat(32)}` };

/** An endpoint that only these tests have. */
const invented = (method: "GET" | "POST", path: string, auth: Auth) =>
  endpoint({
    method,
    path,
    summary: "Invented",
    auth,
    input: object({
      who: Address,
      from: optional({ ...Address, description: "Where it began." }),
      tx: optional(TxHash),
    }),
    output: object({ ok: literal(true), note: optional(string()) }),
    errors: ["task_not_found"],
    rateLimit: requests(1),
    example: { who: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },
    handle: async () => ({ ok: true as const }),
  });

describe("the OpenAPI document", () => {
  it("has every endpoint once, under a name of its own", () => {
    const operations = Object.values(reader.document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(all.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(all.length);
    const tags = reader.document.tags.map(({ name }) => name);
    for (const { tags: own } of operations) expect(tags).toEqual(expect.arrayContaining(own));
  });

  it("is right on any host", () => {
    expect(reader.document.servers).toEqual([{ url: "/" }]);
  });

  it.each(all.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "lists every error of %s under its status",
    (_, one) => {
      const { "x-errors": own, responses } = reader.operation(one.path, one.method.toLowerCase());
      const expected: Record<string, ErrorCode[]> = {};
      for (const code of errorsOf(one)) if (!general.includes(code)) (expected[ERRORS[code].status] ??= []).push(code);
      expect(own).toEqual(expected);
      for (const range of ["4XX", "5XX"]) expect(responses[range]).toEqual({ $ref: "#/components/responses/Problem" });
    },
  );

  it("describes problems once, with the codes of every operation and the headers that some have", () => {
    const { description, headers, content } = reader.follow<Response>({
      $ref: "#/components/responses/Problem",
    } as Response);
    for (const code of general) expect(description).toContain(code);
    expect(Object.keys(headers)).toEqual(["X-Request-Id", "Retry-After", "RateLimit-Policy", "RateLimit", "Allow"]);
    const fits = reader.compile(content["application/problem+json"]!.schema);
    const problem = {
      type: "/errors#internal",
      title: "t",
      status: 500,
      detail: "d",
      code: "internal",
      requestId: "r",
    };
    expect([fits(problem), fits({ ...problem, detail: undefined })]).toEqual([true, false]);
  });

  it("has examples, and each fits the schema that it stands beside", () => {
    const examples = reader.examples();
    expect(examples.length).toBeGreaterThan(20);
    for (const { where, schema, value } of examples) {
      const validate = reader.compile(schema);
      validate(value);
      expect({ where, errors: validate.errors }).toEqual({ where, errors: null });
    }
  });

  it.each(all.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "has an example of the request of %s, and the type of its answer",
    (_, one) => {
      const { requestBody, parameters, responses } = reader.operation(one.path, one.method.toLowerCase());
      const asked = requestBody
        ? Object.keys(requestBody.content["application/json"].examples ?? {})
        : parameters.filter((each) => "example" in each);
      const needsNothing = Object.keys(one.example as object).length === 0;
      expect(asked.length > 0 || needsNothing).toBe(true);
      const content = (responses["200"]?.content ?? {}) as Record<string, object>;
      const files = mediaTypesOf(one.output);
      // A file is of one of these types; everything else is JSON, and shown.
      if (files) expect(Object.keys(content)).toEqual(files);
      else expect(content["application/json"]).toHaveProperty("schema");
    },
  );

  it("describes what is paid: the price's floor, x402, the header, and the quote with its headers", () => {
    for (const { path, method, auth } of all) {
      const operation = reader.operation(path, method.toLowerCase());
      if (auth.kind !== "paid") {
        expect(operation["x-payment-info"]).toBeUndefined();
        continue;
      }
      expect(operation["x-payment-info"]).toEqual({
        price: { mode: "dynamic", currency: "USD", min: "0.49" },
        protocols: [{ x402: {} }],
      });
      expect(operation.parameters.map((parameter) => reader.follow(parameter)["name"])).toContain("x402-payment");
      expect(Object.keys(reader.response(path, 402).headers)).toEqual(
        expect.arrayContaining(["Pay", "X-Price-Intent", "X-Payment-Contracts", "PAYMENT-REQUIRED"]),
      );
    }
  });

  it("knows the four bodies of a paid endpoint from those that are refused", () => {
    const fits = reader.body("/demand-insights");
    const good = [
      { query: "q" },
      { query: "q", ...PAYMENT },
      { messages: [{ role: "user", content: "q" }], ...PAYMENT },
      PAYMENT,
      {},
    ];
    for (const body of good) expect([body, fits(body)]).toEqual([body, true]);
    const both = { query: "q", messages: [{ role: "user", content: "q" }] };
    const bad = [
      both,
      { ...both, ...PAYMENT },
      { query: "" },
      { other: 1 },
      { ...PAYMENT, other: 1 },
      { txHash: "0x12", intentId: "i" },
    ];
    for (const body of bad) expect([body, fits(body)]).toEqual([body, false]);
  });
});

describe("an OpenAPI document of endpoints to come", () => {
  const more = new OpenApiReader({
    both: [
      invented("GET", "/mkt/both", { kind: "open" }),
      invented("POST", "/mkt/both", { kind: "signed", orSession: "read", reads: true }),
    ],
    own: [invented("POST", "/agentOwn", { kind: "session", scope: "read" })],
    name: [invented("POST", "/mkt/name", { kind: "signed", orSession: null, reads: false })],
  });

  it("gives two methods of one path their own names", () => {
    expect(more.operation("/mkt/both", "get").operationId).toBe("bothGet");
    expect(more.operation("/mkt/both", "post").operationId).toBe("bothPost");
  });

  it("writes the input of a GET as query parameters", () => {
    const { parameters, requestBody } = more.operation("/mkt/both", "get");
    expect(requestBody).toBeUndefined();
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["who", "query", true],
      ["from", "query", false],
      ["tx", "query", false],
    ]);
  });

  it("prints a shared shape once, and keeps what a field says about itself", () => {
    const own = more.document.components["schemas"]?.["OwnInSession"] as { properties: Record<string, object> };
    expect(own.properties["tx"]).toEqual({ $ref: "#/components/schemas/TxHash" });
    expect(own.properties["from"]).toEqual({ $ref: "#/components/schemas/Address", description: "Where it began." });
  });

  it("asks a signed endpoint for its envelope, and takes a session instead where the endpoint does", () => {
    const who = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const envelope = { wallet: who, timestamp: 1_769_860_800, nonce: "q7Jx2mB0dV9wKc4t", signature: "0x1b" };
    const signed = more.body("/mkt/name");
    expect([signed({ who, ...envelope }), signed({ who }), signed({ who, agentSessionToken: "t" })]).toEqual([
      true,
      false,
      false,
    ]);
    const either = more.body("/mkt/both");
    expect([either({ who, ...envelope }), either({ who, agentSessionToken: "t" })]).toEqual([true, true]);
    expect(more.operation("/mkt/both").security).toEqual([{ session: [] }, {}]);
    expect(more.document.components["securitySchemes"]).toHaveProperty("session");
  });

  it("has examples that fit", () => {
    for (const { where, schema, value } of more.examples())
      expect([where, more.compile(schema)(value)]).toEqual([where, true]);
  });

  it("refuses two different shapes of one name", () => {
    const one = invented("POST", "/one", { kind: "open" });
    const two = { ...one, path: "/two", output: object({ note: string() }, { title: "Same" }) };
    const odd = { ...one, output: object({ note: string(), more: string() }, { title: "Same" }) };
    expect(() => new OpenApiReader({ two: [two], odd: [odd] })).toThrow("two different schemas are called Same");
  });
});
