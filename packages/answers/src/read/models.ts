import type { Model } from "./maxent";
import type { Models } from "./parse";
import weights from "./weights.json";

/** A model as it is stored: of each feature the places of labels, each with its weight in hundredths. */
export interface Packed {
  labels: readonly string[];
  weights: Readonly<Record<string, readonly number[]>>;
}

const unpacked = ({ labels, weights: packed }: Packed): Model => ({
  labels,
  weights: Object.fromEntries(
    Object.entries(packed).map(([feature, own]) => {
      const row = labels.map(() => 0);
      for (let i = 0; i < own.length; i += 2) row[own[i]!] = own[i + 1]! / 100;
      return [feature, row];
    }),
  ),
});

const { of, ...models } = weights as unknown as { of: string } & Record<string, Packed>;
/** The hash of the questions that the models learnt from. @internal */
export const TRAINED_ON = of;
/** What was learnt from questions with their plans: `npm run reader:train` writes it. */
export const MODELS = Object.fromEntries(
  Object.entries(models).map(([name, model]) => [name, unpacked(model)]),
) as unknown as Models;
