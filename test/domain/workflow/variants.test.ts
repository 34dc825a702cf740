import { VARIANT_NAMES, VARIANTS } from "../../../functions/src/domain/workflow/variants";
import { WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";

/** Base's sequencer halted for 45 minutes on 2023-09-05 and for 33 on 2025-08-05. */
const LONGEST_HALT_SECONDS = 45 * 60;

describe.each(VARIANT_NAMES)("%s", (name) => {
  const { minWindows, defaultWindows, maxWindows } = VARIANTS[name];

  it("C17: has no window that a halt of the chain has outlasted, but the one whose end costs nothing", () => {
    const short = WINDOW_NAMES.filter((window) => minWindows[window] <= LONGEST_HALT_SECONDS);
    expect(short.filter((window) => window !== "open")).toEqual([]);
  });

  it("has its defaults within the bounds, resubmit at a quarter of review", () => {
    for (const window of WINDOW_NAMES) {
      expect(defaultWindows[window]).toBeGreaterThanOrEqual(minWindows[window]);
      expect(defaultWindows[window]).toBeLessThanOrEqual(maxWindows[window]);
    }
    expect(4 * defaultWindows.resubmit).toBeGreaterThanOrEqual(defaultWindows.review);
  });
});
