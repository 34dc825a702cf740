import Sequencer from "@jest/test-sequencer";

/** These take longest; begun last, one of them would keep a single core busy at the end of the run. */
const FIRST = [
  "market/interleavings", "contract/forge", "mkt/canary", "jobs/indexer", "paid/processes", "e2e/stack", "agent/parties", "mkt/signatures",
];

/** The longest test files first, the rest in Jest's own order. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = FIRST.findIndex((name) => path.includes(name));
      return at < 0 ? FIRST.length : at;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
