import { CONTRACT_SIGNATURES } from "../../application/signing/toSign";
import { dataToSign, prepared, textToSign } from "../../application/signing/prepared";
import { refuse } from "../../domain/errors";
import { endpoint, type Endpoint, open, requests, requireShape, signedSubject } from "../../http/endpoint";
import { anyObject, object, oneOf } from "../../schema/build";
import { Address } from "../../schema/common";
import { ToSign } from "../../schema/sign";

const PATH = "/mkt/sign/prepare";

/** Returns the exact text to sign for a request to one of these endpoints. They are passed in because their list also contains this endpoint. */
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
