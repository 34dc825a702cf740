import { partFrom, partsOf, progressText, sizeText } from "../../../packages/app/src/lib/download";
import { grantText, mandateFaults } from "../../../packages/app/src/lib/mandates";
import { watchedIn, watchQuery } from "../../../packages/app/src/lib/search";
import {
  filterQuery,
  filtersBefore,
  filtersOf,
  latestMonths,
  netBars,
  periodsAt,
  reconciled,
  settledSums,
  type StatementMonth,
} from "../../../packages/app/src/lib/statement";
import { monthsText } from "../../../packages/app/src/lib/time";
import { filterText, TOPIC_GROUPS, troubleOf, urlFault, type Webhook } from "../../../packages/app/src/lib/webhooks";
import { movementName, type RowType } from "../../../functions/src/domain/accounting/row";
import { EVENT_TOPICS } from "../../../functions/src/domain/events/event";
import { ApiError } from "../../../packages/app/src/api";
import { ReadSession } from "../../../packages/app/src/wallet/session";

const month = (name: string, netUsdc: string): StatementMonth => ({
  month: name,
  inUsdc: "0",
  outUsdc: "0",
  netUsdc,
});

describe("a statement", () => {
  it("has its filters in the address, the same each time, without what it does not know", () => {
    const filters = filtersOf({ type: "reward", from: " 2026-01-01 ", evil: "1", to: "" });
    expect(filters).toEqual({ from: "2026-01-01", type: "reward" });
    expect([filterQuery(filters), filterQuery({})]).toEqual(["?from=2026-01-01&type=reward", ""]);
  });

  it("knows the periods that people ask for, also in January and at a month's end", () => {
    expect(periodsAt(Date.parse("2028-03-31T23:59:59Z")).map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2028-03-01 2028-03-31",
      "2028-02-01 2028-02-29",
      "2028-01-01 2028-12-31",
      "2027-01-01 2027-12-31",
    ]);
    expect(periodsAt(Date.parse("2026-01-01T00:00:00Z"))[1]).toMatchObject({ from: "2025-12-01", to: "2025-12-31" });
  });

  it("asks for what had moved when a period began", () => {
    expect(filtersBefore({ from: "2026-03-01", to: "2026-03-31", role: "payer" })).toEqual({
      role: "payer",
      to: "2026-02-28",
    });
    expect([filtersBefore({ to: "2026-03-31" }), filtersBefore({ from: "soon" })]).toEqual([null, null]);
  });

  it("draws the months without a movement, too, the latest of them", () => {
    const months = [month("2025-11", "1"), month("2026-02", "-2")];
    expect(latestMonths(months, 12).map((one) => `${one.month} ${one.netUsdc}`)).toEqual([
      "2025-11 1",
      "2025-12 0",
      "2026-01 0",
      "2026-02 -2",
    ]);
    expect(latestMonths(months, 2).map((one) => one.month)).toEqual(["2026-01", "2026-02"]);
    expect(latestMonths([], 12)).toEqual([]);
  });

  it("draws income up and expense down from one line, to one scale", () => {
    const { zero, bars } = netBars([month("a", "30"), month("b", "-10"), month("c", "0")]);
    expect(zero).toBe(0.75);
    expect(bars).toEqual([
      { month: "a", top: 0, height: 0.75, isLoss: false },
      { month: "b", top: 0.75, height: 0.25, isLoss: true },
      { month: "c", top: 0.75, height: 0, isLoss: false },
    ]);
    expect(netBars([month("a", "0")])).toEqual({
      zero: 0.5,
      bars: [{ month: "a", top: 0.5, height: 0, isLoss: false }],
    });
    expect(netBars([month("a", "999999999999999999.999999")]).bars[0]?.height).toBe(1);
  });

  it("adds up the months", () => {
    const settled = (inUsdc: string, outUsdc: string) => ({ settled: { inUsdc, outUsdc, netUsdc: "" } });
    expect([settledSums([settled("8", "0.5"), settled("0.25", "20")]), settledSums([])]).toEqual([
      { inUsdc: "8.25", outUsdc: "20.5" },
      { inUsdc: "0", outUsdc: "0" },
    ]);
  });

  it("ends in the change of the wallet's balance, in base units, and in that before and after a period", () => {
    const figures = { inUsdc: "8.000001", outUsdc: "6.98", rewardUsdc: "20", netUsdc: "-19.679999" };
    const lines = (before: string | null) => reconciled(figures, before).map(({ name, usdc }) => `${name}: ${usdc}`);
    const all = [
      "Earned: 8.000001",
      "Spent: -6.98",
      "Earned less spent: 1.020001",
      "Rewards in escrow: -20",
      "Stakes paid in, less those returned or lost: -0.7",
      "Change of your wallet's balance: -19.679999",
    ];
    expect(lines(null)).toEqual(all);
    expect(lines("30.5")).toEqual([
      ...all,
      "All such changes before this period: 30.5",
      "All such changes, until its end: 10.820001",
    ]);
  });

  it("says in plain words what a movement is", () => {
    const name = (type: RowType, direction: "in" | "out") => movementName({ type, direction });
    expect([name("reward", "in"), name("reward", "out"), name("stake", "out"), name("paid_answer", "out")]).toEqual([
      "Reward received",
      "Reward paid",
      "Stake paid in",
      "Answer bought",
    ]);
  });
});

