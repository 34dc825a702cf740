import { topOf } from "../dataset/ranking";
import { partsOf, type Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { relevance } from "./retrieve";

const NEAR = 3;
const LOOKED_AT = 40;

/** The themes that the data holds nearest to what was asked, by name; the largest where nothing is near. */
export function nearestThemes(dataset: Dataset, asked: Predicate | null): string[] {
  return nearestToText(
    dataset,
    partsOf(asked, ["topic", "mentions"])
      .map(({ text }) => text)
      .join(" "),
  );
}

/** The same for words that a question used. */
export function nearestToText(dataset: Dataset, text: string): string[] {
  const weights = new Map<number, number>();
  if (text !== "") {
    const scores = relevance(dataset, text);
    for (const record of topOf(scores, LOOKED_AT)) {
      const theme = dataset.themeOf[record]!;
      if (theme > 0 && scores[record]! > 0) weights.set(theme, (weights.get(theme) ?? 0) + scores[record]!);
    }
  }
  const near = [...weights].sort((a, b) => b[1] - a[1]).map(([theme]) => theme - 1);
  const largest = dataset.themes.map((_, theme) => theme);
  return [...new Set([...near, ...largest])].slice(0, NEAR).map((theme) => dataset.themes[theme]!.label);
}
