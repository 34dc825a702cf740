import { strict as assert } from "node:assert";

/** Fails unless the condition is true. `assert.ok` would look for its own source, which takes minutes in compiled programs. */
export function holds(condition: unknown, what: unknown = "it does not hold"): asserts condition {
  if (!condition) throw new assert.AssertionError({ message: String(what) });
}

/** Fails unless the value is an object with these fields; more are allowed. */
export function has(value: unknown, ...fields: string[]): void {
  holds(typeof value === "object" && value !== null, `an object was expected, not ${JSON.stringify(value)}`);
  const missing = fields.filter((field) => !(field in value));
  assert.deepEqual(missing, [], `missing in ${JSON.stringify(value).slice(0, 300)}`);
}
