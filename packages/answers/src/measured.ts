import measured from "./measured.json";

/** A figure of `npm run bench:answers`: what was measured and on which data, and what it was to reach. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** Such as "≥ 95 %"; "" where it has no goal. */
  goal: string;
}

/** How good the engine was measured to be. Written by `npm run bench:answers -- --record`. */
export const MEASURED: { day: string; figures: Figure[] } = measured;
