import { post } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";

const { db } = testFirestore();
const MAIL_TO = "admin@mkt.example";
const quiet = forFile(() => testService({ db }));
const mailing = forFile(() => testService({ db, settings: { FEEDBACK_MAIL_TO: MAIL_TO } }));

let caller = 0;
/** Each report from another address, so that no rate limit interferes. */
const report = (body: unknown, headers: Record<string, string> = {}, service = quiet) =>
  post(`${service.baseUrl}/x402Feedback`, body, { "x-forwarded-for": `198.51.100.${++caller % 250}`, ...headers });
const stored = async (collection: string, id: unknown) =>
  (await db.collection(collection).doc(String(id)).get()).data();

describe("happy", () => {
  it("stores a report and says which it is", async () => {
    const { status, json } = await report({
      message: "cut off",
      status: 200,
      error: "none",
      endpoint: "/demand-insights",
    });
    expect([status, json]).toEqual([
      200,
      { ok: true, id: expect.stringMatching(/^[0-9a-f]{32}$/), emailQueued: false },
    ]);
    expect(await stored("feedback", json["id"])).toMatchObject({
      source: "/x402Feedback",
      fields: { message: "cut off", status: 200, error: "none", endpoint: "/demand-insights" },
    });
    expect(await stored("mail", json["id"])).toBeUndefined();
  });

  it("queues one mail for the administrator where there is an address", async () => {
    const { json } = await report({ message: "line one\nline two", category: "bug" }, {}, mailing);
    expect(json).toMatchObject({ ok: true, emailQueued: true });
    expect(await stored("mail", json["id"])).toEqual({
      to: MAIL_TO,
      message: {
        subject: "[mkt] feedback on /x402Feedback: bug",
        text: expect.stringContaining("message: line one\nline two\n"),
      },
    });
  });

  it("takes the same report under the same Idempotency-Key once, and leaves what became of its mail", async () => {
    const key = { "idempotency-key": "report-1" };
    const first = await report({ message: "once", category: "bug" }, key, mailing);
    const before = await stored("feedback", first.json["id"]);
    await db
      .collection("mail")
      .doc(String(first.json["id"]))
      .update({ delivery: { state: "SUCCESS" } });
    const again = await report({ category: "bug", message: "once" }, key, mailing);
    expect(again.text).toBe(first.text);
    expect(await stored("feedback", again.json["id"])).toEqual(before);
    expect(await stored("mail", again.json["id"])).toMatchObject({ delivery: { state: "SUCCESS" } });
    const other = await report({ message: "another" }, key, mailing);
    expect(other.json["id"]).not.toBe(first.json["id"]);
  });

  it.each<[string, object]>([
    ["lists in lists", { a: [[1, [2]]] }],
    ["an empty name", { "": 1 }],
    ["names that Firestore keeps for itself", { __name__: "x", __id7__: 1 }],
    ["names with dots and slashes", { "a.b/c`[*]~": { $x: null } }],
    ["30 levels", JSON.parse(`${'{"a":'.repeat(30)}1${"}".repeat(30)}`) as object],
    ["4,900 values in all", { a: Array<number>(1_600).fill(0) }],
    ["numbers at their limits", { a: [5e-324, 1.7976931348623157e308, -0, 9_007_199_254_740_993] }],
    ["control characters", { a: "\u0000\u001f\u2028\ufeff" }],
  ])("stores any object, also with %s", async (_name, context) => {
    const { status, json } = await report({ message: "m", context, agent: context, contact: context });
    expect(status).toBe(200);
    expect(JSON.parse(String((await stored("feedback", json["id"]))?.["fields"]["context"]))).toEqual(
      JSON.parse(JSON.stringify(context)),
    );
  });
});

describe("refusals", () => {
  it.each<[string, unknown]>([
    ["no message", {}],
    ["no body", ""],
    ["an empty message", { message: "" }],
    ["a blank message", { message: " \n" }],
    ["a message of 8,001 characters", { message: "a".repeat(8_001) }],
    ["a number for the message", { message: 1 }],
    ["a text for the status", { message: "a", status: "200" }],
    ["a list for the agent", { message: "a", agent: [] }],
    ["a text for the contact", { message: "a", contact: "me@x.example" }],
    [
      "101 fields in the context",
      { message: "a", context: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 1])) },
    ],
    ["an infinite status", '{"message":"a","status":1e999}'],
    ["an infinite number deep inside", '{"message":"a","context":{"b":[-1e999]}}'],
    ["a field that is not known", { message: "a", to: "x@y.example" }],
  ])("answers 400 to %s", async (_name, body) => {
    const { status, json } = await report(body, { "idempotency-key": "k" });
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
  });
});

describe("security", () => {
  it("lets no report write a line of the mail's head, or change its address", async () => {
    const category = "bug\r\nBcc: everybody@x.example\u2028To: x\u0085y";
    const { json } = await report({ message: "a", category, contact: { to: "x@y.example" } }, {}, mailing);
    const mail = await stored("mail", json["id"]);
    expect(mail).toMatchObject({ to: MAIL_TO });
    expect(mail?.["message"].subject).toBe("[mkt] feedback on /x402Feedback: bug Bcc: everybody@x.example To: x y");
    expect(Object.keys(mail?.["message"] as object).sort()).toEqual(["subject", "text"]);
  });

  it("cuts a long subject between characters", async () => {
    const { json } = await report({ message: "a", category: "\u{1f600}".repeat(400) }, {}, mailing);
    const { subject } = (await stored("mail", json["id"]))?.["message"] as { subject: string };
    expect(subject.length).toBeLessThanOrEqual(240);
    expect(subject).toMatch(/^\[mkt\] feedback on \/x402Feedback: \u{1f600}+$/u);
  });

  it("P24: takes 20 reports a minute from one address, then says when to come back", async () => {
    // One minute, however long the test takes.
    const timeless = await testService({ db, nowMs: () => 1_800_000_000_000 });
    const flood = () => report({ message: "flood" }, { "x-forwarded-for": "203.0.113.7" }, timeless);
    const statuses: number[] = [];
    for (let sent = 0; sent < 22; sent++) statuses.push((await flood()).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
    const refused = await flood();
    await timeless.close();
    expect([refused.status, refused.json["code"]]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("ratelimit-policy")).toBe('"minute";q=20;w=60');
  });
});
