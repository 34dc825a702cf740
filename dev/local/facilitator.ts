import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { registerExactEvmScheme } from "@x402/evm/exact/facilitator";
import { createWalletClient, defineChain, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { BASE, type ChainFacts } from "../../functions/src/domain/chains";

/** A facilitator of the x402 protocol on this machine. */
export interface LocalFacilitator {
  url: string;
  close: () => Promise<void>;
}

export interface FacilitatorOptions {
  rpcUrl: string;
  /** Base by default. */
  chain?: ChainFacts;
  /** Of the wallet that pays for gas. */
  privateKey: string;
  /** Does something else than answer, or before it, or after it. */
  intercept?: (
    request: IncomingMessage,
    response: ServerResponse,
    body: string,
    answer: () => Promise<string>,
  ) => Promise<void>;
}

/** How long a verified payment may be settled. */
const VERIFIED_MS = 300_000;

/**
 * The facilitator of x402's own makers over HTTP, as their examples serve it: `/verify`, `/settle`, which takes only
 * what was verified before, and `/supported`.
 */
export async function startFacilitator({
  rpcUrl,
  chain = BASE,
  privateKey,
  intercept,
}: FacilitatorOptions): Promise<LocalFacilitator> {
  const account = privateKeyToAccount(privateKey as `0x${string}`);
  const theChain = defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client = createWalletClient({ account, chain: theChain, transport: http(), pollingInterval: 50 }).extend(
    publicActions,
  );
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as never);
  const verified = new Map<string, number>();
  const theirs = registerExactEvmScheme(new x402Facilitator(), { signer, networks: chain.caip2 })
    .onAfterVerify(async ({ paymentPayload, result }) => {
      if (result.isValid) verified.set(digestOf(paymentPayload), Date.now());
    })
    .onBeforeSettle(async ({ paymentPayload }) => {
      const at = verified.get(digestOf(paymentPayload)) ?? 0;
      if (Date.now() - at > VERIFIED_MS) return { abort: true, reason: "payment_not_verified" };
    });

  async function answer(path: string | undefined, body: string): Promise<object> {
    if (path === "/supported") return theirs.getSupported();
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: never;
      paymentRequirements: never;
    };
    if (path === "/verify") return theirs.verify(paymentPayload, paymentRequirements);
    return theirs.settle(paymentPayload, paymentRequirements).catch((error: unknown) => ({
      success: false,
      errorReason: String(error).includes("payment_not_verified") ? "payment_not_verified" : "unexpected_settle_error",
      transaction: "",
      network: chain.caip2,
    }));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const reply = async () => JSON.stringify(await answer(request.url, body));
    if (!["/verify", "/settle", "/supported"].includes(request.url ?? "")) return void response.writeHead(404).end();
    if (intercept) return intercept(request, response, body, reply);
    response.writeHead(200, { "content-type": "application/json" }).end(await reply());
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function digestOf(payload: object): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("hex");
}
