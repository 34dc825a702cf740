import { wrapAxiosWithPayment } from "@x402/axios";
import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { createSIWxClientExtension } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import axios from "axios";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import { devWallets, type Role } from "../../../dev/local/wallets";
import { PRICE_UNITS } from "./buyer";

/** What a client's caller sees. */
export interface Seen {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** A client of x402 as its documentation shows it: asks once, and pays where it is asked to. */
export type MakersClient = (url: string, body: unknown, role?: Role) => Promise<Seen>;

const account = (role: Role) => privateKeyToAccount(devWallets()[role].privateKey as `0x${string}`);
const requestOf = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

function paying(role: Role, signsIn: boolean): x402Client {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: account(role) });
  if (signsIn) client.registerExtension(createSIWxClientExtension({ signers: [account(role)] }));
  return client;
}

async function seen(response: Response): Promise<Seen> {
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("retry-after") };
}

/** Unmodified clients of the makers of x402, and the headers of Open Wallet Standard's `ows pay request`. */
export const MAKERS_CLIENTS: Record<string, MakersClient> = {
  "@x402/fetch": async (url, body, role = "payer") =>
    seen(await wrapFetchWithPayment(fetch, paying(role, false))(url, requestOf(body))),

  "@x402/fetch that signs in": async (url, body, role = "payer") =>
    seen(await wrapFetchWithPayment(fetch, paying(role, true))(url, requestOf(body))),

  "@x402/axios": async (url, body, role = "payer") => {
    const client = wrapAxiosWithPayment(axios.create(), paying(role, false) as never);
    const whole = { responseType: "text", transformResponse: (text: string) => text, validateStatus: null } as const;
    // The wrapper reads errors, so a status is one until it has seen it.
    const { status, data, headers } = await client.post(url, body, {
      ...whole,
      validateStatus: (code) => code !== 402,
    });
    return { status, text: String(data), retryAfter: (headers["retry-after"] as string | undefined) ?? null };
  },

  "x402-fetch (v1)": async (url, body, role = "payer") => {
    const wallet = createWalletClient({ account: account(role), chain: base, transport: http("http://127.0.0.1:1") });
    return seen(await wrapFetchV1(fetch, wallet as never, PRICE_UNITS)(url, requestOf(body)));
  },

  "Open Wallet Standard's two headers": async (url, body, role = "payer") => {
    const asked = await fetch(url, requestOf(body));
    const required = asked.headers.get("payment-required");
    if (asked.status !== 402 || required === null) return seen(asked);
    const payload = await paying(role, false).createPaymentPayload(decodePaymentRequiredHeader(required));
    const payment = Buffer.from(JSON.stringify(payload)).toString("base64");
    const { method, headers, body: text } = requestOf(body);
    const paid = { ...headers, "PAYMENT-SIGNATURE": payment, "X-PAYMENT": payment };
    return seen(await fetch(url, { method, headers: paid, body: text }));
  },
};
