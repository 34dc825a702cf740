import { VALIDATOR_BYTECODE } from "../../../functions/src/adapters/ethers/signatures";
import { compile } from "../../setup/chain/compile";

describe("happy", () => {
  it("carries the validator exactly as its source compiles; after a change of it, put the received bytes in its place", () => {
    const { SignaturesValidator } = compile("functions/src/adapters/ethers/signaturesValidator.sol");
    expect(SignaturesValidator?.bytecode).toBe(VALIDATOR_BYTECODE);
  });
});
