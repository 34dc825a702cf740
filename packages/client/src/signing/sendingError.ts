import { InsufficientFundsError, MktError, UnavailableError } from "../errors";

/** Selector of ERC20InsufficientBalance(address,uint256,uint256), ERC-6093. */
const ERC20_INSUFFICIENT_BALANCE = "0xe450d38c";

/** What a node's refusal of a transaction means. */
export function sendingError(error: unknown): Error {
  const { data } = error as { data?: unknown };
  const isTooLittle = typeof data === "string" && data.startsWith(ERC20_INSUFFICIENT_BALANCE);
  if (isTooLittle || /insufficient funds|exceeds balance/i.test(textOf(error))) {
    return new InsufficientFundsError("The wallet has too little USDC for this, or too little ETH for the gas.", {
      cause: error,
    });
  }
  const code = (error as { code?: unknown }).code;
  if (code === "CALL_EXCEPTION")
    return new MktError("would_revert", `The chain would refuse the transaction: ${textOf(error)}`, { cause: error });
  return new UnavailableError(
    "The node did not accept the transaction. Repeat the call: it is resumed, not sent twice.",
    { cause: error },
  );
}

/** All texts of a node's error. */
export function textOf(error: unknown): string {
  const { message = "", info } = error as { message?: string; info?: { error?: { message?: string; data?: unknown } } };
  return `${message} ${info?.error?.message ?? ""}`;
}
