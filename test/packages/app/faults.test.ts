import { api } from "../../../packages/app/src/api";
import { hasMarks, tokensOf } from "../../../packages/app/src/lib/markdown";
import { nextShown, type Shown } from "../../../packages/app/src/lib/shown";
import { changeMarks } from "../../../packages/app/src/ui/marks";
import { Clients, isStill } from "../../../packages/app/src/wallet/clients";
import { ReadSession } from "../../../packages/app/src/wallet/session";
import type { OpenedSession } from "../../../packages/client/src/browser";
import { Lexer } from "marked";

const LENGTH = 20_000;
const filled = (unit: string) => unit.repeat(LENGTH / unit.length);

describe("UI40: a stranger's text neither breaks a page nor keeps it busy", () => {
  it.each([">", "1. ", "> - ", "*a ", "_a ", "[a](", "**", "~~a ", "`a ``"])("%j", (unit) => {
    const parsed = jest.spyOn(Lexer.prototype, "inlineTokens");
    const result = tokensOf(filled(unit));
    const marks = parsed.mock.calls.map(([text]) => text.match(/[*_~`[]/g)?.length ?? 0);
    parsed.mockRestore();
    expect(Math.max(0, ...marks)).toBeLessThanOrEqual(300);
    expect(result === null || Array.isArray(result)).toBe(true);
  });

  it.each([
    ["=SUM((A2:A9<5)*(B2:B9>1)*C2)", true],
    ["snake_case and a|b", true],
    ["Nothing here, but text: 5 %.", false],
  ])("knows whether Markdown may take a sign from %j", (text, isSo) => {
    expect(hasMarks(text)).toBe(isSo);
  });

  it("draws what people write", () => {
    const list = Array.from({ length: 200 }, (_, index) => `- **Item ${index}** is _done_`).join("\n");
    const types = tokensOf(`# Work\n\n> quoted\n\n${list}`)?.map(({ type }) => type);
    expect(types).toEqual(["heading", "space", "blockquote", "space", "list"]);
    expect(JSON.stringify(tokensOf(list))).toContain('"type":"strong"');
  });
});

describe("UI41: a session is neither opened unasked nor left behind", () => {
  const EXPIRES = new Date(Date.now() + 86_400_000).toISOString();
  const opened: OpenedSession = { agentSessionToken: "T", id: "i", scope: "read", expiresAt: EXPIRES };
  const sessionOf = (open: () => Promise<OpenedSession>) => {
    const kept = new Map<string, string>();
    const ended: unknown[] = [];
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
      removeItem: (name: string) => void kept.delete(name),
    };
    const end = (headers: unknown) => Promise.resolve(ended.push(headers));
    return { kept, ended, session: new ReadSession({ open, end, storage, name: "s" }) };
  };

  it("asks for no signature where something runs by itself", async () => {
    const open = jest.fn(() => Promise.resolve(opened));
    const { session } = sessionOf(open);
    await expect(session.readingIfOpen(() => Promise.resolve(1))).rejects.toMatchObject({ status: 401 });
    expect(open).not.toHaveBeenCalled();
    await session.open();
    expect(await session.readingIfOpen(() => Promise.resolve(1))).toBe(1);
  });

  it("ends a session that is signed after the visitor has left", async () => {
    let sign: (session: OpenedSession) => void = () => {};
    const { session, kept, ended } = sessionOf(() => new Promise((resolve) => (sign = resolve)));
    const opening = session.open();
    await session.end();
    sign(opened);
    await expect(opening).rejects.toMatchObject({ status: 401 });
    expect([session.current, kept.get("s"), ended]).toEqual([null, undefined, [{ authorization: "Bearer T" }]]);
  });
});

it("UI42: a quiet reload that fails takes away nothing that is shown", () => {
  const ready: Shown<number> = { key: "a", data: { state: "ready", value: 1, reload: () => {} } };
  const failed = (key: string): Shown<number> => ({
    key,
    data: { state: "failed", error: new Error("429"), retry: () => {} },
  });
  expect(nextShown(ready, failed("a"), true)).toBe(ready);
  for (const [before, key, isQuiet] of [
    [ready, "a", false],
    [ready, "b", true],
    [null, "a", true],
  ] as const)
    expect(nextShown(before, failed(key), isQuiet).data.state).toBe("failed");
});

it("UI43: a browser without room for its marks goes on", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: full } });
  try {
    expect(changeMarks("0xa", (marks) => ({ ...marks, cursor: "c" })).cursor).toBe("c");
  } finally {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
});

describe("UI45: nothing of a former account or chain stays", () => {
  const shows = (account: string, chain: string) => ({
    request: ({ method }: { method: string }) => Promise.resolve(method === "eth_chainId" ? chain : [account]),
  });

  it.each([
    ["0xA", "0x2105", true],
    ["0xb", "0x2105", false],
    ["0xa", "0x1", false],
  ])("%s on %s", async (account, chain, expected) =>
    expect(await isStill(shows(account, chain), { address: "0xa", chainId: 8453 })).toBe(expected),
  );

  it("drops an earlier connection that answers later, and all of them when the visitor leaves", () => {
    const clients = new Clients();
    const ended: string[] = [];
    for (const name of ["a", "b"]) {
      clients.of("wallet").set(name, { leave: () => ended.push(name) } as never);
    }
    const kept = ["mkt-own - draft", "mkt-own 0xA message x", "another"];
    const storage = {
      length: kept.length,
      key: (index: number) => kept[index] ?? null,
      removeItem: (name: string) => void ended.push(name),
    };
    const revoked = jest.spyOn(api, "POST").mockResolvedValue({} as never);
    const [first, second] = [clients.begin(), clients.begin()];
    expect([first(), second()]).toEqual([false, true]);
    const texts = ["mkt-wallet", "mkt-session-c", "mkt-own 0xA draft work", "another"];
    const lasting = {
      length: texts.length,
      key: (index: number) => texts[index] ?? null,
      getItem: () => JSON.stringify({ agentSessionToken: "t", id: "1", scope: "read", expiresAt: "2030-01-01" }),
      removeItem: (name: string) => void (ended.includes(name) || ended.push(name)),
    };
    clients.leave(storage as never, lasting as never);
    expect(second()).toBe(false);
    expect(ended).toEqual(["a", "b", "mkt-session-c", ...kept.slice(0, 2), "mkt-own 0xA draft work"]);
    // UI51: also of an account that was not used since the page was loaded.
    const headers = { authorization: "Bearer t" };
    expect(revoked.mock.calls).toEqual([["/mktAgentRevokeSession", { body: {}, headers }]]);
  });
});
