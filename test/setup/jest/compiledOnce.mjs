import { createRequire } from "node:module";

/** @typedef {{ code: string, map?: string }} Compiled */
/** @typedef {{ process(source: string, file: string, jestOptions: { instrument: boolean }): Compiled }} Compiler */
/** @type {{ createTransformer(options: object): Compiler }} */
const swcJest = createRequire(import.meta.url)("@swc/jest");

/** What Jest gives a module. */
const PARAMETERS = "module, exports, require, __dirname, __filename, jest";

/**
 * Has SWC compile a module to JavaScript, and the worker (`environment.mjs`) compile that: once for all test files, where
 * Jest compiles each of the project's modules again for every file that loads it.
 */
export default {
  /** @param {object} options */
  createTransformer(options) {
    const swc = swcJest.createTransformer({ ...options, sourceMaps: true });
    return {
      ...swc,
      /** @type {Compiler["process"]} */
      process(source, file, jestOptions) {
        const { code, map } = swc.process(source, file, jestOptions);
        // Coverage is counted in what Jest sees.
        if (jestOptions.instrument) return { code, map };
        return { code: stub(`(function (${PARAMETERS}) {\n${code}\n})`), map };
      },
    };
  },
};

/** Jest's set-up and teardown run outside of test environments. @param {string} source */
const stub = (source) => `(globalThis.runOnce ?? require("node:vm").runInThisContext)(
  ${JSON.stringify(source)}, { filename: __filename, lineOffset: -1 },
).call(exports, module, exports, require, __dirname, __filename, typeof jest === "undefined" ? undefined : jest);`;
