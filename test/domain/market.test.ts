import { marketOf, marketReport, type MarketSums } from "../../functions/src/domain/market";
import type { Category } from "../../functions/src/domain/task/labels";
import { taskIn } from "./task/lives";

const metadata = { title: "t", description: "d", category: "translation" };

/** Sums of a category about so many wallets. */
const about = (wallets: number, from = 0): MarketSums =>
  new Map<string, number>([
    ["posted", wallets],
    ["reward.500", wallets],
    ...Array.from({ length: wallets }, (_, at): [string, number] => [`wallets.${from + at}`, 1]),
  ]);
const report = (sums: Partial<Record<Category, MarketSums>>) =>
  marketReport(new Map(Object.entries(sums) as [Category, MarketSums][]));

it("counts a task once for each of its steps, under its category", () => {
  const task = taskIn("APPROVED");
  const [[name, sums] = ["", new Map<string, number>()]] = [...marketOf({ task, metadata, interestCount: 0 })];
  expect(name).toBe("market/translation");
  expect([...sums.keys()].filter((field) => !field.includes("."))).toEqual(
    expect.arrayContaining(["posted", "started", "approved"]),
  );
  expect([...sums.keys()].filter((field) => field.startsWith("wallets.")).length).toBeLessThanOrEqual(2);
  const open = [...marketOf({ task: taskIn("FUNDED"), metadata: null, interestCount: 0 })];
  expect(open[0]?.[0]).toBe("market/other");
  expect(open[0]?.[1].has("started")).toBe(false);
});

describe("L8: small groups", () => {
  it("tells nothing while the market is about fewer than five wallets", () => {
    expect(report({ data: about(4) })).toEqual({ totals: null, categories: [], folded: null });
  });

  it("folds small categories, with the next smallest until they are about five wallets", () => {
    const { totals, categories, folded } = report({ data: about(2), legal: about(6, 10), media: about(9, 20) });
    expect(categories.map(({ category }) => category)).toEqual(["media"]);
    expect(folded).toMatchObject({ categories: 2, numbers: { posted: 8 } });
    expect(totals).toMatchObject({ posted: 17 });
  });

  it("folds small categories alone where they are about five wallets together", () => {
    const { categories, folded } = report({ data: about(2), legal: about(3, 10), media: about(9, 20) });
    expect([categories.length, folded?.categories]).toEqual([1, 2]);
    expect(report({ media: about(9) })).toMatchObject({ categories: [{ category: "media" }], folded: null });
  });

  it("has medians", () => {
    const sums = new Map([...about(5), ["toStart.60", 2], ["toStart.20", 1], ["reward.500", 5]] as [string, number][]);
    expect(report({ data: sums }).totals).toMatchObject({ medianToStartSeconds: 60, medianToApproveSeconds: null });
  });
});
