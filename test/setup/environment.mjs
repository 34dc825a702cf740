import { AsyncLocalStorage } from "node:async_hooks";
import { TestEnvironment } from "jest-environment-node";

/** @type {Set<AsyncLocalStorage<unknown>>} */
const stores = new Set();
/** @type {Set<Record<string, unknown>>} */
const values = new Set();
// eslint-disable-next-line @typescript-eslint/unbound-method -- always called with its own `this`
const { run } = AsyncLocalStorage.prototype;

/** @this {AsyncLocalStorage<unknown>} @type {typeof run} */
AsyncLocalStorage.prototype.run = function (...args) {
  stores.add(this);
  if (isRecord(args[0])) {
    // An object of the test file refers to the file's globals, by its prototype; this copy does not.
    const copy = { ...args[0] };
    values.add(copy);
    args[0] = copy;
  }
  return run.apply(this, args);
};

/**
 * Jest's own environment, but the async context of a test file ends with the file.
 *
 * - Node copies every store to each promise of the process, and each file brings new stores (Jest's runner, the functions
 *   framework): beside sixty of them a promise takes thirty times as long as beside one.
 * - A timer of Node's `fetch`, which is never collected, receives each store's value. Through it every file that fetched
 *   stayed in memory whole, 25 MB each.
 */
export default class Environment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    // Node's own depth instead of Jest's hundred: the database's client writes down its stack with every request.
    this.global.Error.stackTraceLimit = 10;
  }

  async teardown() {
    await super.teardown();
    for (const store of stores) store.disable();
    stores.clear();
    for (const value of values) for (const name of Object.keys(value)) delete value[name];
    values.clear();
  }
}

/** Whether this is a plain object, of whichever globals. @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = /** @type {object | null} */ (Object.getPrototypeOf(value));
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
