import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HTTPFacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { paymentMiddleware, x402ResourceServer } from "@x402/express";
import express from "express";

const NETWORK = "eip155:8453";
const PATH = "/demand-insights";

/**
 * One endpoint behind the middleware of @x402/express, on an Express of its own; prints its address.
 *
 * The middleware asks its facilitator once what it supports; here that is a server beside it, so
 * that nothing leaves the machine.
 */
async function main(): Promise<void> {
  const facilitator = createServer((_request, response) => {
    const kinds = [{ x402Version: 2, scheme: "exact", network: NETWORK }];
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ kinds, extensions: [], signers: {} }));
  });
  const client = new HTTPFacilitatorClient({ url: await listen(facilitator) });
  const resources = new x402ResourceServer(client).register(NETWORK, new ExactEvmScheme());
  const accepts = {
    scheme: "exact",
    price: "$0.49",
    network: NETWORK,
    payTo: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  } as const;
  const description = "Ask what visitors ask for, counted from anonymized chats";

  const app = express();
  app.use(express.json());
  app.use(paymentMiddleware({ [`POST ${PATH}`]: { accepts, description } }, resources));
  app.post(PATH, (_request, response) => void response.json({ reply: "paid" }));
  process.stdout.write(`serving ${await listen(createServer(app))}${PATH}\n`);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

void main();
