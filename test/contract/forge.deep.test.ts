import { forge } from "../../packages/contracts/forge";

describe("happy", () => {
  it("the contract passes its own tests, which forge runs", () => {
    // Beside Jest's other workers, because it takes one core for long.
    const { status, output } = forge(["test"], { output: "capture" });
    if (status !== 0) throw new Error(output);
    expect(output).toMatch(/ (\d+) tests passed, 0 failed, 0 skipped/);
  });
});
