import { usdc } from "../../lib/text";

/** An amount with its sign, which the colour repeats. */
export function Signed({ amount }: { amount: string }) {
  const isLoss = amount.startsWith("-");
  const sign = isLoss ? "−" : Number(amount) === 0 ? "" : "+";
  return (
    <span class={sign === "" ? "amount" : `amount ${isLoss ? "loss" : "gain"}`}>
      {sign}
      {usdc(amount.replace("-", ""))}
    </span>
  );
}
