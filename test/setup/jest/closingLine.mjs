import path from "node:path";

const SLOWEST = 10;

/**
 * Ends a run with its slowest files and one plain line for machines: "N passed, N failed". A file that could not run
 * counts as failed.
 */
export default class ClosingLine {
  /** @param {unknown} _contexts @param {import("@jest/reporters").AggregatedResult} results */
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const left = results.numPendingTests + results.numTodoTests;
    const skipped = left > 0 ? `, ${left} skipped` : "";
    const line = `\n${results.numPassedTests} passed, ${failed} failed${skipped}\n`;
    // Jest prints its own summary after every other reporter.
    process.once("exit", () =>
      process.stdout.write(`${slowest(results.testResults)}${tooLate(results.testResults)}${line}`),
    );
  }
}

/** Files that could not run have no failing tests. @param {import("@jest/reporters").TestResult} file */
const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined;

/** @param {import("@jest/reporters").TestResult} file */
const lineOf = ({ testFilePath }) => `${path.relative("", testFilePath)}\n`;

/** @param {import("@jest/reporters").TestResult[]} files */
function slowest(files) {
  if (files.length <= SLOWEST) return "";
  const lines = files
    .map(({ testFilePath, perfStats }) => ({ testFilePath, seconds: (perfStats.end - perfStats.start) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ testFilePath, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path.relative("", testFilePath)}`);
  return `\nSlowest files:\n${lines.join("\n")}\n`;
}

/** The files that a deep run of limited time had no time for. @param {import("@jest/reporters").TestResult[]} files */
function tooLate(files) {
  const until = Number(process.env["MKT_DEEP_UNTIL"] ?? Infinity);
  const late = files.filter(({ perfStats, numPassingTests }) => perfStats.end > until && numPassingTests === 0);
  const skipped = late.filter((file) => !hasFailed(file));
  return skipped.length === 0 ? "" : `\nNot run, as the time was over:\n${skipped.map(lineOf).join("")}`;
}
