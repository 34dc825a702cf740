import { AsyncLocalStorage } from "node:async_hooks";
import { TestEnvironment } from "jest-environment-node";

/** @type {Set<AsyncLocalStorage<unknown>>} */
const stores = new Set();
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the store it is called on
const { run } = AsyncLocalStorage.prototype;

/** @this {AsyncLocalStorage<unknown>} @type {typeof run} */
AsyncLocalStorage.prototype.run = function (...args) {
  stores.add(this);
  return run.apply(this, args);
};

/**
 * Jest's own environment, but what a test file keeps by async context ends with the file.
 *
 * Node copies every such store to each promise that the process makes, and each file brings new ones (Jest's runner, the
 * functions framework): beside sixty of them a promise takes thirty times as long as beside one.
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
  }
}
