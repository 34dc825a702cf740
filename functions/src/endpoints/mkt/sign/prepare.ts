import type { Asked, ContractSignature } from "../../../application/signing/contractSignature";
import { prepared } from "../../../application/signing/prepared";
import { dataToSign, textToSign } from "../../../application/signing/toSign";
import type { Services } from "../../../application/services";
import { refuse } from "../../../domain/errors";
import { resubmissionToSign } from "../../../application/signing/resubmissionToSign";
import { selectionToSign } from "../../../application/signing/selectionToSign";
import { endpoint, open, requests, requireShape, signedSubject, type Endpoint } from "../../../http/endpoint";
import { anyObject, object, oneOf } from "../../../schema/build";
import { Address } from "../../../schema/common";
import { ToSign } from "../../../schema/sign";

const PATH = "/mkt/sign/prepare";

/** What the contract needs signed beside the request itself, by path. */
export const CONTRACT_SIGNATURES: Readonly<
  Record<string, (asked: Asked, services: Services) => Promise<ContractSignature | null>>
> = {
  "/mkt/interest/resolve": selectionToSign,
  "/mkt/resubmit": resubmissionToSign,
};

/** Returns the exact text to sign for a request to one of these endpoints. They are passed in, since their list has this one, too. */
export function prepareEndpoint(signed: readonly Endpoint[]): Endpoint {
  const byPath = new Map(signed.map((one) => [one.path, one]));
  return endpoint({
    method: "POST",
    path: PATH,
    summary: "Get the exact text to sign for a signed request",
    description:
      "Nothing is stored and no key is sent. The body is checked as its endpoint would check it. If the contract needs a separate signature, " +
      "typedData comes first: sign it, put the signature into the named field of request, and prepare that as the body once more.",
    auth: open,
    reads: true,
    input: object({
      endpoint: { ...oneOf(...byPath.keys()), description: "The endpoint that the request is for." },
      wallet: Address,
      body: anyObject({ description: "The endpoint's own fields, without wallet, timestamp, nonce and signature." }),
    }),
    output: ToSign,
    errors: ["task_not_found", "forbidden_role", "state_conflict", "output_invalid"],
    rateLimit: requests(300),
    example: {
      endpoint: "/mkt/interest",
      wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      body: { contract: "agent-fast", taskId: "12", message: "I translate from Portuguese every day." },
    },

    handle: async ({ input: { endpoint: path, ...given }, nowMs, randomBytes, client }, services) => {
      const signable =
        byPath.get(path) ??
        refuse(
          "invalid_request",
          `${path} does not accept signed requests. Send it unsigned, or name a path that takes signatures.`,
        );
      requireShape(signable, given.body);
      const asked = { ...given, nowMs, randomBytes, client };
      const first = await CONTRACT_SIGNATURES[path]?.(asked, services);
      if (first) return dataToSign(PATH, first);
      signable.check?.(given.body);
      return textToSign(path, prepared(signedSubject(signable), asked, services));
    },
  });
}
