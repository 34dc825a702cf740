/** Ends a run with one plain line for machines: "N passed, N failed". A file that could not run counts as failed. */
export default class ClosingLine {
  /** @param {unknown} _contexts @param {import("@jest/reporters").AggregatedResult} results */
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const left = results.numPendingTests + results.numTodoTests;
    const skipped = left > 0 ? `, ${left} skipped` : "";
    const line = `\n${results.numPassedTests} passed, ${failed} failed${skipped}\n`;
    // Jest prints its own summary after every other reporter.
    process.once("exit", () => process.stdout.write(line));
  }
}
