import { PATHS } from "../../../packages/app/src/paths";
import { apiQuery, impliedSort, narrowedBy, queryOf, searchOf } from "../../../packages/app/src/lib/search";
import {
  count,
  counted,
  countryName,
  hostOf,
  isAddress,
  shortAddress,
  usdc,
  usdcDown,
  usdcShort,
  words,
} from "../../../packages/app/src/lib/text";
import { Clock } from "../../../packages/app/src/lib/clock";
import { duration, fromNow, nextTick, roughly } from "../../../packages/app/src/lib/time";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

describe("times", () => {
  it.each([
    [0, "0 seconds"],
    [-5, "0 seconds"],
    [1, "1 second"],
    [61, "1 minute 1 second"],
    [3_600, "1 hour"],
    [7 * 86_400, "7 days"],
    [2 * 86_400 + 3 * 3_600 + 59, "2 days 3 hours"],
  ])("says %d seconds as %s", (seconds, text) => expect(duration(seconds)).toBe(text));

  it.each([
    [0, "less than a minute"],
    [29, "less than a minute"],
    [58, "about 1 minute"],
    [3_500, "about 1 hour"],
    [9_100, "about 3 hours"],
    [200_000, "about 2 days"],
  ])("says %d seconds, where it is typical, as %s", (seconds, text) => expect(roughly(seconds)).toBe(text));

  it.each([
    [0, "now"],
    [90, "in 1 minute"],
    [-7_200, "2 hours ago"],
    [86_400 * 40, "in 40 days"],
  ])("says %d seconds from now as %s", (seconds, text) => expect(fromNow(at(seconds), NOW)).toBe(text));

  it("ticks each second in the last hour, and seldom before", () => {
    expect([nextTick(at(10), NOW), nextTick(at(7_200), NOW), nextTick(at(900_000), NOW)]).toEqual([
      1_000, 30_000, 300_000,
    ]);
  });
});

describe("texts", () => {
  it("never rounds an amount", () => {
    expect(["0", "12.5", "1200", "1234567.123456", "0.000001"].map(usdc)).toEqual([
      "0.00",
      "12.50",
      "1,200.00",
      "1,234,567.123456",
      "0.000001",
    ]);
  });

  it("cuts a balance at a glance after cents, and never up", () => {
    expect([usdcDown("9994.999999"), usdcDown("21.02"), usdcDown("3")]).toEqual(["9,994.99", "21.02", "3.00"]);
  });

  it("shortens a balance for a phone's bar to six characters, and never up", () => {
    const amounts = ["0", "999.999", "1234.56", "9999.99", "12399", "999999.9", "1250000", "12345678901"];
    const short = ["0.00", "999.99", "1,234", "9,999", "12.3k", "999k", "1.2M", "12.3B"];
    expect(amounts.map(usdcShort)).toEqual(short);
  });

  it("names states, numbers and wallets", () => {
    expect([words("CHANGES_REQUESTED"), words("real-estate"), count(1, "task"), count(2_000, "task")]).toEqual([
      "Changes requested",
      "Real estate",
      "1 task",
      "2,000 tasks",
    ]);
    expect([counted(1, "tasks"), counted(1, "deliveries"), counted(2, "tasks")]).toEqual([
      "1 task",
      "1 delivery",
      "2 tasks",
    ]);
    expect(shortAddress("0x976EA74026E726554dB657fA54763abd0C3a0aa9")).toBe("0x976E…0aa9");
  });

  it.each([
    ["https://example.com/a?b#c", "example.com"],
    ["https://аpple.com/", "xn--pple-43d.com"],
    ["https://bank.example@evil.example/", null],
    ["javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["//evil.example", null],
    ["no link", null],
  ])("says where %s leads: %s", (link, host) => expect(hostOf(link)).toBe(host));

  it.each([
    ["https://npr.example/a", "https://npr.example/a", true],
    ["www.npr.example", "http://www.npr.example", true],
    ["https://npr.example/a", "https://elsewhere.example/a", false],
    ["https://аpple.com/", "https://аpple.com/", false],
    [undefined, "https://npr.example/a", false],
  ])("knows whether %s is the address of %s itself: %s", (text, href, is) => expect(isAddress(text, href)).toBe(is));
});

it("names a country, and leaves what is none as it is", () => {
  expect(["PT", "ZZZ", "pt"].map(countryName)).toEqual(["Portugal", "ZZZ", "pt"]);
});

describe("UI46: the service's time", () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  const said = (ms: number) => new Date(ms).toUTCString();

  it("UI46: is told from its replies where the visitor's clock is an hour slow", () => {
    const clock = new Clock();
    expect(clock.at(noon)).toBe(noon);
    clock.hear(said(noon + 3_600_000), noon);
    expect(clock.at(noon + 500)).toBe(noon + 3_600_500);
  });

  it("UI46: is not moved back by a reply from a cache, nor by one without a time", () => {
    const clock = new Clock();
    clock.hear(said(noon), noon);
    clock.hear(said(noon - 60_000), noon + 1_000);
    clock.hear(null, noon + 2_000);
    clock.hear("yesterday", noon + 2_000);
    expect(clock.at(noon + 3_000)).toBe(noon + 3_000);
  });

  it("UI46: follows a clock that is set right meanwhile", () => {
    const clock = new Clock();
    clock.hear(said(noon + 3_600_000), noon);
    for (let reply = 0; reply < 8; reply++) clock.hear(said(noon + 3_600_000), noon + 3_600_000);
    expect(clock.at(noon + 3_600_000)).toBe(noon + 3_600_000);
  });
});

describe("the board's search", () => {
  it("stands in the address, the same each time, without what it does not know", () => {
    const search = searchOf({ sort: "reward", q: "  two words ", evil: "1", tag: "", contract: "human" });
    expect(search).toEqual({ q: "two words", contract: "human", sort: "reward" });
    expect(queryOf(search)).toBe("?q=two+words&contract=human&sort=reward");
    expect(searchOf(Object.fromEntries(new URLSearchParams(queryOf(search))))).toEqual(search);
    expect([queryOf({}), queryOf({ sort: "newest" })]).toEqual(["", ""]);
  });

  it("leaves out an order that the API would refuse beside the other fields", () => {
    expect(apiQuery({ q: "tide", sort: "reward" })).toEqual({ q: "tide" });
    expect(apiQuery({ sort: "reward" }, "abc")).toEqual({ sort: "reward", cursor: "abc" });
    expect([impliedSort({ minRewardUsdc: "5" }), impliedSort({ closesBefore: "2026-01-01" }), impliedSort({})]).toEqual(
      ["reward", "closing", null],
    );
    expect(narrowedBy({ q: "x", sort: "reward", tag: "a", country: "PT" })).toBe(2);
  });
});

it("has every address of the app under /app", () => {
  for (const path of Object.values(PATHS)) expect(path).toMatch(/^\/app(\/|$)/);
});
