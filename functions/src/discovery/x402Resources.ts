import { operationsOf, type Endpoints } from "../docs/operations";
import { DOCUMENTS } from "../docs/documents";
import { makeOffer } from "../domain/payment/quote";
import type { Settings } from "../settings";

/**
 * What can be bought here, as crawlers of x402 read it: `resources` lists the addresses, `items` what
 * each costs, in the shape of x402's discovery lists. A quote promises a price; this only tells it.
 */
export function x402Resources(endpoints: Endpoints, settings: Settings): object {
  const items = operationsOf(endpoints).flatMap(({ endpoint: { path, method, auth, summary } }) => {
    if (auth.kind !== "paid") return [];
    const terms = {
      baseUrl: settings.baseUrl, chainId: settings.chainId, recipient: settings.paymentRecipient, tokens: settings.paymentTokens,
      priceUsdcUnits: settings.priceUsdcUnits, ttlSeconds: settings.quoteTtlSeconds, keys: settings.quoteKeys,
    };
    const { headers } = makeOffer({ endpoint: path, label: auth.label, description: summary }, terms);
    const { x402Version, accepts, resource, extensions } = decode(headers["PAYMENT-REQUIRED"]);
    return [{ resource: `${settings.baseUrl}${path}`, type: "http", method, x402Version, description: resource["description"], accepts, ...(extensions && { extensions }) }];
  });
  return {
    version: 1,
    x402Version: 2,
    resources: items.map(({ resource }) => resource),
    items,
    instructions: `Everything else stands in ${settings.baseUrl}${DOCUMENTS.openapiRoot.path} and ${settings.baseUrl}${DOCUMENTS.guide.path}.`,
  };
}

interface PaymentRequired {
  x402Version: number;
  accepts: object[];
  resource: Record<string, unknown>;
  extensions?: object;
}

function decode(header = ""): PaymentRequired {
  return JSON.parse(Buffer.from(header, "base64").toString()) as PaymentRequired;
}