describe("a download", () => {
  const file = (body: string | ReadableStream, headers: Record<string, string>) => new Response(body, { headers });

  it("is counted while it comes, named by the service, and knows its next part", async () => {
    const seen: number[] = [];
    const headers = { "content-disposition": 'attachment; filename="mkt-2026.csv"', "x-next-cursor": "c1" };
    const part = await partFrom(file("a,b\n", headers), (bytes) => seen.push(bytes));
    expect([part.filename, part.nextCursor, await part.blob.text(), seen]).toEqual([
      "mkt-2026.csv",
      "c1",
      "a,b\n",
      [4],
    ]);
  });

  it.each([
    ["without a name", { "content-disposition": "attachment" }],
    ["whose name is a path", { "content-disposition": 'attachment; filename="../x.csv"' }],
  ])("UI10: is refused %s", async (_what, headers) => {
    await expect(partFrom(file("x", headers), () => {})).rejects.toThrow("The service sent no file.");
  });

  it("that ends too early is no file", async () => {
    const cut = new ReadableStream({
      start(control) {
        control.enqueue(new TextEncoder().encode("half"));
        control.error(new TypeError("network"));
      },
    });
    const headers = { "content-disposition": 'attachment; filename="a.csv"' };
    await expect(partFrom(file(cut, headers), () => {})).rejects.toThrow("network");
  });

  it("says how far it is", () => {
    expect([partsOf("csv", 0), partsOf("zip", 151), partsOf("pdf", 1_000)]).toEqual([1, 2, 1]);
    expect(progressText({ part: 1, of: 1, bytes: 0 })).toBe("the service is writing the file …");
    expect(progressText({ part: 2, of: 3, bytes: 45_600 })).toBe("Part 2 of 3: 46 KB received …");
    expect([sizeText(1), sizeText(2_345_678)]).toEqual(["1 byte", "2.3 MB"]);
  });
});

describe("a reading session", () => {
  const NOW = Date.parse("2026-01-01T00:00:00Z");
  const sessionUntil = (expiresAt: string) => ({
    agentSessionToken: "t",
    id: "ses_1",
    scope: "read" as const,
    expiresAt,
  });
  function opened(kept: string | null = null, until = "2026-01-02T00:00:00Z") {
    const storage = new Map(kept === null ? [] : [["s", kept]]);
    let signatures = 0;
    const ended: string[] = [];
    const session = new ReadSession({
      open: async () => {
        signatures += 1;
        return sessionUntil(until);
      },
      end: async ({ authorization }) => void ended.push(authorization),
      storage: {
        getItem: (name) => storage.get(name) ?? null,
        setItem: (name, text) => void storage.set(name, text),
        removeItem: (name) => void storage.delete(name),
      },
      name: "s",
      nowMs: () => NOW,
    });
    return { session, storage, ended, signatures: () => signatures };
  }

  it("takes one signature for all that is read, also at once", async () => {
    const { session, signatures } = opened();
    const read = () => session.reading(async ({ authorization }) => authorization);
    expect(await Promise.all([read(), read()])).toEqual(["Bearer t", "Bearer t"]);
    await read();
    expect(signatures()).toBe(1);
  });

  it("UI10: is kept for this browser, so that a reload asks for no signature, and goes from there when it ends", async () => {
    const { session, storage, ended } = opened();
    await session.open();
    const again = opened(storage.get("s"));
    expect(await again.session.open()).toEqual({ authorization: "Bearer t" });
    expect(again.signatures()).toBe(0);
    await session.end();
    expect([storage.has("s"), ended, session.current]).toEqual([false, ["Bearer t"], null]);
  });

  it("is shared with another tab, which signs in no more", async () => {
    const { session, storage, signatures } = opened(JSON.stringify(sessionUntil("2025-12-31T00:00:00Z")));
    storage.set("s", JSON.stringify(sessionUntil("2026-01-02T00:00:00Z")));
    expect([await session.open(), signatures()]).toEqual([{ authorization: "Bearer t" }, 0]);
  });

  it.each(["{", "null", "5", '{"agentSessionToken":"t"}', JSON.stringify({ ...sessionUntil("x"), scope: "act" })])(
    "UI10: takes nothing else from the storage: %s",
    (kept) => expect(opened(kept).session.current).toBeNull(),
  );

  it("is opened again when it is over, and forgotten when the service refuses it", async () => {
    const { session, signatures } = opened(null, "2026-01-01T00:00:30Z");
    await session.open();
    await session.open();
    expect(signatures()).toBe(2);
    const live = opened();
    await expect(
      live.session.reading(() => Promise.reject(new ApiError("The session has ended.", 401))),
    ).rejects.toThrow("ended");
    expect(live.session.current).toBeNull();
  });

  it("asks again after a refused signature", async () => {
    let refused = true;
    const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    const open = () =>
      refused ? Promise.reject(new Error("refused")) : Promise.resolve(sessionUntil("2026-01-02T00:00:00Z"));
    const session = new ReadSession({ open, end: async () => {}, storage, name: "s", nowMs: () => NOW });
    await expect(session.open()).rejects.toThrow("refused");
    refused = false;
    expect(await session.open()).toEqual({ authorization: "Bearer t" });
  });
});

