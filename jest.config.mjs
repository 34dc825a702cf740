/** Packages that ship as ES modules only, and so must be compiled for Jest. */
const COMPILED = ["json-stringify-pretty-compact", "@faker-js/[^/]+", "marked"];
/**
 * Packages that each test file loads for itself, as it loads the project's own modules. All others are loaded once for a
 * worker: loading them, and running them before they are optimized, was a third of the processor time of the tests.
 */
const OWN = [
  "@google-cloud/functions-framework", // uses `domain`, see below
  "standardwebhooks", // reads the clock, which its test sets
];
const SWC = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };
/** Tests are TypeScript, compiled by SWC; types are checked by `npm run check`. */
const transform = {
  [`/node_modules/(?!(${[...COMPILED, ...OWN].join("|")})/).*\\.c?js$`]: "<rootDir>/test/setup/jest/sharedPackages.mjs",
  "\\.test\\.ts$": ["@swc/jest", SWC],
  "^.+\\.(ts|js|mjs)$": ["<rootDir>/test/setup/jest/compiledOnce.mjs", SWC],
};
export default {
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // Whole-stack runs and long walks: `npm run test:deep`.
  testPathIgnorePatterns: ["/node_modules/", ...(process.env["MKT_DEEP"] === "1" ? [] : ["\\.deep\\.test\\.ts$"])],
  transform,
  testEnvironment: "<rootDir>/test/setup/jest/environment.mjs",
  testSequencer: "<rootDir>/test/setup/jest/sequencer.mjs",
  globalSetup: "<rootDir>/test/setup/jest/globalSetup.ts",
  globalTeardown: "<rootDir>/test/setup/jest/globalTeardown.ts",
  setupFilesAfterEnv: ["<rootDir>/test/setup/jest/perFile.ts"],
  reporters: ["default", "<rootDir>/test/setup/jest/closingLine.mjs"],
  transformIgnorePatterns: [`/node_modules/(${OWN.join("|")})/`],
  modulePathIgnorePatterns: ["<rootDir>/functions/lib", "<rootDir>/.local"],
  moduleNameMapper: {
    "^(node:)?async_hooks$": "<rootDir>/test/setup/jest/asyncHooks.cjs",
    "^(node:)?domain$": "<rootDir>/test/setup/jest/noDomain.ts",
  },
  // Long, for busy machines: it ends what hangs. What should be quick is asserted by what it asks for.
  testTimeout: 300_000,
  // One more than the cores of the machine that tests are made for: much of what they do is waiting.
  maxWorkers: 3,
};
