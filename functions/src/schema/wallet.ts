import { integer, nullable, object, string } from "./build";
import { Address, Usdc } from "./common";
import { NETWORK } from "./network";
import { NextAction } from "./task";

const AtEscrow = object(
  {
    contractAddress: Address,
    allowanceUsdc: string({
      description: "USDC that this escrow may take from the wallet; an unlimited approval is a very large number.",
    }),
    creditUsdc: {
      ...Usdc,
      description: "A payment that USDC refused to deliver; /agentWithdraw pays it out.",
    },
  },
  { title: "WalletAtEscrow" },
);

/** A wallet on the chain. */
export const WalletInfo = object(
  {
    wallet: Address,
    chainId: integer({ examples: [NETWORK.id] }),
    blockNumber: integer({ minimum: 0 }),
    eth: string({ description: "Ether as a decimal.", examples: ["0.0042"] }),
    wei: string({ description: "The ether balance in wei.", examples: ["4200000000000000"] }),
    usdc: Usdc,
    nonce: integer({ minimum: 0, description: "The nonce of the wallet's next transaction." }),
    token: { ...Address, description: "USDC." },
    escrows: object({ human: AtEscrow, "agent-fast": AtEscrow }),
    _nextAction: nullable(NextAction),
  },
  { title: "WalletInfo" },
);
