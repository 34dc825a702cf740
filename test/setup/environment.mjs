import { AsyncLocalStorage } from "node:async_hooks";
import { TestEnvironment } from "jest-environment-node";

/**
 * Jest's own environment, but the async context of a test file ends with the file: the file's modules get this class for
 * Node's, by `asyncHooks.cjs`.
 *
 * - Node copies every store to each promise of the process, and each file brings new stores (Jest's runner, the functions
 *   framework): beside forty of them a promise takes ten times as long as beside one.
 * - A timer of Node's `fetch`, which is never collected, receives each store's value. Through it every file that fetched
 *   would stay in memory whole, 25 MB each; a holder from outside the file has nothing of it once it is emptied.
 */
export default class Environment extends TestEnvironment {
  /** @type {AsyncLocalStorage<unknown>[]} */
  stores = [];
  /** @type {{ value?: unknown }[]} */
  holders = [];

  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    // Ten frames, as Node has, instead of Jest's hundred: the database's client writes down its stack with every request.
    this.global.Error.stackTraceLimit = 10;
    const { stores, holders } = this;
    /** @param {unknown} value */
    const held = (value) => {
      const holder = { value };
      holders.push(holder);
      return holder;
    };
    this.global["FileAsyncLocalStorage"] = class {
      /** @type {AsyncLocalStorage<{ value?: unknown }>} */
      #storage = new AsyncLocalStorage();

      constructor() {
        stores.push(this.#storage);
      }
      getStore() {
        return this.#storage.getStore()?.value;
      }
      /** @param {unknown} value @param {(...args: unknown[]) => unknown} act @param {unknown[]} args */
      run(value, act, ...args) {
        return this.#storage.run(held(value), act, ...args);
      }
      /** @param {unknown} value */
      enterWith(value) {
        this.#storage.enterWith(held(value));
      }
      /** @param {(...args: unknown[]) => unknown} act @param {unknown[]} args */
      exit(act, ...args) {
        return this.#storage.exit(act, ...args);
      }
      disable() {
        this.#storage.disable();
      }
    };
  }

  async teardown() {
    await super.teardown();
    for (const store of this.stores) store.disable();
    for (const holder of this.holders) delete holder.value;
  }
}
