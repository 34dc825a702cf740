import { createRequire } from "node:module";

/** @type {typeof import("@jest/test-sequencer")} */
const { default: Sequencer } = createRequire(import.meta.url)("@jest/test-sequencer");

/** The slowest files. Started last, one of them would run alone on one core at the end. */
const FIRST = [
  "e2e/stack",
  "contract/forge",
  "pages/browser",
  "paid/processes",
  "paid/x402Faults",
  "tasks/indexer",
  "mkt/relay",
  "mkt/dispute",
  "tasks/keeper",
  "market/interleavings",
  "mkt/canary",
  "tools/verifyLedger",
  "mkt/signatures",
  "agent/parties",
  "paid/x402Settlement",
  "paid/x402Gas",
  "answers/deadline",
  "docs/guideMarket",
  "client/requests",
];

/** The longest test files first, the rest in Jest's own order. */
export default class LongestFirst extends Sequencer {
  /** @param {Parameters<InstanceType<typeof Sequencer>["sort"]>[0]} tests */
  async sort(tests) {
    /** @param {{ path: string }} test */
    const rank = ({ path }) => {
      const at = FIRST.findIndex((name) => path.includes(name));
      return at < 0 ? FIRST.length : at;
    };
    const sorted = await super.sort(tests);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
