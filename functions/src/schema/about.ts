import { boolean, integer, nullable, object, optional, string } from "./build";
import { Address } from "./common";

const Said = (description: string) => nullable(string({ description }));

export const AboutView = object(
  {
    operator: object(
      {
        name: Said("Who runs this deployment."),
        contact: Said("An e-mail address or a URL."),
        termsUrl: Said("The terms of use."),
        privacyUrl: Said("The privacy notice."),
        arbiter: Said("Who rules on disputes with the arbiter's wallet."),
      },
      { title: "Operator", description: "What the operator states about itself; null for what it does not state." },
    ),
    network: object({
      chainId: integer(),
      name: string(),
      explorer: string({
        description: "A block explorer: `/tx/{hash}` and `/address/{address}` follow.",
        examples: ["https://basescan.org"],
      }),
      testNetwork: boolean({ description: "Whether this is a test network, without real money." }),
      notice: optional(string()),
    }),
    escrows: nullable(object({ human: Address, "agent-fast": Address }, { description: "The two escrow contracts." })),
    judge: {
      ...nullable(Address),
      description: "The service's judge, for judge schema; null without one.",
    },
    fiatCurrency: nullable(
      string({
        pattern: "^[A-Z]{3}$",
        description:
          "The ISO 4217 currency that statements show besides USDC, at the rate of each day; null without one.",
      }),
    ),
    relay: boolean({ description: "Whether the service sends the steps of wallets without ETH." }),
  },
  { title: "About" },
);
