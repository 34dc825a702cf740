/** Checks across settings: each function returns error lines for values that are inconsistent. */
import { createECDH } from "node:crypto";
import { toAddress, type Address } from "../domain/address";
import { keccak256, type Hex } from "../domain/keccak";
import type { Settings } from "../settings";

/** The address of a private key. */
export function walletOf(privateKey: Hex): Address | null {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(privateKey.slice(2), "hex");
  // Without the prefix byte of an uncompressed point.
  return toAddress(`0x${keccak256(curve.getPublicKey().subarray(1)).slice(-40)}`);
}

type Recipient = Pick<
  Settings,
  "paymentRecipient" | "formerRecipients" | "paymentTokens" | "escrows" | "settlement" | "keeper" | "relay"
>;

type Keys = Pick<Settings, "settlement" | "keeper" | "relay">;

/** The wallets of SETTLEMENT_KEY, KEEPER_KEY and RELAY_KEY, if set. */
function walletsOf({ settlement, keeper, relay }: Keys): [string, Address | null][] {
  return [
    ["the wallet of RELAY_KEY", relay?.privateKey ? walletOf(relay.privateKey) : null],
    [
      "the wallet of SETTLEMENT_KEY",
      settlement?.kind === "wallet" && settlement.privateKey ? walletOf(settlement.privateKey) : null,
    ],
    ["the wallet of KEEPER_KEY", keeper?.privateKey ? walletOf(keeper.privateKey) : null],
  ];
}

/** The service's own sending wallets. */
export function ownWallets(settings: Keys): Address[] {
  return walletsOf(settings).flatMap(([, wallet]) => wallet ?? []);
}

/**
 * A recipient must receive only payments: money sent to an escrow or a token is stuck there, and other income of the
 * service's wallets could be redeemed as a payment.
 */
export function recipientFaults({
  paymentRecipient,
  formerRecipients,
  paymentTokens,
  escrows,
  settlement,
  keeper,
  relay,
}: Recipient): string[] {
  const taken: [string, Address | null | undefined][] = [
    ...(paymentTokens ?? []).map((token): [string, Address] => ["a token of PAYMENT_TOKENS", token]),
    ["the escrow of ESCROW_HUMAN", escrows?.human],
    ["the escrow of ESCROW_AGENT_FAST", escrows?.["agent-fast"]],
    ...walletsOf({ settlement, keeper, relay }),
  ];
  const current = taken
    .filter(([, address]) => address && address === paymentRecipient)
    .map(([what]) => `PAYMENT_RECIPIENT is wrong: it is ${what}. Set an address that receives nothing but payments`);
  const former = taken
    .filter(([, address]) => address && formerRecipients?.includes(address))
    .map(
      ([what]) =>
        `PAYMENT_FORMER_RECIPIENTS is wrong: it lists ${what}. List only addresses that receive nothing but payments`,
    );
  return [...current, ...former];
}

/** What a receipt's key signs is shown to strangers: a wallet with money or another task of the service uses another key. */
export function receiptFaults(settings: Keys & Pick<Settings, "receipts" | "paymentRecipient">): string[] {
  const { receipts, paymentRecipient } = settings;
  const taken = [...walletsOf(settings), ["PAYMENT_RECIPIENT", paymentRecipient] as const];
  return taken
    .filter(([, address]) => receipts && address === receipts.signer)
    .map(([what]) => `RECEIPT_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`);
}

/** A judge's key can pay workers: it is no other key of the service, and the relay sends what it signs. */
export function judgeFaults(settings: Keys & Pick<Settings, "judge" | "receipts" | "paymentRecipient">): string[] {
  const { judge, relay, receipts, paymentRecipient } = settings;
  if (!judge) return [];
  const taken = [
    ...walletsOf(settings),
    ["the wallet of RECEIPT_KEY", receipts?.signer ?? null] as const,
    ["PAYMENT_RECIPIENT", paymentRecipient] as const,
  ];
  const shared = taken
    .filter(([, address]) => address === judge.address)
    .map(([what]) => `JUDGE_KEY is wrong: it is the key of ${what}. Make a new one (openssl rand -hex 32)`);
  return relay ? shared : [...shared, "JUDGE_KEY is wrong: it needs RELAY_KEY. Set RELAY_KEY, or JUDGE_KEY to none"];
}

type Addressed = Pick<Settings, "rpcUrls" | "answerModel" | "settlement">;

/**
 * Secrets must not be sent over plain http, except to loopback. A node's URL may itself be a secret, and its responses
 * decide about money.
 */
export function plainHttpFaults({ rpcUrls, answerModel, settlement }: Addressed): string[] {
  const facilitator = settlement?.kind === "facilitator" ? settlement : null;
  const sent: [name: string, url: string | null | undefined, hasSecret: boolean][] = [
    ...(rpcUrls ?? []).map((url): [string, string, boolean] => ["RPC_URLS", url, true]),
    ["ANSWER_MODEL_URL", answerModel?.url, Boolean(answerModel?.key)],
    ["FACILITATOR_URL", facilitator?.url, true],
  ];
  const exposed = sent.filter(([, url, hasSecret]) => url && isExposed(url, hasSecret));
  return [...new Set(exposed.map(([name]) => name))].map(
    (name) => `${name} is wrong: it sends a secret over plain http. Use https, or an address of this machine`,
  );
}

/** True for a URL that would send a secret over plain http to another machine. */
export function isExposed(url: string, hasSecret: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return protocol === "http:" && !isLoopback && (hasSecret || username !== "" || password !== "");
}
