/** Steps of one evaluation: about 50 ms. A step is a schema applied to a value, or as much work of another kind. */
export const MAX_STEPS = 50_000;

/** The evaluation needs more than it may take. */
export class OutOfSteps extends Error {}

let left = 0;

/** Begins an evaluation; the thread has one at a time. */
export function allowSteps(steps: number): void {
  left = steps;
}

/** Takes steps before the work is done; throws `OutOfSteps`. The count depends on schema and output alone. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new OutOfSteps();
}
