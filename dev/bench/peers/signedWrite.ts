import { verifyMessage } from "ethers";
import { onRequest } from "firebase-functions/v2/https";
import { reputation } from "../../../functions/src/domain/reputation/reputation";
import { mktProfile } from "../../../functions/src/endpoints/mkt/profiles";
import { openGateway } from "../../../functions/src/http/gateway";
import type { Services } from "../../../functions/src/application/services";
import type { Parts } from "../../../functions/src/http/route";
import { serve } from "../../../functions/src/http/serve";
import type { Nonces, Signatures } from "../../../functions/src/ports/authentication";
import type { Profiles } from "../../../functions/src/ports/profiles";
import { readSettings } from "../../../functions/src/settings/read";
import { wire } from "../../../functions/src/entry/wire";

// POST /mkt/profile as it is deployed, and the same with ethers.verifyMessage in the place of the verification (VERIFIER=ethers),
// or with a store that answers from memory (STORE=memory), so that nothing but the service's own work is left.

const ethersSignatures: Signatures = {
  verifyMessage: async (wallet, text, signature) => (verifyMessage(text, signature) === wallet ? "valid" : "invalid"),
  isByOwnKey: () => Promise.reject(new Error("every signature here is good")),
  verifyDigest: () => Promise.reject(new Error("no request to this endpoint has typed data")),
  forContract: () => Promise.reject(new Error("no request to this endpoint has a signature for a contract")),
};

/** Every nonce is new to it, so that a bench may send the same requests again. */
const forgetfulNonces: Nonces = {
  find: async () => ({ outcome: "fresh" }),
  spend: async () => true,
};

const NONE = reputation(new Map());

function memoryProfiles(): Profiles {
  const known = new Map<string, Parameters<Profiles["put"]>[0]>();
  return {
    put: async (one) => known.set(one.address, one).has(one.address),
    getAll: async (addresses) =>
      addresses.map((address) => ({
        ...(known.get(address) ?? { address, displayName: null, avatarSeed: null }),
        reputation: NONE,
      })),
    legalName: async () => null,
    reputation: async () => NONE,
  };
}

function partsOf(env: NodeJS.ProcessEnv): Parts {
  const parts: Parts = wire(readSettings(env));
  // The services' getters build what they give, so that they are not to be copied.
  const inMemory = Object.create(parts.services, { profiles: { value: memoryProfiles() } }) as Services;
  return {
    ...parts,
    ...(env["VERIFIER"] === "ethers" && { signatures: () => ethersSignatures }),
    ...(env["STORE"] === "memory" && { nonces: () => forgetfulNonces, services: inMemory }),
  };
}

openGateway(() => parts.settings.baseUrl);
const parts = partsOf(process.env);

const answer = serve([mktProfile], parts);

/** A GET tells the processor time that this process has used. */
export const signedWrite = onRequest({ invoker: "public" }, (request, response) =>
  request.method === "GET" ? void response.json(process.cpuUsage()) : answer(request, response),
);
