import fc from "fast-check";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { ERRORS, type ErrorCode } from "../../functions/src/domain/errors";
import { errorsOf, type Endpoint } from "../../functions/src/http/endpoint";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { freshCaller } from "../setup/payments";
import { forAllAsync, isDeep, runs } from "../setup/runs";

const { db } = testFirestore();
const market = Market.forFile(db);

const endpoints = Object.entries(ENDPOINTS).flatMap(([name, list]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, name, endpoint] as const),
);

const junk = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
    -1,
    0,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    "0x",
    `0x${"0".repeat(40)}`,
    `0x${"f".repeat(64)}`,
    "../../etc/passwd",
    "' OR 1=1 --",
    "\u202e\u200b",
    "a".repeat(4_001),
    "\u{1f600}".repeat(5_000),
    true,
  ),
);

/** A valid body of which any part may have become something else. */
function mutations(example: object): fc.Arbitrary<string> {
  const names = Object.keys(example);
  const field = fc.constantFrom(
    ...names,
    "intentId",
    "txHash",
    "payerSignature",
    "wallet",
    "signature",
    "nonce",
    "timestamp",
    "more",
  );
  const changed = fc
    .array(fc.tuple(field, junk), { maxLength: 4 })
    .map((changes) => ({ ...example, ...Object.fromEntries(changes) }));
  const cut = fc
    .tuple(changed, fc.constantFrom("more", ...names))
    .map(([body, name]) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)));
  const text = fc.oneof(changed, cut, junk).map((body) => JSON.stringify(body) ?? "");
  const broken = fc
    .tuple(text, fc.nat(), fc.constantFrom("", "{", '"', "\\", ",", "\u0000", "\ufeff"))
    .map(([body, at, piece]) => {
      const place = at % (body.length + 1);
      return body.slice(0, place) + piece + body.slice(place + 1);
    });
  return fc.oneof({ weight: 3, arbitrary: text }, broken, fc.string({ unit: "binary" }));
}

const headerValue = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.json().filter((text) => /^[\x20-\x7e]*$/.test(text)),
  fc.base64String(),
);
const headers = fc.dictionary(
  fc.constantFrom(
    "x402-payment",
    "x-payment",
    "payment-signature",
    "idempotency-key",
    "authorization",
    "x-request-id",
    "accept",
    "origin",
    "content-type",
    "content-encoding",
    "cookie",
    "if-match",
    "x-forwarded-host",
    "x-http-method-override",
    "forwarded",
  ),
  headerValue.map((value) => value.trim()),
  { maxKeys: 3 },
);
const query = fc.oneof(
  fc.webQueryParameters(),
  fc.string(),
  fc.constantFrom("a=1&a=2", "__proto__=1", "%zz", "limit=1e9&cursor=%00"),
);

/** What an endpoint may answer to anything: success, or a refusal that it declares; a defect or a broken part is neither. */
function expectOrderly(endpoint: Endpoint, status: number, type: string | null, text: string): void {
  if (status === 200) return;
  const { code } = JSON.parse(text) as { code: ErrorCode };
  expect(["internal", "dependency_unavailable", "rate_limited"]).not.toContain(code);
  expect(errorsOf(endpoint)).toContain(code);
  expect(status).toBe(ERRORS[code].status);
  if (code !== "payment_required") expect(type).toBe("application/problem+json");
}

describe.each(endpoints)("%s", (_title, name, endpoint) => {
  it("P23: answers anything with success or with a refusal that it declares", async () => {
    const { method } = endpoint;
    await forAllAsync(
      [mutations(endpoint.example as object), headers, query],
      { numRuns: runs(5, 200), interruptAfterTimeLimit: isDeep ? 10_000 : 5_000 },
      async (body, extra, search) => {
        const response = await fetch(
          `${market.service.functionsUrl}/${name}${method === "GET" ? `?${encodeURI(search.toWellFormed())}` : ""}`,
          {
            method,
            headers: { "content-type": "application/json", ...extra, ...freshCaller() },
            ...(method === "POST" && { body }),
            redirect: "manual",
          },
        );
        const text = await response.text();
        expectOrderly(endpoint, response.status, response.headers.get("content-type"), text);
      },
    );
  });
});

describe("all of it", () => {
  it("stores no purchase and no payment", async () => {
    const stored = (await db.listCollections()).map(({ id }) => id);
    expect(stored.filter((id) => ["purchases", "payments"].includes(id))).toEqual([]);
  });

  it("leaves the prototype of everything alone", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
