import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { types } from "node:util";
import { Script } from "node:vm";
import { TestEnvironment } from "jest-environment-node";

/** How to tell an object of a class, of whatever realm: shared packages and test files pass each other such objects. */
const OF_CLASS = {
  Error: types.isNativeError,
  Promise: types.isPromise,
  Date: types.isDate,
  Map: types.isMap,
  Set: types.isSet,
  RegExp: types.isRegExp,
};

/**
 * Makes `instanceof` true for objects of other realms too.
 * @param {object} realm
 */
function knowsOthers(realm) {
  for (const [name, isOne] of Object.entries(OF_CLASS)) {
    const type = /** @type {Record<string, Function>} */ (realm)[name];
    if (!type || Object.hasOwn(type, Symbol.hasInstance)) continue;
    Object.defineProperty(type, Symbol.hasInstance, {
      /** @param {unknown} value */
      value(value) {
        // Its subclasses inherit this.
        return this === type ? isOne(value) : Function.prototype[Symbol.hasInstance].call(this, value);
      },
    });
  }
}

knowsOthers(globalThis);

/** The project's modules as this worker compiled them, by file. @type {Map<string, { source: string, script: Script }>} */
const compiled = new Map();

/**
 * A module that was compiled for an earlier test file is compiled no more, functions that it called included.
 * @param {string} source
 * @param {{ filename: string, lineOffset: number }} options
 */
function compile(source, options) {
  const known = compiled.get(options.filename);
  if (known?.source === source) return known.script;
  const script = new Script(source, options);
  compiled.set(options.filename, { source, script });
  return script;
}

/** When the deep run ends. */
const UNTIL = Number(process.env["MKT_DEEP_UNTIL"] ?? Infinity);

/** A test, or a block of them. @typedef {{ mode?: string | null | void, children?: Entry[] }} Entry */

/** @param {Entry} entry */
function skip(entry) {
  if (entry.children) entry.children.forEach(skip);
  else entry.mode = "skip";
}

/**
 * Jest's own environment, but packages are shared (`sharedPackages.mjs`), the project's modules are compiled once
 * (`compiledOnce.mjs`), a file that comes after the deep run's time is skipped, and the async context of a test file ends
 * with the file: the file's modules get this class for Node's, by `asyncHooks.cjs`.
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
  /** The process's environment variables before the file. */
  variables = { ...process.env };

  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    // Ten frames, as Node has, instead of Jest's hundred: the database's client writes down its stack with every request.
    this.global.Error.stackTraceLimit = 10;
    this.global["requireShared"] = createRequire(import.meta.url);
    /** @param {Parameters<typeof compile>} args @returns {unknown} */
    const runOnce = (...args) => /** @type {unknown} */ (compile(...args).runInContext(this.context));
    this.global["runOnce"] = runOnce;
    knowsOthers(this.global);
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

  async setup() {
    await super.setup();
    // Packages that all files share read the process's own variables.
    this.global.process.env = process.env;
    Error.stackTraceLimit = 10;
    // The database's client writes down its stack with every request.
    /** @type {((error: Error, frames: NodeJS.CallSite[]) => unknown) | undefined} */
    const format = Error.prepareStackTrace?.bind(Error);
    Error.prepareStackTrace = (error, frames) => (error.message ? format?.(error, frames) : "");
  }

  /** @param {{ name: string }} event @param {{ rootDescribeBlock: Entry }} state */
  handleTestEvent(event, state) {
    if (event.name === "run_start" && Date.now() > UNTIL) skip(state.rootDescribeBlock);
  }

  async teardown() {
    await super.teardown();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const store of this.stores) store.disable();
    for (const holder of this.holders) delete holder.value;
  }
}
