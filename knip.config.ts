import type { KnipConfig } from "knip";

/** `--production` looks for what only tests use; commands and benchmarks count as production. */
const isProduction = process.argv.includes("--production");

/** Unused files, exports and dependencies: `npm run knip`. */
const config: KnipConfig = {
  // What is required late, in the form of which Knip sees what is used.
  compilers: {
    ts: (text) => text.replace(/require\(("[^"]+")\) as typeof import\("[^"]+"\)/g, "await import($1)"),
  },
  // A type that a function takes or gives is exported with it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    ".": {
      // Commands, processes that a test starts by path, and what only Jest loads.
      entry: [
        ...(isProduction ? ["dev/**/*.ts!"] : []),
        "dev/bench/peers/*.ts",
        "dev/bench/{answersAttack,exportChild}.ts",
        "dev/local/{start,chainAlone}.ts",
        "dev/tools/confusables.ts",
        "dev/local/guard.mjs",
        "test/**/*.test.ts",
        "test/setup/**/*.{ts,mjs}",
        "test/conformance/{command,launcher}.ts",
        "test/paid/{crashingService,dyingSettler}.ts",
        "test/packages/answers/{trappedWorker,exitProbe}.ts",
        "test/adapters/outputSchema/{trappedWorker,probe}.ts",
      ],
      project: ["dev/**/*.{ts,mjs}!", "test/**/*.{ts,mjs}", "*.{mjs,ts}"],
      // Those of the functions and the app, at their version; and parts of Jest.
      ignoreDependencies: [
        "@google-cloud/.+",
        "@ai-sdk/google-vertex",
        "firebase-functions",
        "ajv",
        "marked",
        "solc",
        "@jest/.+",
        "jest-environment-node",
        "solhint",
      ],
      ignoreBinaries: ["solhint"],
    },
    functions: {
      entry: ["src/entry/index.ts!"],
      project: ["src/**/*.ts!"],
      // The platform starts the functions with it.
      ignoreDependencies: ["@google-cloud/functions-framework"],
    },
    "packages/answers": {
      // What the functions, the importer and the tests ask it for; the worker is started by its path.
      entry: ["src/{answers,local,model,embeddings}.ts!", "src/thread/answersWorker.ts!"],
      project: ["src/**/*.ts!"],
    },
    "packages/app": {
      // A command is production, too.
      ...(isProduction && { entry: ["build.ts!", "src/main.tsx!"] }),
      project: ["**/*.{ts,tsx}!"],
    },
    "packages/site": {
      // What generates the documents, and what tests ask for.
      entry: ["{site,hosting}.ts!"],
      project: ["**/*.ts!"],
    },
    "packages/client": {
      entry: ["src/{index,browser,readerEntry}.ts!", "src/cli/main.ts!"],
      project: ["src/**/*.ts!"],
      ignore: ["src/generated/**"],
    },
    "packages/contracts": {
      entry: ["*.ts!"],
      project: ["**/*.ts!"],
      // Binaries and Solidity sources, found by their paths.
      ignoreDependencies: ["@foundry-rs/.+", "@layerzerolabs/toolbox-foundry", "@openzeppelin/.+", "solc"],
    },
  },
};

export default config;
