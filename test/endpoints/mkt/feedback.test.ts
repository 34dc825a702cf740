import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { Role } from "../../../dev/local/wallets";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";
import { freshCaller } from "../../setup/payments";

const { db } = testFirestore();
const MAIL_TO = "admin@mkt.example";
const market = Market.forFile(db, { FEEDBACK_MAIL_TO: MAIL_TO });

const stored = async (collection: string, id: unknown) =>
  (await db.collection(collection).doc(String(id)).get()).data();
const tell = (key: TaskKey, role: Role, more: object = {}) =>
  market.call("/mkt/feedback", role, {
    ...named(key),
    role: role === "buyer" ? "poster" : "worker",
    message: "It went well.",
    ...more,
  });

describe("happy", () => {
  it("keeps a party's word with its wallet and role, once, and mails it", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const { status, json } = await tell(key, "worker", { category: "idea" });
    expect([status, json]).toEqual([200, { ok: true, id: expect.stringMatching(/^[0-9a-f]{32}$/), emailQueued: true }]);
    expect(await stored("feedback", json["id"])).toMatchObject({
      source: "/mkt/feedback",
      fields: { ...named(key), role: "worker", message: "It went well.", wallet: market.address("worker") },
    });
    expect(await stored("mail", json["id"])).toMatchObject({
      to: MAIL_TO,
      message: { subject: "[mkt] feedback on /mkt/feedback: idea" },
    });
    expect((await tell(key, "worker", { category: "idea" })).json["id"]).toBe(json["id"]);
    expect((await tell(key, "buyer")).json["id"]).not.toBe(json["id"]);
  });

  it("takes unsigned feedback on a task and in general, and repeats of it by their key", async () => {
    const key = await market.task();
    const body = { ...named(key), message: "Unclear.", wallet: market.address("stranger") };
    const once = { "idempotency-key": "feedback-1", ...freshCaller() };
    const first = await market.post("/agentSubmitFeedback", body, once);
    expect([first.status, (await market.post("/agentSubmitFeedback", body, once)).text]).toEqual([200, first.text]);
    expect(await stored("feedback", first.json["id"])).toMatchObject({ source: "/agentSubmitFeedback", fields: body });
    const general = await market.post(
      "/agentSubmitGeneralFeedback",
      { message: "More tasks, please." },
      { ...once, ...freshCaller() },
    );
    expect(await stored("feedback", general.json["id"])).toMatchObject({
      source: "/agentSubmitGeneralFeedback",
      fields: { message: "More tasks, please." },
    });
    expect(general.json["id"]).not.toBe(first.json["id"]);
  });
});

describe("refusals", () => {
  it("refuses a role that the chain does not give, a task that is not there, and empty words", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    expect((await tell(key, "worker", { role: "poster" })).json["code"]).toBe("forbidden_role");
    expect((await tell(key, "stranger")).json["code"]).toBe("forbidden_role");
    const none = { ...key, taskId: 88_888n };
    expect((await tell(none, "worker")).json["code"]).toBe("task_not_found");
    expect(
      (await market.post("/agentSubmitFeedback", { ...named(none), message: "x" }, freshCaller())).json["code"],
    ).toBe("task_not_found");
    for (const path of ["/agentSubmitFeedback", "/agentSubmitGeneralFeedback"]) {
      expect((await market.post(path, { ...named(key), message: " " }, freshCaller())).json["code"]).toBe(
        "invalid_request",
      );
    }
  });
});

describe("security", () => {
  it("M15: lets no field break out of the mail's subject", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const category = "bug\r\nBcc: all@evil.example\r\n\r\nbody\u2028more";
    const { json } = await tell(key, "worker", { category });
    const { message } = (await stored("mail", json["id"])) as { message: { subject: string } };
    expect(message.subject).toMatch(/^\[mkt\] feedback on \/mkt\/feedback: bug Bcc: all@evil\.example body more$/);
    expect(Object.keys((await stored("mail", json["id"])) ?? {}).sort()).toEqual(["message", "to"]);
  });
});
