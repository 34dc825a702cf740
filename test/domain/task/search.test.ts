import { Refusal } from "../../../functions/src/domain/errors";
import { CATEGORY_NAMES, categoryOf, countryOf, taskLabels } from "../../../functions/src/domain/task/labels";
import { searchOf, MAX_WORDS, taskWords, wordsOf, type SearchInput } from "../../../functions/src/domain/task/search";

const METADATA = {
  title: "Translating pages",
  description: "From Portuguese.",
  category: "Translations",
  tags: ["PDF"],
};

describe("labels", () => {
  it("finds a task under the category that its poster meant", () => {
    for (const name of CATEGORY_NAMES) expect(categoryOf(name)).toBe(name);
    expect(["Translations", " CODING ", "Data Entry", "social_media"].map(categoryOf)).toEqual([
      ...["translation", "software", "data", "marketing"],
    ]);
    expect(["beekeeping", "constructor", ""].map(categoryOf)).toEqual(["other", "other", "other"]);
  });

  it("keeps an unlisted category or industry as a tag", () => {
    expect(taskLabels({ ...METADATA, category: "Beekeeping", industry: "Honey", country: "pt" })).toEqual({
      category: "other",
      industry: null,
      country: "PT",
      tags: ["pdf", "beekeeping", "honey"],
    });
    expect(taskLabels(METADATA)).toMatchObject({ category: "translation", tags: ["pdf"] });
    expect(taskLabels(null)).toEqual({ category: null, industry: null, country: null, tags: [] });
  });

  it("knows countries in any case, and no others", () => {
    expect(["pt", "Us", "XX", "EU"].map(countryOf)).toEqual(["PT", "US", null, null]);
  });
});

describe("words", () => {
  it("compares English words by their stem, others as they are, and leaves out what every text has", () => {
    expect(wordsOf("The translators' translating of Translation")).toEqual(
      wordsOf("translators translate translation"),
    );
    expect(wordsOf("Ｔｒａｎｓｌａｔｅ tradução 日本語 12")).toEqual(["translat", "tradução", "日本語", "12"]);
    expect(wordsOf("to the")).toEqual([]);
  });

  it("M18: takes a bounded number, the title's first", () => {
    const description = Array.from({ length: 1_500 }, (_, at) => `w${at}`).join(" ");
    const words = taskWords({ ...METADATA, description });
    expect(words).toHaveLength(MAX_WORDS);
    expect(words.slice(0, 3)).toEqual(["translat", "page", "pdf"]);
  });
});

describe("searches", () => {
  it.each<[SearchInput, string]>([
    [{}, "newest"],
    [{ q: "translate" }, "newest"],
    [{ minRewardUsdc: "1" }, "reward"],
    [{ maxRewardUsdc: "1", sort: "reward" }, "reward"],
    [{ closesBefore: "2026-12-31" }, "closing"],
    [{ decidedWithinHours: 4 }, "decision"],
    [{ minApprovedPercent: 90 }, "approved"],
  ])("sorts %j by %s", (input, sort) => {
    expect(searchOf(input, 5)).toMatchObject({ sort, closesFrom: sort === "closing" ? 5 : null });
  });

  it("rounds bounds up", () => {
    expect(searchOf({ minApprovedPercent: 92.1 }, 5).minApprovedPercent).toBe(93);
    expect(searchOf({ decidedWithinHours: 0.0001 }, 5).decidedWithinSeconds).toBe(1);
  });

  it.each<SearchInput>([
    { minRewardUsdc: "1", sort: "newest" },
    { minRewardUsdc: "1", closesBefore: "2026-12-31" },
    { closesBefore: "2026-12-31", sort: "reward" },
    { closesBefore: "2026-12-31", status: "all" },
    { closesBefore: "2026-99-99" },
    { sort: "closing", status: "settled" },
    { minApprovedPercent: 90, decidedWithinHours: 4 },
    { minApprovedPercent: 90, minRewardUsdc: "1" },
    { decidedWithinHours: 4, sort: "newest" },
    { sort: "approved", status: "all" },
    { q: "a", sort: "newest" },
    { q: "translate", minRewardUsdc: "1" },
    { q: "translate", sort: "closing" },
    { q: "one two three four five six seven eight nine ten" },
    { country: "XX" },
  ])("refuses %j", (input) => {
    expect(() => searchOf(input, 5)).toThrow(Refusal);
  });
});
