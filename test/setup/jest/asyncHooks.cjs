/** Node's `async_hooks`, but each test file has its own `AsyncLocalStorage`, which ends with the file: `environment.mjs`. */
module.exports = {
  ...process.getBuiltinModule("node:async_hooks"),
  AsyncLocalStorage: globalThis.FileAsyncLocalStorage,
};
