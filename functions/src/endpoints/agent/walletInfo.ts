import { formatUsdc } from "../../domain/money";
import { requireEscrows } from "../../domain/messages/requestText";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, string } from "../../schema/build";
import { Address, Usdc } from "../../schema/common";
import { requireAddress } from "../../application/tasks/requestedTask";

const AtEscrow = object(
  {
    contractAddress: Address,
    allowanceUsdc: string({
      description: "USDC that this escrow may take from the wallet; an unlimited approval is a very large number.",
    }),
    creditUsdc: {
      ...Usdc,
      description: "A payment that USDC refused to deliver; the contract's withdraw pays it out.",
    },
  },
  { title: "WalletAtEscrow" },
);

/** A wallet's balances, allowances and credits, read from the chain. */
export default endpoint({
  method: "POST",
  path: "/agentWalletInfo",
  summary: "Read a wallet's balances, allowances and credits, and the network's details",
  auth: open,
  reads: true,
  input: object({ wallet: Address }),
  output: object(
    {
      wallet: Address,
      chainId: integer({ examples: [8453] }),
      blockNumber: integer({ minimum: 0 }),
      eth: string({ description: "Ether as a decimal.", examples: ["0.0042"] }),
      wei: string({ description: "The ether balance in wei.", examples: ["4200000000000000"] }),
      usdc: Usdc,
      nonce: integer({ minimum: 0, description: "The nonce of the wallet's next transaction." }),
      token: { ...Address, description: "USDC." },
      escrows: object({ human: AtEscrow, "agent-fast": AtEscrow }),
    },
    { title: "WalletInfo" },
  ),
  errors: [],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { escrow, settings }) => {
    const wallet = requireAddress(input.wallet);
    const addresses = requireEscrows(settings.escrows);
    const { wei, usdcUnits, nonce, block, escrows } = await escrow.balances(wallet);
    const at = (name: keyof typeof addresses) => ({
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
      token: escrow.token,
      escrows: { human: at("human"), "agent-fast": at("agent-fast") },
    };
  },
});

/** Wei as ether, as the shortest exact decimal. */
function formatEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, "0");
  const fraction = digits.slice(-18).replace(/(?<!0)0+$/, "");
  return `${digits.slice(0, -18)}${fraction && `.${fraction}`}`;
}
