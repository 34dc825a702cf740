import { createHash } from "node:crypto";
import { SiweMessage } from "@signinwithethereum/siwe";
import fc from "fast-check";
import { toAddress, type Address } from "../../functions/src/domain/address";
import { siweMessage, siweNonce } from "../../functions/src/domain/messages/siwe";
import {
  checkChallenge,
  isLive,
  isOf,
  makeChallenge,
  openSession,
  sessionId,
  termsOf,
  TOKEN_PATTERN,
  tokenHash,
  type SessionTerms,
  type Site,
} from "../../functions/src/domain/session";
import { forAll } from "../setup/runs";

const CHALLENGE_MS = 5 * 60_000;
const SESSION_MS = 24 * 3_600_000;

const WALLET = toAddress("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913") as Address;
const OTHER = toAddress(`0x${"22".repeat(20)}`) as Address;
const SITE: Site = { domain: "mkt.example", uri: "https://mkt.example/mkt/session", chainId: 8453 };
const NOW = Date.UTC(2026, 10, 20, 16);
const SECOND = 1_000;
const random = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const seed = (length: number, byte = 7) => new Uint8Array(length).fill(byte);
const challenge = makeChallenge(WALLET, SITE, seed(16), NOW);

describe("happy", () => {
  it("writes the text that a SIWE library writes from the same fields, and that library reads it", () => {
    const host = fc.constantFrom("mkt.example", "127.0.0.1:5000", "a-b.web.app");
    forAll(
      [
        random(16),
        host,
        fc.constantFrom(1, 8453),
        fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      ],
      (bytes, domain, chainId, date) => {
        const site = { domain, uri: `https://${domain}/mkt/session`, chainId };
        const { message, nonce, expiresAt } = makeChallenge(WALLET, site, bytes, date.getTime());
        const read = new SiweMessage(message);
        expect(read).toMatchObject({ ...site, address: WALLET, nonce, version: "1", issuedAt: date.toISOString() });
        expect(read.expirationTime).toBe(new Date(expiresAt).toISOString());
        expect(read.prepareMessage()).toBe(message);
        expect(siweNonce(message)).toBe(nonce);
      },
    );
  });

  it("names scope and end in the text of a session that is asked for, which a SIWE library reads", () => {
    const month = termsOf({ scope: "read", expiresIn: 30 * 86_400 }, NOW);
    const { message } = makeChallenge(WALLET, SITE, seed(16), NOW, month);
    expect(message).toContain(
      "\nSign in to mkt, to read only, until 2026-12-20T16:00:00.000Z. This moves no money and costs no gas.\n",
    );
    expect(new SiweMessage(message).prepareMessage()).toBe(message);
    const day = makeChallenge(WALLET, SITE, seed(16), NOW, termsOf({ scope: "act" }, NOW));
    expect(day.message).toContain("\nSign in to mkt until 2026-11-21T16:00:00.000Z. This moves");
    expect(termsOf({}, NOW)).toBeNull();
  });

  it("takes its own challenge back", () => {
    expect(checkChallenge(challenge, challenge.message, NOW)).toBe("good");
  });

  it("opens a session for a day with a token of 256 random bits", () => {
    const { token, session } = openSession(challenge, SITE, seed(32), NOW);
    expect(token).toMatch(new RegExp(TOKEN_PATTERN));
    expect(session).toEqual({
      tokenHash: tokenHash(token, SITE),
      wallet: WALLET,
      openedAt: NOW,
      expiresAt: NOW + SESSION_MS,
      scope: "act",
      usedAt: NOW,
    });
    const named = `8453 ${SITE.uri} ${token}`;
    expect(tokenHash(token, SITE)).toBe(createHash("sha256").update(named).digest("hex"));
    expect(isLive(session, NOW)).toBe(true);
  });
});

