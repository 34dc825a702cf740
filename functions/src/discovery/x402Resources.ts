import { operationsOf, type Endpoints } from "../catalogue/operations";
import { DOCUMENTS } from "../catalogue/documents";
import { chainOf, noticeOn } from "../domain/chains";
import type { Parts } from "../http/route";

/**
 * What is for sale, for x402 crawlers: `resources` lists the URLs, `items` the current offer of each as in its quote,
 * in the format of x402 discovery lists.
 */
export function x402Resources(endpoints: Endpoints, parts: Parts): object {
  const { baseUrl, chainId } = parts.settings;
  const items = operationsOf(endpoints).flatMap(({ endpoint }) => {
    const { path, method, auth } = endpoint;
    if (auth.kind !== "paid") return [];
    const { headers } = parts.openSale(endpoint, auth.label, () => undefined).quote(null);
    const { x402Version, accepts, resource, extensions } = decode(headers["PAYMENT-REQUIRED"]);
    const { url, description, serviceName, tags, iconUrl } = resource;
    // Signed offers and sign-in challenges are of one quote.
    const { "offer-receipt": _offers, "sign-in-with-x": _challenge, ...lasting } = extensions ?? {};
    return [
      {
        resource: url,
        type: "http",
        method,
        path,
        x402Version,
        description,
        serviceName,
        tags,
        iconUrl,
        accepts: accepts.map(known),
        ...(extensions && { extensions: lasting }),
      },
    ];
  });
  return {
    version: 1,
    x402Version: 2,
    resources: items.map(({ resource }) => resource),
    items,
    instructions: `${noticeOn(chainOf(chainId))}Everything else is documented in ${baseUrl}${DOCUMENTS.openapiRoot.path} and ${baseUrl}${DOCUMENTS.guide.path}.`,
  };
}

interface PaymentRequired {
  x402Version: number;
  accepts: { extra: Record<string, unknown> }[];
  resource: { url: string; description: string; serviceName: string; tags: string[]; iconUrl: string };
  extensions?: Record<string, unknown>;
}

/** An offer without the secret of a quote. */
function known({ extra: { quote: _secret, ...extra }, ...offer }: PaymentRequired["accepts"][number]): object {
  return { ...offer, extra };
}

function decode(header = ""): PaymentRequired {
  return JSON.parse(Buffer.from(header, "base64").toString()) as PaymentRequired;
}
