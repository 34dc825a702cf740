import { hexlify, randomBytes } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { PRICE_UNITS } from "../setup/paying/buyer";
import { USDC } from "../setup/chain/chain";
import { authorizedTransfer } from "../setup/payments";
import { signPayment } from "../setup/paying/signedPayment";
import type { SettlingStage } from "../setup/paying/settling";

const poor = (stage: SettlingStage) =>
  stage.wallets.deploy("OwnerWallet", stage.chain.wallet("payer2").address).then(({ target }) => target as string);
/** Payments that no settlement is tried for: what is wrong, x402's reason for it, and how one is made. */
export const REFUSED: [string, string, (stage: SettlingStage) => Promise<unknown>][] = [
  [
    "another recipient",
    "invalid_exact_evm_recipient_mismatch",
    (stage) => signPayment(stage.chain, { terms: { to: devWallets().stranger.address } }),
  ],
  [
    "the recipient's own money",
    "invalid_exact_evm_recipient_mismatch",
    (stage) => signPayment(stage.chain, { from: "recipient" }),
  ],
  [
    "one unit less",
    "invalid_exact_evm_payload_authorization_value_mismatch",
    (stage) => signPayment(stage.chain, { terms: { value: PRICE_UNITS - 1n } }),
  ],
  [
    "one unit more",
    "invalid_exact_evm_payload_authorization_value_mismatch",
    (stage) => signPayment(stage.chain, { terms: { value: PRICE_UNITS + 1n } }),
  ],
  [
    "an authorization that lapses in a moment",
    "invalid_exact_evm_payload_authorization_valid_before",
    (stage) => signPayment(stage.chain, { terms: { validBefore: BigInt(Math.floor(Date.now() / 1000) + 4) } }),
  ],
  [
    "one that is not valid yet",
    "invalid_exact_evm_payload_authorization_valid_after",
    (stage) => signPayment(stage.chain, { terms: { validAfter: BigInt(Math.floor(Date.now() / 1000) + 600) } }),
  ],
  [
    "another's signature",
    "invalid_exact_evm_signature",
    (stage) => signPayment(stage.chain, { from: "payer", terms: { from: devWallets().payer2.address } }),
  ],
  [
    "a signature over another value",
    "invalid_exact_evm_signature",
    (stage) =>
      signPayment(stage.chain, {
        terms: { value: 1n },
        change: (payload) => ((payload.payload.authorization["value"] = String(PRICE_UNITS)), payload),
      }),
  ],
  [
    "a contract wallet's that it does not accept",
    "invalid_exact_evm_signature",
    async (stage) => {
      const wallet = await poor(stage);
      await stage.fund(wallet);
      return signPayment(stage.chain, { from: "payer", terms: { from: wallet } });
    },
  ],
  [
    "a payer without money",
    "invalid_exact_evm_insufficient_balance",
    (stage) => signPayment(stage.chain, { from: "stranger" }),
  ],
  [
    "a wallet of a factory that is not listed",
    "eip6492_factory_not_allowed",
    async (stage) => (await stage.undeployed(await stage.wallets.deploy("WalletFactory"), "payer2")).payment,
  ],
  [
    "a used authorization that paid somebody",
    "invalid_exact_evm_nonce_already_used",
    async (stage) => {
      const nonce = hexlify(randomBytes(32));
      await stage.chain.send({
        from: "stranger",
        to: USDC,
        data: await authorizedTransfer(stage.chain, { to: devWallets().arbiter.address, units: PRICE_UNITS, nonce }),
      });
      return signPayment(stage.chain, { terms: { nonce } });
    },
  ],
  [
    "a nonce that names an intent",
    "invalid_payload",
    (stage) => signPayment(stage.chain, { terms: { nonce: `0x6d6b7431${"00".repeat(28)}` } }),
  ],
];
