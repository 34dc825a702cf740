import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  isEIP712SignedReceipt,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
  type EIP712SignedOffer,
} from "@x402/extensions/offer-receipt";
import { sanitizeResourceServiceMetadata } from "@x402/extensions/bazaar";
import { wrapFetchWithPayment } from "@x402/fetch";
import { SigningKey } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { LIVE } from "../../functions/src/catalogue/documents";
import { digestSigner } from "../../functions/src/adapters/ethers/signDigest";
import { keccak256, type Hex } from "../../functions/src/domain/keccak";
import { devWallets } from "../../dev/local/wallets";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { Buyer } from "../setup/paying/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";

const { payer, stranger } = devWallets();
const stage = SettlingStage.forFile({
  answers: new CountedAnswers(),
  settingsOn: () => ({ RECEIPT_KEY: stranger.privateKey }),
});

const question = { query: "What do people say about signed receipts?" };
const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) };

async function quoted(url = stage.url): Promise<PaymentRequired> {
  const { headers } = await fetch(url, request);
  return decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
}

/** An unmodified client of the makers' packages. */
async function bought(url = stage.url): Promise<Response> {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: privateKeyToAccount(payer.privateKey as Hex) });
  return wrapFetchWithPayment(fetch, client)(url, request);
}

describe("offers", () => {
  it("Q1: are signed for each way to pay, and verify with their makers' package", async () => {
    const required = await quoted();
    const offers = extractOffersFromPaymentRequired(required);
    expect(offers).toHaveLength(required.accepts.length);
    for (const offer of offers) {
      const { signer, payload } = await verifyOfferSignatureEIP712(offer as EIP712SignedOffer);
      expect(signer).toBe(stranger.address);
      expect(payload).toMatchObject({ resourceUrl: required.resource?.url, scheme: "exact", network: "eip155:8453" });
      expect(findAcceptsObjectFromSignedOffer(offer, required.accepts)).toBe(required.accepts[0]);
    }
  });

  it("Q2: expire no later than their quote, and are signed once for the quotes of ten seconds", async () => {
    const now = Date.now() / 1000;
    const required = await Promise.all(Array.from({ length: 10 }, () => quoted()));
    const decoded = required.flatMap((one) => decodeSignedOffers(extractOffersFromPaymentRequired(one)));
    for (const { validUntil } of decoded) {
      expect(validUntil).toBeGreaterThan(now + 900 - 11);
      expect(validUntil).toBeLessThanOrEqual(Date.now() / 1000 + 900);
    }
    expect(new Set(decoded.map(({ signedOffer }) => signedOffer.signature)).size).toBeLessThanOrEqual(2);
  });

  it("Q3: come from the key that the site's DID document names", async () => {
    const document = (await (await fetch(`${stage.service.baseUrl}${LIVE.did.path}`)).json()) as {
      id: string;
      verificationMethod: { id: string; blockchainAccountId: string }[];
      assertionMethod: string[];
    };
    expect(document.id).toBe("did:web:127.0.0.1%3A5000");
    const [method] = document.verificationMethod;
    expect(method?.blockchainAccountId).toBe(`eip155:8453:${stranger.address}`);
    expect(document.assertionMethod).toEqual([method?.id]);
  });

  it("Q4: are left out where no key is set, and no DID is published", async () => {
    const url = await stage.another({ RECEIPT_KEY: "none" });
    const required = await quoted(url);
    expect(required.extensions).not.toHaveProperty("offer-receipt");
    expect((await fetch(`${new URL(url).origin}${LIVE.did.path}`)).status).toBe(404);
  });
});

describe("receipts", () => {
  it("Q5: of a signed payment verify with their makers' package, match its offer, and are the same in a replay", async () => {
    const [offer] = decodeSignedOffers(extractOffersFromPaymentRequired(await quoted()));
    if (!offer) throw new Error("no offer");
    const sent: Request[] = [];
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: privateKeyToAccount(payer.privateKey as Hex) });
    const listening: typeof fetch = (input, init) => {
      const one = new Request(input, init);
      sent.push(one.clone());
      return fetch(one);
    };
    const response = await wrapFetchWithPayment(listening, client)(stage.url, request);
    const receipt = extractReceiptFromResponse(response);
    if (!receipt || !isEIP712SignedReceipt(receipt)) throw new Error("no receipt");
    const { signer, payload } = await verifyReceiptSignatureEIP712(receipt);
    const { transaction } = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
    expect([signer, payload]).toEqual([
      stranger.address,
      expect.objectContaining({ payer: payer.address, transaction }),
    ]);
    expect(verifyReceiptMatchesOffer(receipt, offer, [payer.address])).toBe(true);
    const paying = sent.at(-1);
    expect(paying?.headers.has("payment-signature")).toBe(true);
    expect(extractReceiptFromResponse(await fetch(paying as Request))).toEqual(receipt);
  });

  it("Q6: of a transaction that the buyer sent itself verify too", async () => {
    const buyer = new Buyer(stage.url, stage.chain);
    const quote = await buyer.quote(question);
    const { headers } = await buyer.redeem(quote, await buyer.payMarked(quote), question);
    const receipt = extractReceiptFromResponse(new Response(null, { headers }));
    if (!receipt || !isEIP712SignedReceipt(receipt)) throw new Error("no receipt");
    expect((await verifyReceiptSignatureEIP712(receipt)).signer).toBe(stranger.address);
  });

  it("Q7: say nothing but the resource, the payer, the network, the time and the transaction", async () => {
    const receipt = extractReceiptFromResponse(await bought());
    expect(Object.keys((receipt as { payload: object }).payload).sort()).toEqual([
      "issuedAt",
      "network",
      "payer",
      "resourceUrl",
      "transaction",
      "version",
    ]);
  });
});

it("Q8: signs as ethers does", () => {
  const key = stranger.privateKey as Hex;
  for (let at = 0; at < 20; at++) {
    const digest = keccak256(`digest ${at}`);
    expect(digestSigner(key)(digest)).toBe(new SigningKey(key).sign(digest).serialized);
  }
});

it("Q9: the resource carries its service's name, tags and icon, which its makers' package keeps whole", async () => {
  const probe = await fetch(stage.url, { ...request, body: "{}" });
  const { resource } = PaymentRequiredV2Schema.parse(
    decodePaymentRequiredHeader(probe.headers.get("payment-required") ?? ""),
  );
  expect(resource).toMatchObject({
    serviceName: "mkt",
    tags: expect.any(Array),
    iconUrl: expect.stringContaining("/icon.svg"),
  });
  const { serviceName, tags, iconUrl } = { ...resource } as Record<string, unknown>;
  const live = { serviceName, tags, iconUrl: "https://mkt.example/icon.svg" };
  expect(sanitizeResourceServiceMetadata({ url: "https://mkt.example/", ...live } as never)).toEqual(live);
  expect(iconUrl).toBe("http://127.0.0.1:5000/icon.svg");
});
