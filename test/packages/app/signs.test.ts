import { ACTIONS, type Action } from "../../../packages/app/src/lib/actions";
import { cancelling } from "../../../packages/app/src/lib/given";
import { usualReward } from "../../../packages/app/src/lib/rewards";
import { dataShown, takenShown, walletShows } from "../../../packages/app/src/lib/walletShows";

const ESCROW = `0x1234${"0".repeat(32)}abcd`;
const shown = ({ signs = "forward" }: Action, hasRelay = true) => walletShows(signs, { escrow: ESCROW, hasRelay });

describe("what the wallet's window shows is said before", () => {
  it.each([
    [ACTIONS.approve, "ForwardRequest", "can do nothing else"],
    [ACTIONS.changes, "ForwardRequest", "can do nothing else"],
    [ACTIONS.raise, "Permit", "only do this step"],
    [ACTIONS.stake, "ReceiveWithAuthorization", "this amount once"],
    [ACTIONS.resubmit, "Resubmission", "only deliver this work"],
    [ACTIONS.hire, "Selection", "only let this worker start"],
    [ACTIONS.verdict, "Verdict", "only approve this work"],
  ] as const)("of %j", (action, name, means) => {
    const text = shown(action);
    for (const part of [`“${name}”`, "0x1234…abcd", means]) expect(text).toContain(part);
  });

  it("of a text, which moves no money, and of a transaction where there is no relay", () => {
    expect(shown(ACTIONS.interest)).toContain("moves no money");
    expect([shown(ACTIONS.stake, false), shown(ACTIONS.approve, false)]).toEqual(
      Array(2).fill(
        "Your wallet shows a transaction to the escrow contract 0x1234…abcd. Its “data” is this step as code, and can do nothing else.",
      ),
    );
    expect(shown(ACTIONS.resubmit, false)).toContain("Resubmission");
  });

  it("with the amount as the wallet writes it, or that the wallet has no words for it", () => {
    const of = (signs: Action["signs"] & string, hasRelay = true) =>
      takenShown(signs, { escrow: ESCROW, hasRelay, takesUsdc: "3" });
    expect(of("authorization")).toBe("Your wallet shows 3000000, which is 3.00 USDC.");
    expect([of("forward"), of("authorization", false)]).toEqual(
      Array(2).fill("Your wallet shows this as code, not in words."),
    );
    expect([of("verdict"), of("resubmission", false)]).toEqual(["", ""]);
  });
});

it("says how the data begins that the wallet's window shows, where it shows some", () => {
  const data = "0x8004ab12ffff";
  const typed = (message: unknown) => ({
    method: "eth_signTypedData_v4",
    params: ["0x1", JSON.stringify({ message })],
  });
  expect([
    dataShown(typed({ data })),
    dataShown({ method: "eth_sendTransaction", params: [{ data }] }),
    dataShown(typed({ value: "1" })),
    dataShown({ method: "personal_sign", params: [data] }),
  ]).toEqual(["0x8004ab12", "0x8004ab12", null, null]);
});

it("says what the fixed cancel fee is of a small reward, before it is signed", () => {
  const cancel = (rewardUsdc: string) => cancelling({ contract: "human", rewardUsdc });
  expect(cancel("4")).toEqual({ fee: "1.00", back: "3.00", share: "25 %" });
  expect(cancel("6").share).toBe("17 %");
  expect(cancel("20").share).toBeNull();
});

describe("what tasks of a category pay", () => {
  it.each([
    [["5", "1.5", "20"], "Tasks in this category pay 1.50 to 5.00 USDC."],
    [["2", "3", "8", "9", "20"], "Tasks in this category pay 2.00 to 9.00 USDC; half of them 8.00 or less."],
    [["2", "9", "9", "9", "9"], "Tasks in this category pay 2.00 to 9.00 USDC."],
    [["3", "3", "3"], "Tasks in this category pay 3.00 USDC."],
    [["3", "4"], null],
  ])("of %j", (rewards, text) => expect(usualReward(rewards)).toBe(text));
});
