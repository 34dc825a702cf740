import { Wallet, type BaseWallet } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { MAX_SESSIONS } from "../../functions/src/domain/session";
import { scopeOf } from "../../functions/src/http/endpoint";
import { post } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

sharedChain();
const { db, another } = testFirestore();
const HOUR = 3_600_000;
let now = Date.parse("2026-05-04T12:00:00Z");
let wallet: BaseWallet;
let first: TestServer;
let second: TestServer;

beforeAll(async () => {
  const parts = { nowMs: () => now };
  [first, second] = await Promise.all([testService({ db, ...parts }), testService({ db: another(), ...parts })]);
});
afterAll(() => Promise.all([first.close(), second.close()]));
/** A wallet, and a minute, of its own for each test. */
beforeEach(() => {
  now += 60_000;
  wallet = Wallet.createRandom();
});

interface Listed {
  id: string;
  scope: string;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function challenge(terms: object = {}) {
  const { json, status } = await post(`${first.baseUrl}/mktAgentSessionChallenge`, {
    wallet: wallet.address,
    ...terms,
  });
  expect(status).toBe(200);
  return json["message"] as string;
}
const exchange = async (message: string) =>
  post(`${first.baseUrl}/mktAgentSession`, { message, signature: await wallet.signMessage(message) });
async function open(terms: object = {}) {
  const { json, status } = await exchange(await challenge(terms));
  expect(status).toBe(200);
  return json as { agentSessionToken: string; id: string; scope: string; expiresAt: string };
}
async function list(token: string, service = first): Promise<Listed[]> {
  const { json, status } = await post(`${service.baseUrl}/mkt/sessions`, {}, bearer(token));
  expect(status).toBe(200);
  return json["sessions"] as Listed[];
}
const revoke = (token: string, body: object, service = first) =>
  post(`${service.baseUrl}/mkt/sessions/revoke`, body, bearer(token));
const codeOf = async (token: string, service = first) =>
  (await post(`${service.baseUrl}/mkt/sessions`, {}, bearer(token))).json["code"];

describe("happy", () => {
  it("opens a session with the scope and expiry that were asked for, and lists it", async () => {
    const own = await open();
    now += 1_000;
    const month = await open({ scope: "read", expiresIn: 30 * 86_400 });
    expect(month).toMatchObject({ scope: "read", expiresAt: new Date(now + 720 * HOUR).toISOString() });
    const at = (ms: number) => new Date(ms).toISOString();
    expect(await list(own.agentSessionToken)).toEqual([
      {
        id: month.id,
        scope: "read",
        createdAt: at(now),
        expiresAt: month.expiresAt,
        lastUsedAt: at(now),
        isCurrent: false,
      },
      {
        id: own.id,
        scope: "act",
        createdAt: at(now - 1_000),
        expiresAt: own.expiresAt,
        lastUsedAt: at(now - 1_000),
        isCurrent: true,
      },
    ]);
    expect((await list(month.agentSessionToken)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it("ends one session by its id, on every instance at once, and says the same again", async () => {
    const [own, other] = [await open(), await open()];
    await list(other.agentSessionToken, second);
    const ended = await revoke(own.agentSessionToken, { id: other.id });
    expect(ended.json).toEqual({ ok: true, revoked: 1 });
    expect(await codeOf(other.agentSessionToken, second)).toBe("session_invalid");
    expect((await revoke(own.agentSessionToken, { id: other.id })).json).toEqual({ ok: true, revoked: 0 });
    expect((await list(own.agentSessionToken)).map(({ id }) => id)).toEqual([own.id]);
  });

  it("lists no session that has expired or that its own token ended", async () => {
    const [own, short, gone] = [await open(), await open({ expiresIn: 60 }), await open()];
    await post(`${first.baseUrl}/mktAgentRevokeSession`, {}, bearer(gone.agentSessionToken));
    expect(await list(own.agentSessionToken)).toHaveLength(2);
    now += 60_000;
    expect((await list(own.agentSessionToken)).map(({ id }) => id)).toEqual([own.id]);
    expect(await codeOf(short.agentSessionToken)).toBe("session_invalid");
  });

  it("records the last use once an hour", async () => {
    const { agentSessionToken } = await open({ expiresIn: 86_400 });
    const opened = now;
    const lastUse = async () => Date.parse((await list(agentSessionToken))[0]?.lastUsedAt ?? "");
    now = opened + HOUR - 1;
    expect(await lastUse()).toBe(opened);
    now = opened + HOUR;
    const uses = await Promise.all(Array.from({ length: 5 }, () => lastUse()));
    expect(new Set([...uses, opened, now])).toEqual(new Set([opened, now]));
    now += HOUR - 1;
    expect(await lastUse()).toBe(opened + HOUR);
  });
});

describe("security", () => {
  it("S17: opens no session that is over, and says so", async () => {
    const { json } = await post(`${first.baseUrl}/mktAgentSessionChallenge`, {
      wallet: wallet.address,
      expiresIn: 60,
    });
    expect(json["expiresAt"]).toBe(new Date(now + 60_000).toISOString());
    now += 60_000;
    const late = await exchange(json["message"] as string);
    expect([late.status, late.json["code"]]).toEqual([401, "signature_expired"]);
    expect(late.json["detail"]).toContain("the session that it asks for is over");
    const message = await challenge({ expiresIn: 60 });
    now += 59_999;
    expect((await exchange(message)).status).toBe(200);
  });

  it("S12: a signed challenge opens only the session that its text names", async () => {
    const message = await challenge({ scope: "read", expiresIn: 60 });
    for (const text of [
      message.replace(", to read only,", ""),
      message.replace(/until [^ ]+\. /, "until 2026-12-31T00:00:00.000Z. "),
      message.replace(/mkt, to .* This/, "mkt. This"),
    ]) {
      expect(text).not.toBe(message);
      expect((await exchange(text)).json["code"]).toBe("signature_invalid");
    }
    const more = { message, signature: await wallet.signMessage(message), scope: "act", expiresIn: 86_400 };
    expect((await post(`${first.baseUrl}/mktAgentSession`, more)).json["code"]).toBe("invalid_request");
    expect((await exchange(message)).json).toMatchObject({ scope: "read" });
  });

  it("S13, TH7: a session for reading is refused where something changes, with the scope that is needed", async () => {
    const { agentSessionToken, id } = await open({ scope: "read" });
    const { status, json } = await revoke(agentSessionToken, { id });
    expect(status).toBe(403);
    expect(json).toMatchObject({
      code: "insufficient_scope",
      detail:
        "This call needs a session with the scope act; this one may only read. Open one with that scope, or sign the request.",
    });
    expect(await list(agentSessionToken)).toHaveLength(1);
  });

  it("S13: only what changes nothing takes the scope read", () => {
    const taking = Object.values(ENDPOINTS)
      .flat()
      .filter(({ auth }) => scopeOf(auth) === "read");
    expect(taking.length).toBeGreaterThan(5);
    for (const { method, path, auth } of taking) {
      const reads = method === "GET" || path === "/agentGetSubmissionDetails" || ("reads" in auth && auth.reads);
      expect([path, reads]).toEqual([path, true]);
    }
  });

  it("S15: a wallet has no more than its number of sessions: the one that would end first ends", async () => {
    const month = await open({ expiresIn: 30 * 86_400 });
    const days: string[] = [];
    for (let count = 1; count < MAX_SESSIONS; count++) {
      now += 2_000;
      days.push((await open()).agentSessionToken);
    }
    const [oldest = "", next = ""] = days;
    expect(await list(oldest)).toHaveLength(MAX_SESSIONS);
    now += 60_000;
    const { agentSessionToken } = await open();
    expect(await codeOf(oldest, second)).toBe("session_invalid");
    const listed = await list(next);
    expect(listed).toHaveLength(MAX_SESSIONS);
    expect(listed.at(-1)?.id).toBe(month.id);
    expect(await list(agentSessionToken)).toHaveLength(MAX_SESSIONS);
  });

  it("S16: revoking all ends every session on every instance, and voids challenges that were signed before", async () => {
    const sessions = [await open(), await open({ scope: "read" }), await open({ expiresIn: 30 * 86_400 })];
    const stolen = await challenge();
    for (const { agentSessionToken } of sessions) await list(agentSessionToken, second);
    const [own] = sessions;
    expect((await revoke(own?.agentSessionToken ?? "", { all: true })).json).toEqual({ ok: true, revoked: 3 });
    for (const { agentSessionToken } of sessions) {
      expect(await codeOf(agentSessionToken)).toBe("session_invalid");
      expect(await codeOf(agentSessionToken, second)).toBe("session_invalid");
    }
    expect((await exchange(stolen)).json["code"]).toBe("signature_invalid");
    now += 1;
    expect(await list((await open()).agentSessionToken)).toHaveLength(1);
  });

  it("S16: of sessions that are opened while all are revoked, none is live and not listed", async () => {
    const { agentSessionToken } = await open();
    const messages = await Promise.all(Array.from({ length: 8 }, () => challenge()));
    const [ended, ...opened] = await Promise.all([
      revoke(agentSessionToken, { all: true }, second),
      ...messages.map((message) => exchange(message)),
    ]);
    expect([200, 503]).toContain(ended.status);
    now += 1;
    const { agentSessionToken: own } = await open();
    const listed = new Set((await list(own)).map(({ id }) => id));
    for (const { status, json } of opened) {
      if (status !== 200) continue;
      const live = (await codeOf(json["agentSessionToken"] as string)) === undefined;
      expect(listed.has(json["id"] as string)).toBe(live);
    }
  });

  it("S14: neither the list nor an id says anything of a token or of what it is stored under", async () => {
    const { agentSessionToken, id } = await open();
    const text = JSON.stringify(await list(agentSessionToken));
    expect(text).not.toContain(agentSessionToken.slice(5));
    const names = (await db.collection("sessions").get()).docs.map((doc) => doc.id);
    for (const name of names) expect(text).not.toContain(name);
    expect((await post(`${first.baseUrl}/mkt/sessions`, {}, bearer(id))).json["code"]).toBe("session_invalid");
  });

  it("S14: a wallet sees and ends no other wallet's sessions", async () => {
    const { id, agentSessionToken } = await open();
    wallet = new Wallet(devWallets().stranger.privateKey);
    const other = await open();
    expect((await revoke(other.agentSessionToken, { id })).json).toEqual({ ok: true, revoked: 0 });
    expect((await list(other.agentSessionToken)).map((one) => one.id)).not.toContain(id);
    expect(await codeOf(agentSessionToken)).toBeUndefined();
  });
});
