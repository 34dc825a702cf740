import type { Address } from "../../domain/address";
import { requireEscrows } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import { creditAction } from "../../domain/task/nextAction";
import type { ContractName } from "../../domain/workflow/variants";
import type { Static } from "../../schema/build";
import type { WalletInfo } from "../../schema/wallet";
import type { Services } from "../services";

type Balances = Awaited<ReturnType<Services["escrow"]["balances"]>>;

/** What the chain holds for a wallet, at one block. */
export function walletView(
  wallet: Address,
  { wei, usdcUnits, nonce, block, escrows }: Balances,
  token: Address,
  settings: Services["settings"],
): Static<typeof WalletInfo> {
  const addresses = requireEscrows(settings.escrows);
  const at = (name: ContractName) => ({
    contractAddress: addresses[name],
    allowanceUsdc: formatUsdc(escrows[name].allowanceUsdcUnits),
    creditUsdc: formatUsdc(escrows[name].creditUsdcUnits),
  });
  return {
    wallet,
    chainId: settings.chainId,
    blockNumber: Number(block.number),
    eth: formatEther(wei),
    wei: String(wei),
    usdc: formatUsdc(usdcUnits),
    nonce,
    token,
    escrows: { human: at("human"), "agent-fast": at("agent-fast") },
    _nextAction: creditAction(wallet, escrows),
  };
}

/** Wei as ether, as the shortest exact decimal. */
function formatEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, "0");
  const fraction = digits.slice(-18).replace(/(?<!0)0+$/, "");
  return `${digits.slice(0, -18)}${fraction && `.${fraction}`}`;
}
