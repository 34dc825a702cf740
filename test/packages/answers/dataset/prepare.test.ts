import { rangeOf } from "../../../../packages/answers/src/dataset/numbers";
import { recordsFrom } from "../../../../packages/answers/src/dataset/prepare";
import { RowError, rowOf, type Row } from "../../../../packages/answers/src/dataset/rows";
import { scrub } from "../../../../packages/answers/src/dataset/scrub/scrub";

const secret = new Uint8Array(32);

function prepare(rows: readonly Row[], author: string | null = null) {
  const collected = recordsFrom(scrub, { secret, author });
  rows.forEach((row) => collected.add(row));
  return collected.finish();
}
const row = (text: string, columns: Record<string, string> = {}): Row => ({ text, columns });
const rows = (count: number, columns: (i: number) => Record<string, string>): Row[] =>
  Array.from({ length: count }, (_, i) =>
    row(`goal number ${"abcdefghijklmnopqrstuvwxyz"[i % 26]} ${"xyz".repeat(1 + Math.floor(i / 26))}`, columns(i)),
  );

describe("happy", () => {
  it("takes a chat's text, or what the user says in it", () => {
    const messages = [
      { role: "user", content: " Where is it? " },
      { role: "assistant", content: "On its way." },
      { role: "user", content: "Thanks" },
    ];
    expect(rowOf("chats", { text: "Where is it?", country: "DE" }, "row 2")).toEqual({
      text: "Where is it?",
      columns: { country: "DE" },
    });
    expect(rowOf("chats", { messages }, "line 1").text).toBe("Where is it?\nThanks");
    expect(rowOf("chats", { messages: JSON.stringify(messages) }, "row 2").text).toBe("Where is it?\nThanks");
  });

  it("drops what is empty or stands twice, and counts it", () => {
    const { records, summary } = prepare([
      row("Where is my card?"),
      row("where is my CARD"),
      row("  "),
      row("?!"),
      row("@someone https://example.com"),
    ]);
    expect(records.map(({ text }) => text)).toEqual(["Where is my card?"]);
    expect(summary).toMatchObject({ read: 5, kept: 1, empty: 3, duplicates: 1 });
  });

  it("takes what is passed on for one voice, whatever is said before and behind it", () => {
    const { records } = prepare([
      row("RT @one: stop smoking cigarettes this year or never"),
      row("So true! RT @one: Stop smoking cigarettes this year or never"),
      row('"@one: stop smoking cigarettes this year or never" ha'),
      row("RT @one: stop smoking"),
      row("RT @two: stop smoking"),
      row("stop smoking cigarettes"),
    ]);
    expect(records.map(({ text }) => text)).toEqual([
      "stop smoking cigarettes this year or never",
      "stop smoking",
      "stop smoking cigarettes",
    ]);
  });

  it.each([
    ["@shop my order is late", "my order is late"],
    ["RT @shop: my order is late", "my order is late"],
    ["@one @two, my order is late https://a.example/1", "my order is late"],
    ["my order is late via @shop", "my order is late"],
    ["my order from @shop is late", "my order from [handle] is late"],
    ["https://a.example/1", ""],
  ])("takes out whom a text begins with, and the links that it ends with: %s", (text, left) => {
    expect(prepare([row(text)]).records.map((record) => record.text)).toEqual(left === "" ? [] : [left]);
  });

  it("takes several rows of one author for one voice, and keeps no author", () => {
    const by = (...authors: string[]) =>
      prepare(
        authors.map((author, i) => row(`goal ${"abcdef"[i]} and so on`, { by: author })),
        "by",
      );
    const { records, voices, summary } = by("Ann", "Bob", " ann ", "Cleo");
    expect([...voices.voices!]).toEqual([0, 1, 0, 2]);
    expect(voices.keys).toHaveLength(3);
    expect(by("Cleo", "Ann").voices.keys[1]).toBe(voices.keys[0]);
    expect(JSON.stringify([records, summary])).not.toMatch(/ann|bob|cleo/i);
  });

  it("keeps two people with one goal apart when they belong to different groups", () => {
    const { records } = prepare(
      [...Array(5).keys()].flatMap((i) => [
        row(`save ${"more ".repeat(i + 1)}`, { state: "TX" }),
        row(`save ${"more ".repeat(i + 1)}`, { state: "CA" }),
      ]),
    );
    expect(records).toHaveLength(10);
  });

  it("keeps dates as exact as five people share: of days, months or years", () => {
    const dates = (count: number, dayOf: (i: number) => number): string[] => {
      const { records } = prepare(
        rows(count, (i) => ({ date: new Date(Date.UTC(2012, 0, 1 + dayOf(i))).toISOString().slice(0, 10) })),
      );
      return [...new Set(records.flatMap(({ fields }) => fields["date"] ?? []))].sort();
    };
    expect(dates(120, (i) => i % 10)).toHaveLength(10);
    expect(dates(240, (i) => (i * 37) % 360).slice(0, 2)).toEqual(["2012-01", "2012-02"]);
    expect(dates(400, (i) => (i * 37) % 1_460)).toEqual(["2012", "2013", "2014", "2015"]);
  });

  it("adds the months of days that are told by the year, of which each has five people", () => {
    const { records } = prepare(
      rows(400, (i) => ({
        date: new Date(Date.UTC(2012, 0, 1 + ((i * 37) % 1_460))).toISOString().slice(0, 10),
      })).concat(rows(2, () => ({ date: "2016-02-30" }))),
    );
    const months = new Set(records.flatMap(({ fields }) => fields["month"] ?? []));
    expect([months.size, months.has("July")]).toEqual([12, true]);
    expect(records.filter(({ fields }) => fields["date"] === "2012" && fields["month"] === "January")).not.toHaveLength(
      0,
    );
  });

  it("keeps the numbers of a column beside its bands, and none of what is left out", () => {
    const { records } = prepare(rows(60, (i) => ({ age: String(20 + (i % 25)), user_id: String(i), size: "5-10" })));
    expect(records[3]!.numbers).toEqual({ age: 23 });
  });

  it("keeps a column of many amounts in bands, and none of numbers that stand for a row", () => {
    const { summary, records } = prepare(
      rows(900, (i) => ({ pledged: String(i % 4 === 0 ? 0 : 13 * i), order: String(50_000 + i) })),
    );
    expect([summary.columns, summary.droppedColumns]).toEqual([["pledged"], ["order"]]);
    expect(new Set(records.map(({ fields }) => fields["pledged"])).size).toBeLessThan(80);
  });

  it("ends bands at round numbers, whoever's numbers they hold", () => {
    const bands = (amountOf: (i: number) => string): string[] => {
      const { records } = prepare(rows(900, (i) => ({ amount: amountOf(i) })));
      return [...new Set(records.flatMap(({ fields }) => fields["amount"] ?? []))];
    };
    const cents = bands((i) => (10 + ((i * 7_919) % 7_000) / 100).toFixed(2));
    expect(cents.length).toBeGreaterThan(8);
    expect(cents.filter((label) => !/^\d*[05](?:-\d*[05]|\+)$/.test(label))).toEqual([]);
    const pay = bands((i) => String(40_000 + ((i * 7_919) % 41_017)));
    expect(pay.filter((label) => !/^\d+[05]000(?:-\d+[49]999|\+)$/.test(label))).toEqual([]);
  });

  it("keeps a number that enough share where no other is near, whatever its step", () => {
    const valuesOf = (valueOf: (i: number) => string): string[] => {
      const { records } = prepare(rows(300, (i) => ({ own: valueOf(i) })));
      return [...new Set(records.flatMap(({ fields }) => fields["own"] ?? []))].sort();
    };
    expect(valuesOf((i) => String(1 + (i % 9) / 2)).length).toBe(9);
    expect(valuesOf((i) => String(1 + (i % 9) / 2))).toContain("4.5");
    expect(valuesOf((i) => ["$100", "$250", "$500", "$1,000"][i % 4]!)).toEqual(["$1,000", "$100", "$250", "$500"]);
    expect(valuesOf((i) => (i < 280 ? "9.99" : (10 + i / 7).toFixed(2)))).toContain("9.99");
  });

  it("keeps the sign of numbers, and joins no other values for the numbers in them", () => {
    const valuesOf = (valueOf: (i: number) => string): string[] => {
      const { records } = prepare(rows(300, (i) => ({ own: valueOf(i) })));
      return [...new Set(records.flatMap(({ fields }) => fields["own"] ?? []))].sort();
    };
    expect(valuesOf((i) => String((i % 3) - 1))).toEqual(["-1", "0", "1"]);
    expect(valuesOf((i) => `${"ABC"[i % 3]}${1 + (i % 2)}`)).toEqual(["A1", "A2", "B1", "B2", "C1", "C2"]);
    expect(valuesOf((i) => `2 ${["days", "weeks", "years"][i % 3]}`)).toEqual(["2 days", "2 weeks", "2 years"]);
    expect(valuesOf((i) => (i < 2 ? "5.0" : String(1 + (i % 5))))).toEqual(["1", "2", "3", "4", "5"]);
    const signed = valuesOf((i) => String(((i * 37) % 199) - 99));
    expect(signed).toContain("-100 to -91");
    expect(signed.every((label) => rangeOf(label) !== null)).toBe(true);
  });

  it("reads columns that are called as an object's members are", () => {
    const { summary } = prepare(rows(40, (i) => (i % 2 ? { constructor: `kind ${i % 3}` } : { toString: "b" })));
    expect(summary.columns).toEqual(["constructor", "toString"]);
  });

  it("tells what was scrubbed", () => {
    const { summary } = prepare([row("I am at a@example.com or b@example.com"), row("nothing here")]);
    expect(summary).toMatchObject({ scrubbedRecords: 1 });
    expect(summary.scrubbed).toMatchObject({ email: 2, phone: 0 });
  });
});

