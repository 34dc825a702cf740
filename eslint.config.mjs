import tseslint from "typescript-eslint";

const CLOCKLESS =
  "A test neither measures time nor waits for a fixed one: count steps, pass the time in, or use test/setup/until.ts.";
/** The ways to measure time, and to wait for a fixed one. */
const CLOCKS = [
  "MemberExpression[object.name='performance'][property.name='now']",
  "MemberExpression[object.name='process'][property.name=/^(cpuUsage|threadCpuUsage|hrtime|resourceUsage|uptime)$/]",
  "ImportDeclaration[source.value=/(answers|\\.)\\/cpu$/]",
  "ImportDeclaration[source.value='node:perf_hooks']",
  "CallExpression[callee.name='expect'] BinaryExpression[operator='-'] CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "AwaitExpression CallExpression[callee.name='setTimeout'][arguments.1.type='Literal']",
  "CallExpression[callee.name='sleep'][arguments.0.type='Literal']",
];

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/**",
      "functions/lib/**",
      "packages/client/dist/**",
      "packages/client/src/generated/**",
      "packages/contracts/out/**",
      "packages/contracts/cache/**",
      "hosting/**",
      ".local/**",
      "coverage/**",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            "*.mjs",
            "dev/local/*.mjs",
            "test/setup/jest/*.cjs",
            "test/setup/jest/*.mjs",
            "packages/client/bin/*.mjs",
          ],
          // As many as there are; each costs a few milliseconds.
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 12,
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/require-await": "off",
      "no-console": "error",
    },
  },
  // Programs that talk to a person at a terminal, and tests that read parsed JSON.
  {
    files: ["dev/**", "packages/client/build.ts", "functions/build.ts", "packages/contracts/**"],
    rules: { "no-console": "off" },
  },
  // What a function loads, and when, is decided in these files.
  {
    files: [
      "functions/src/{adapters/firestore/stores,entry/{wire,index},endpoints/list}.ts",
      "packages/answers/src/exactPlan.ts",
    ],
    rules: {
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    },
  },
  {
    files: ["test/**"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off", "@typescript-eslint/no-unsafe-member-access": "off" },
  },
  // A busy machine fails no test: costs are counted, time is passed in, and what is to come is waited for by `until`.
  {
    files: ["test/**/*.test.ts"],
    ignores: ["test/**/*.deep.test.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...CLOCKS.map((selector) => ({ selector, message: CLOCKLESS }))],
    },
  },
  // What a black box answers has no type.
  {
    files: ["test/conformance/**"],
    rules: {
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