describe("webhooks", () => {
  it("have a word for every topic", () => {
    expect(TOPIC_GROUPS.flatMap(({ topics }) => topics.map(([topic]) => topic)).sort()).toEqual(
      [...EVENT_TOPICS].sort(),
    );
  });

  it("take the board's search, without its order, and say it in words", () => {
    const address = watchQuery({ q: "two words", category: "translation", minRewardUsdc: "5", sort: "reward" });
    const filter = watchedIn(Object.fromEntries(new URLSearchParams(address)));
    expect(filter).toEqual({ q: "two words", category: "translation", minRewardUsdc: "5" });
    expect(filterText(filter ?? {})).toBe("Tasks with the words “two words”, in Translation, for at least 5.00 USDC");
    expect([filterText({}), watchedIn({ q: "x" })]).toEqual(["All tasks", null]);
  });

  it.each([
    ["https://agent.example/hook", null],
    ["http://127.0.0.1:9/hook", null],
    ["http://agent.example/", "It must begin with https://."],
    ["agent.example", "Enter the full address of your server, such as https://agent.example/hook."],
    ["https://me:secret@agent.example/", "Leave out the user name: the signature proves who sends."],
    ["javascript:alert(1)", "It must begin with https://."],
  ])("say what is wrong with %s: %s", (url, fault) => expect(urlFault(url)).toBe(fault));

  it("say why they get nothing", () => {
    const webhook = { status: "active", disabledReason: null, failingSince: null, pausedUntil: null } as Webhook;
    const of = (changes: Partial<Webhook>) => troubleOf({ ...webhook, ...changes });
    expect(of({})).toBeNull();
    expect(of({ status: "unverified" })).toContain("Send a test");
    expect(of({ status: "disabled", disabledReason: "gone" })).toContain("410");
    expect(of({ failingSince: "2026-01-01T00:00:00Z" })).toContain("tried again");
  });
});

describe("a mandate", () => {
  const draft = {
    agent: "0x00000000000000000000000000000000000000A1",
    steps: ["buy"],
    maxPerTaskUsdc: "5",
    maxPerDayUsdc: "20.5",
    days: "30",
  };

  it("says what is wrong with each field, in order", () => {
    expect(mandateFaults(draft)).toEqual([]);
    const empty = { agent: "bob", steps: [], maxPerTaskUsdc: "-1", maxPerDayUsdc: "1e3", days: "367" };
    expect(mandateFaults(empty).map(({ field }) => field)).toEqual([
      "agent",
      "steps",
      "maxPerTaskUsdc",
      "maxPerDayUsdc",
      "days",
    ]);
  });

  it("says in words what is signed", () => {
    expect(grantText(draft)).toBe(
      "Your signature lets 0x00000000000000000000000000000000000000A1 do this here for 30 days: buy answers. At most 5.00 USDC for one task or answer, and 20.50 USDC a day. It replaces the former mandate. It is free.",
    );
  });
});

it("names the months of a report", () => {
  expect(monthsText("2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z")).toBe("Jan 2026");
  expect(monthsText("2025-12-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z")).toBe("Dec 2025 to Jan 2026");
});
