import { requireAddress } from "../../application/tasks/requestedTask";
import { walletView } from "../../application/views/wallet";
import { endpoint, open, requests } from "../../http/endpoint";
import { object } from "../../schema/build";
import { Address } from "../../schema/common";
import { WalletInfo } from "../../schema/wallet";

/** A wallet's balances, allowances and credits, read from the chain. */
export default endpoint({
  method: "POST",
  path: "/agentWalletInfo",
  summary: "Read a wallet's balances, allowances and credits, and the network's details",
  auth: open,
  reads: true,
  input: object({ wallet: Address }),
  output: WalletInfo,
  errors: [],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { escrow, settings }) => {
    const wallet = requireAddress(input.wallet);
    return walletView(wallet, await escrow.balances(wallet), escrow.token, settings);
  },
});