describe("security", () => {
  it("S2: a challenge with any field altered, however plausible, is not the server's", () => {
    const said = {
      ...SITE,
      wallet: WALLET,
      nonce: challenge.nonce,
      issuedAt: NOW,
      expiresAt: NOW + CHALLENGE_MS,
      terms: null as SessionTerms | null,
    };
    expect(siweMessage(said)).toBe(challenge.message);
    const altered: Partial<typeof said>[] = [
      { domain: "evil.example" },
      { uri: "https://evil.example/mkt/session" },
      { chainId: 1 },
      { wallet: OTHER },
      { nonce: "0".repeat(32) },
      { issuedAt: NOW + 1 },
      { expiresAt: NOW + CHALLENGE_MS + 1 },
      { terms: { scope: "act", endsAt: NOW + SESSION_MS } },
    ];
    expect(altered.map((change) => Object.keys(change)[0]).sort()).toEqual(Object.keys(said).sort());
    for (const change of altered)
      expect(checkChallenge(challenge, siweMessage({ ...said, ...change }), NOW)).toBe("invalid");
  });

  it("S2: nor with any one character altered, added or left out", () => {
    const { message } = challenge;
    forAll([fc.nat(message.length - 1), fc.string({ maxLength: 2 })], (at, text) => {
      fc.pre(text !== message.charAt(at));
      expect(checkChallenge(challenge, message.slice(0, at) + text + message.slice(at + 1), NOW)).toBe("invalid");
    });
    for (const text of [
      `${message}\n`,
      ` ${message}`,
      `${message}\nResources:`,
      message.replaceAll("\n", "\r\n"),
      "",
    ]) {
      expect(checkChallenge(challenge, text, NOW)).toBe("invalid");
    }
  });

  it("S3: a challenge is good for five minutes, to the second of the server's clock", () => {
    const after = (ms: number) => checkChallenge(challenge, challenge.message, NOW + CHALLENGE_MS + ms);
    expect([-SECOND, -1, 0, SECOND].map(after)).toEqual(["good", "good", "expired", "expired"]);
  });

  it("S3: a session is good for a day, to the second", () => {
    const { session } = openSession(challenge, SITE, seed(32), NOW);
    const after = (ms: number) => isLive(session, NOW + SESSION_MS + ms);
    expect([-SECOND, -1, 0, SECOND].map(after)).toEqual([true, true, false, false]);
    expect(isLive(null, NOW)).toBe(false);
  });

  it("S10: what is stored of a session does not hold its token, nor any part of it", () => {
    forAll([random(32)], (bytes) => {
      const { token, session } = openSession(challenge, SITE, bytes, NOW);
      const secret = token.slice("mkts_".length);
      const dump = JSON.stringify(session);
      for (const form of [secret, Buffer.from(bytes).toString("hex"), Buffer.from(bytes).toString("base64")])
        expect(dump).not.toContain(form);
      for (let at = 0; at + 10 <= secret.length; at++) expect(dump).not.toContain(secret.slice(at, at + 10));
    });
  });

  it("S12: a challenge for less is not the server's once its text asks for more", () => {
    const asked = makeChallenge(WALLET, SITE, seed(16), NOW, termsOf({ scope: "read", expiresIn: 60 }, NOW));
    const wider = [
      termsOf({ scope: "act", expiresIn: 60 }, NOW),
      termsOf({ scope: "read", expiresIn: 61 }, NOW),
      null,
    ].map((terms) => makeChallenge(WALLET, SITE, seed(16), NOW, terms));
    for (const other of wider) {
      expect(checkChallenge(asked, other.message, NOW)).toBe("invalid");
      expect(isOf({ ...asked, terms: other.terms }, SITE)).toBe(false);
    }
    expect(openSession(asked, SITE, seed(32), NOW + 1_000).session).toMatchObject({
      scope: "read",
      expiresAt: NOW + 60_000,
    });
  });

  it("S14: the public id is neither the token nor a part of what it is stored under", () => {
    const { token, session } = openSession(challenge, SITE, seed(32), NOW);
    const id = sessionId(session.tokenHash).slice("ses_".length);
    for (let at = 0; at + 8 <= id.length; at++) {
      expect(session.tokenHash).not.toContain(id.slice(at, at + 8));
      expect(token).not.toContain(id.slice(at, at + 8));
    }
  });

  it("D22: a token names no session of another chain or deployment", () => {
    const { token, session } = openSession(challenge, SITE, seed(32), NOW);
    for (const other of [
      { ...SITE, chainId: 84532 },
      { ...SITE, uri: "https://other.example" },
    ])
      expect(tokenHash(token, other)).not.toBe(session.tokenHash);
  });

  it("S11: an unknown challenge is refused as an altered one is, and expiry is told only to who holds the text", () => {
    const late = NOW + CHALLENGE_MS;
    expect(checkChallenge(null, challenge.message, NOW)).toBe("invalid");
    expect(checkChallenge(null, challenge.message, late)).toBe("invalid");
    expect(checkChallenge(challenge, `${challenge.message} `, late)).toBe("invalid");
  });

  it("different random bytes make different nonces and tokens", () => {
    forAll([random(32), random(32)], (one, other) => {
      fc.pre(Buffer.compare(one, other) !== 0);
      expect(openSession(challenge, SITE, one, NOW).token).not.toBe(openSession(challenge, SITE, other, NOW).token);
      const [a, b] = [one.subarray(0, 16), other.subarray(0, 16)];
      expect(makeChallenge(WALLET, SITE, a, NOW).nonce === makeChallenge(WALLET, SITE, b, NOW).nonce).toBe(
        Buffer.compare(a, b) === 0,
      );
    });
  });
});

describe("refusals", () => {
  it("refuses to work with fewer random bytes than it needs", () => {
    expect(() => makeChallenge(WALLET, SITE, seed(15), NOW)).toThrow(RangeError);
    expect(() => openSession(challenge, SITE, seed(31), NOW)).toThrow(RangeError);
  });

  it("finds no nonce in a text that has no nonce line", () => {
    for (const text of ["", "Nonce: 0123456789", "\nNonce: short\n", "\nNonce: 01234567-89\n"])
      expect(siweNonce(text)).toBeNull();
  });
});