describe("refusals", () => {
  it.each([
    ["a list", [1]],
    ["no text", { txt: "a" }],
    ["a text that is a number", { text: 7 }],
    ["messages that are not JSON", { messages: "[{" }],
    ["a message without content", { messages: [{ role: "user" }] }],
  ])("refuses %s, naming the row and not its content", (_, source) => {
    expect(() => rowOf("chats", source, "row 17")).toThrow(RowError);
    expect(() => rowOf("chats", source, "row 17")).toThrow(/^row 17: /);
  });

  it("takes messages for chats only", () => {
    expect(() => rowOf("goals", { messages: [] }, "row 2")).toThrow("no text");
  });
});

describe("security", () => {
  it("P26: leaves out a value that fewer than five people share", () => {
    const { records } = prepare(rows(30, (i) => ({ state: i < 26 ? "TX" : "VT" })));
    expect(records.map(({ fields }) => fields["state"] ?? "none").sort()).toEqual([
      ...Array.from({ length: 25 }, () => "TX"),
      ...Array.from({ length: 5 }, () => "none"),
    ]);
    const wider = prepare(rows(40, (i) => ({ state: i < 20 ? "TX" : i < 32 ? "CA" : i < 36 ? "VT" : "WY" })));
    expect(new Set(wider.records.map(({ fields }) => fields["state"]))).toEqual(new Set(["TX", "CA", undefined]));
  });

  it("P26: leaves out columns that name people, and those where nearly everybody has a value of their own", () => {
    const { records, summary } = prepare(
      rows(20, (i) => ({ user_id: "same", email: "a@example.com", age: String(i), plan: "free" })),
    );
    expect(records.every(({ fields }) => Object.keys(fields).join() === "plan")).toBe(true);
    expect(summary.droppedColumns).toEqual(["age", "email", "user_id"]);
  });

  it("P26: leaves out a column of people's names, and keeps one of the names of things", () => {
    const doctors = ["Anna Smith", "John Doe", "Maria Lopez", "Peter Jones"];
    const airlines = ["Qantas", "Air France", "Lufthansa", "Delta Air Lines"];
    const named = { doctor_name: doctors, name: doctors, airline_name: airlines };
    const { summary } = prepare(
      rows(40, (i) => Object.fromEntries(Object.entries(named).map(([column, names]) => [column, names[i % 4]!]))),
    );
    expect(summary.columns).toEqual(["airline_name"]);
    expect(summary.droppedColumns).toEqual(["doctor_name", "name"]);
  });

  it("P26: counts an author once for a value of a column", () => {
    const { records } = prepare(
      rows(30, (i) => ({ state: i < 20 ? "TX" : "CA", by: i < 20 ? `p${i}` : "one" })),
      "by",
    );
    expect(new Set(records.map(({ fields }) => fields["state"]))).not.toContain("CA");
  });

  it("takes control, invisible and broken characters out", () => {
    const { records } = prepare([row("re\u200bset \u0000my \u202epin\ud800 &amp; card")]);
    expect(records[0]!.text).toBe("re set my pin & card");
  });
});
