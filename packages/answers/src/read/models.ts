import type { Models } from "./parse";
import weights from "./weights.json";

const { of, ...models } = weights as unknown as { of: string } & Models;
/** The hash of the questions that the models learnt from. @internal */
export const TRAINED_ON = of;
/** What was learnt from questions with their plans: `npm run reader:train` writes it. */
export const MODELS: Models = models;
