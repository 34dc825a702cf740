/** Tests are TypeScript, compiled by SWC; types are checked by `npm run check`. */
const transform = {
  "^.+\\.(ts|js|mjs)$": [
    "@swc/jest",
    { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
  ],
};
export default {
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  transform,
  testEnvironment: "<rootDir>/test/setup/environment.mjs",
  testSequencer: "<rootDir>/test/setup/sequencer.mjs",
  globalSetup: "<rootDir>/test/setup/globalSetup.ts",
  globalTeardown: "<rootDir>/test/setup/globalTeardown.ts",
  setupFilesAfterEnv: ["<rootDir>/test/setup/perFile.ts"],
  reporters: ["default", "<rootDir>/test/setup/closingLine.mjs"],
  // Packages that ship as ES modules only, and so must be compiled for Jest.
  transformIgnorePatterns: ["/node_modules/(?!(json-stringify-pretty-compact)/)"],
  modulePathIgnorePatterns: ["<rootDir>/functions/lib", "<rootDir>/.local"],
  moduleNameMapper: { "^(node:)?domain$": "<rootDir>/test/setup/noDomain.ts" },
  testTimeout: 30_000,
  // One more than the cores of the machine that tests are made for: much of what they do is waiting.
  maxWorkers: 3,
};
