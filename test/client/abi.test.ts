import { Interface } from "ethers";
import { Abi } from "../../packages/client/src/signing/abi";
import { ESCROW, TOKEN } from "../../packages/client/src/tasks/calls";
import { ESCROW_ABI } from "../contract/escrow/escrowChain";

const escrow = Interface.from(ESCROW_ABI);
const names = escrow.fragments.flatMap((one) => ("name" in one && one.type === "function" ? [one.name as string] : []));

it("knows the escrow's functions as its artifact has them", () => {
  const known = names.flatMap((name) => {
    try {
      return [[name, ESCROW.selector(name)]];
    } catch {
      return [];
    }
  });
  expect(known.length).toBeGreaterThan(20);
  expect(known).toEqual(known.map(([name = ""]) => [name, escrow.getFunction(name)?.selector]));
});

it("encodes and decodes tuples in tuples, lists and values as ethers does", () => {
  const windows = [1, 2, 3, 4, 5, 6, 7];
  const terms = [20n, 2n, `0x${"ab".repeat(32)}`, 1, 3, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", windows];
  const named = {
    reward: 20n,
    stake: 2n,
    metadataHash: terms[2],
    mode: 1,
    maxChangeRounds: 3,
    judge: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    windows: Object.fromEntries(
      ["open", "work", "review", "resubmit", "contest", "rule", "rate"].map((name, at) => [name, windows[at]]),
    ),
  };
  const data = escrow.encodeFunctionData("createTask", [terms]);
  expect(ESCROW.encode("createTask", [named])).toBe(data);
  expect(ESCROW.arguments("createTask", data)).toEqual({ terms: named });
  expect(ESCROW.nameOf(data)).toBe("createTask");
  const calls = escrow.encodeFunctionData("multicall", [[data, "0x1234"]]);
  expect(ESCROW.decode("multicall", calls)).toEqual([[data, "0x1234"]]);
  expect(TOKEN.result("balanceOf", `0x${"00".repeat(31)}07`)).toBe(7n);
});

it.each(["uint256 a", "function ()", "event Approval(address owner)"])("takes no %s for a signature", (text) =>
  expect(() => new Abi([text])).toThrow("not a function's signature"),
);
