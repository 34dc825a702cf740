import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { registerExactEvmScheme } from "@x402/evm/exact/facilitator";
import { createWalletClient, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { devWallets } from "../../local/wallets";
import { closeServer } from "./server";

/** What a bad facilitator does to a settlement, before or after it has settled it. */
export type FacilitatorFault =
  /** Never answers. */
  | { kind: "hang"; when: "before" | "after" }
  | { kind: "drop"; when: "before" | "after" }
  | { kind: "slow"; ms: number }
  /** Answers with this instead. */
  | { kind: "says"; when: "before" | "after"; status?: number; body: string };

export interface TestFacilitator {
  url: string;
  /** From now on; undefined heals it. */
  fault: FacilitatorFault | undefined;
  /** Settlements that were asked for. */
  asked: number;
  authorization: string | undefined;
  close(): Promise<void>;
}

/** The facilitator of x402's own makers, served as their protocol says, with a wallet of its own on a test's chain. */
export async function startFacilitator(rpcUrl: string): Promise<TestFacilitator> {
  const account = privateKeyToAccount(devWallets().deployer.privateKey as `0x${string}`);
  const client = createWalletClient({ account, chain: base, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions);
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as never);
  const theirs = registerExactEvmScheme(new x402Facilitator(), { signer, networks: "eip155:8453" });

  const settle = async (body: string): Promise<unknown> => {
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as { paymentPayload: never; paymentRequirements: never };
    return theirs.settle(paymentPayload, paymentRequirements);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.url !== "/settle") return void response.writeHead(404).end();
    facilitator.asked += 1;
    facilitator.authorization = request.headers.authorization;
    const { fault } = facilitator;
    const reply = (text: string, status = 200) => void response.writeHead(status, { "content-type": "application/json" }).end(text);
    if (fault?.kind === "slow") await sleep(fault.ms);
    if (!fault || fault.kind === "slow") return reply(JSON.stringify(await settle(body)));
    if (fault.when === "after") await settle(body);
    if (fault.kind === "drop") return void response.destroy();
    if (fault.kind === "says") return reply(fault.body, fault.status);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const facilitator: TestFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined, asked: 0, authorization: undefined,
    close: () => closeServer(server),
  };
  return facilitator;
}
