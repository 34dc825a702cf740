import { setTimeout as sleep } from "node:timers/promises";
import { startFacilitator as startLocal } from "../../../dev/local/facilitator";
import { devWallets } from "../../../dev/local/wallets";

/** What a bad facilitator does to a request, before or after it has done what it was asked for. */
export type FacilitatorFault =
  /** Never answers. */
  | { kind: "hang"; when: "before" | "after" }
  | { kind: "drop"; when: "before" | "after" }
  | { kind: "slow"; ms: number }
  /** Answers with this instead. */
  | { kind: "says"; when: "before" | "after"; status?: number; body: string };

export interface TestFacilitator {
  url: string;
  /** What goes wrong at `/settle` from now on; undefined repairs it. */
  fault: FacilitatorFault | undefined;
  /** The same at `/verify`. */
  verifyFault: FacilitatorFault | undefined;
  /** The paths that were asked for, in order, and the bodies. */
  asked: { path: string; body: Record<string, unknown> }[];
  authorization: string | undefined;
  close: () => Promise<void>;
}

/** The reference x402 facilitator with its own wallet on a test's chain; fails on demand. */
export async function startFacilitator(rpcUrl: string): Promise<TestFacilitator> {
  const facilitator: TestFacilitator = {
    url: "",
    fault: undefined,
    verifyFault: undefined,
    asked: [],
    authorization: undefined,
    close: async () => {},
  };
  const { url, close } = await startLocal({
    rpcUrl,
    privateKey: devWallets().deployer.privateKey,
    intercept: async (request, response, body, answer) => {
      const path = request.url ?? "";
      facilitator.asked.push({ path, body: JSON.parse(body) as Record<string, unknown> });
      facilitator.authorization = request.headers.authorization;
      const fault = path === "/verify" ? facilitator.verifyFault : facilitator.fault;
      const reply = (text: string, status = 200) =>
        void response.writeHead(status, { "content-type": "application/json" }).end(text);
      if (fault?.kind === "slow") await sleep(fault.ms);
      if (!fault || fault.kind === "slow") return reply(await answer());
      if (fault.when === "after") await answer();
      if (fault.kind === "drop") return void response.destroy();
      if (fault.kind === "says") return reply(fault.body, fault.status);
    },
  });
  return Object.assign(facilitator, { url, close });
}
