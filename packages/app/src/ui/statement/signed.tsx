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

/** The heads of the columns that only a wallet with fees has: without one, gross and net are the same. */
export function FeeHeads() {
  return (
    <>
      <th scope="col" class="number">
        Gross, USDC
      </th>
      <th scope="col" class="number">
        Fee, USDC
      </th>
    </>
  );
}
