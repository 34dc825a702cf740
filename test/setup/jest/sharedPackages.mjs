/**
 * Replaces a package's file by what the worker's own `require` has for it, which `environment.mjs` hands to test files.
 * Jest's set-up and teardown run outside of them, and get the file as it is.
 */
export default {
  /** @param {string} source @param {string} file */
  process: (source, file) => ({
    code: `if (globalThis.requireShared) module.exports = requireShared(${JSON.stringify(file)}); else (() => {${source}\n})();`,
  }),
};
