import type { FacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { paymentMiddleware, x402ResourceServer } from "@x402/express";
import express, { type Express } from "express";

const NETWORK = "eip155:8453";

/** Stands for the facilitator, which is asked once what it supports, so that nothing leaves the machine. */
const facilitator: FacilitatorClient = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: "exact", network: NETWORK }],
    extensions: [],
    signers: {},
  }),
  verify: () => Promise.reject(new Error("no payments here")),
  settle: () => Promise.reject(new Error("no payments here")),
};

/** One endpoint behind the middleware of @x402/express, with an offer like ours. */
export function x402App(): Express {
  const resources = new x402ResourceServer(facilitator).register(NETWORK, new ExactEvmScheme());
  const accepts = {
    scheme: "exact",
    price: "$0.49",
    network: NETWORK,
    payTo: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  } as const;
  const description = "Ask what visitors ask for, computed from anonymized chats";
  const app = express();
  app.use(express.json());
  app.use(paymentMiddleware({ "POST /": { accepts, description } }, resources));
  app.post("/", (_request, response) => void response.json({ reply: "paid" }));
  return app;
}
