import { createRequire } from "node:module";

/** @type {typeof import("@jest/test-sequencer")} */
const { default: Sequencer } = createRequire(import.meta.url)("@jest/test-sequencer");

/** The slowest files. Started last, one of them would run alone on one core at the end. */
const SLOWEST = [
  "contract/forge",
  "e2e/stack",
  "pages/browser",
  "test/conformance/",
  "indexing/indexer",
  "mkt/relay",
  "tools/dataImport",
  "answers/deadline",
  "mkt/judge",
  "client/cli",
  "indexing/keeper",
  "mkt/dispute",
  "paid/faults",
  "mkt/signatures",
  "agent/parties",
  "market/interleavings",
  "paid/x402Settlement",
  "tools/verifyLedger",
  "paid/x402Wallet",
  "paid/x402Gas",
  "mkt/canary",
  "paid/x402Facilitator",
  "client/requests",
  "client/buy",
  "client/watch",
];

/** What the deep run begins with where its time is limited: what no other run has, the widest first. */
const VALUED = ["e2e/stack", "packages/app/", "paid/processes", "paid/x402Faults", "docs/guide", ".deep.test.ts"];
/** These draw for as long as there is time, in `npm test` a few cases: before the others they would leave them none. */
const DRAWN = ["contract/forge", "market/interleavings", "tools/verifyLedger", "indexing/indexer", "mkt/canary"];

/** @param {string[]} names */
const placeIn = (names) => {
  /** @param {{ path: string }} test */
  return ({ path }) => {
    const at = names.findIndex((name) => path.includes(name));
    return at < 0 ? names.length : at;
  };
};

/** The longest test files first, the rest in Jest's own order; in a deep run of limited time the most valuable first. */
export default class LongestFirst extends Sequencer {
  /** @param {Parameters<InstanceType<typeof Sequencer>["sort"]>[0]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (process.env["MKT_DEEP_UNTIL"] === undefined) return byPlace(sorted, placeIn(SLOWEST));
    /** @param {(typeof sorted)[number]} test */
    const isDrawn = (test) => placeIn(DRAWN)(test) < DRAWN.length;
    return [
      ...byPlace(
        sorted.filter((test) => !isDrawn(test)),
        placeIn(VALUED),
      ),
      ...sorted.filter(isDrawn),
    ];
  }
}

/**
 * @template Test
 * @param {Test[]} tests
 * @param {(test: Test) => number} place
 */
const byPlace = (tests, place) => tests.toSorted((a, b) => place(a) - place(b));
