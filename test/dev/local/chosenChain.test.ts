import { chosenChain } from "../../../dev/local/chain";
import { CHAINS } from "../../../functions/src/domain/chains";

const before = process.env["CHAIN_ID"];
afterEach(() => {
  if (before === undefined) delete process.env["CHAIN_ID"];
  else process.env["CHAIN_ID"] = before;
});

it("is the chain that CHAIN_ID names, and none where it is not set", () => {
  delete process.env["CHAIN_ID"];
  expect(chosenChain()).toBeNull();
  for (const chain of CHAINS) {
    process.env["CHAIN_ID"] = String(chain.id);
    expect(chosenChain()).toBe(chain);
  }
});

it("refuses another, and names those that there are", () => {
  for (const id of ["1", "base-sepolia", ""]) {
    process.env["CHAIN_ID"] = id;
    expect(() => chosenChain()).toThrow("CHAIN_ID must be one of 8453 (Base), 84532 (Base Sepolia)");
  }
});
