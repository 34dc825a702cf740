import { bytecode } from "../../../dev/local/circleUsdc.json";
import { compileCircleUsdc, isFetched } from "../../../dev/tools/circleUsdc";

/** Circle's source is not committed: the test runs where a clone of it is at .local/cache/stablecoin-evm. */
const where = isFetched ? it : it.skip;

where("the committed bytecode of Circle's USDC is what its source compiles to", () => {
  expect(compileCircleUsdc()).toEqual(bytecode);
});
