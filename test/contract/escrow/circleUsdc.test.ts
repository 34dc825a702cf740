import { bytecode } from "../../../dev/local/circleUsdc.json";
import { compileCircleUsdc, isFetched } from "../../../dev/tools/circleUsdc";

/** Circle's source is fetched and not committed: `.ci/run` does so. */
const where = isFetched ? it : it.skip;

where("the committed bytecode of Circle's USDC is what its source compiles to", () => {
  expect(compileCircleUsdc()).toEqual(bytecode);
});
