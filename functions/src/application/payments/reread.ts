import { toAddress, type Address as WalletAddress } from "../../domain/address";
import { refuse } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { requireSignatureFormat, requireValidSignature } from "../../domain/messages/signedRequest";
import { bodyDigest, resourceUrl, type Offer } from "../../domain/payment/quote";
import { signInMessage, type SignInProof, type SignInTerms } from "../../domain/payment/signIn";
import { sha256 } from "../../domain/sha256";
import type { Nonces, Signatures } from "../../ports/authentication";
import type { Payments } from "../../ports/payments";
import { object, string, type Static } from "../../schema/build";
import { Address } from "../../schema/common";
import { requireValid } from "../../schema/validate";
import type { Compute } from "../sale";
import type { Finished, Resuming } from "./resume";

export interface RereadingParts {
  payments: () => Payments;
  signatures: () => Signatures;
  nonces: () => Nonces;
  nowMs: () => number;
}

/** The fields of the header that are needed; the others repeat the challenge, and the text is made without them. */
const RereadProof = object({
  address: Address,
  nonce: string({ pattern: "^[0-9a-f]{32}$" }),
  issuedAt: string({ maxLength: 30 }),
  signature: string({ maxLength: 2 + 2 * 16_384 }),
});

const AGAIN = "Request a new quote, and sign its challenge.";

/** The most unfinished purchases of one wallet for one question that a request reads. */
const MAX_UNFINISHED = 3;

/** From a wallet's signature under a quote's challenge to an answer that this wallet has bought. */
export class Rereading {
  private readonly terms: SignInTerms;

  constructor(
    private readonly offer: Offer,
    private readonly resuming: Resuming,
    private readonly parts: RereadingParts,
  ) {
    const { product, terms } = offer;
    this.terms = { resourceUrl: resourceUrl(terms.baseUrl, product), chainId: terms.chainId, keys: terms.keys };
  }

  /**
   * The newest answer that the wallet bought for this body, finished first where its payment or its computation is not. A
   * challenge is good for one answer. Refuses `tx_not_confirmed` while a payment may be taken, and `payment_required`,
   * with a new quote, where the wallet has paid nothing. One read and one write where there is an answer.
   *
   * @param body the valid body without payment fields
   */
  async read(proof: unknown, body: object | null, compute: Compute): Promise<string> {
    if (body === null) refuse("invalid_request", "Send the question whose answer you want to read again.");
    const { address, signature, nonce, issuedAt } = fieldsOf(proof);
    const wallet = toAddress(address);
    if (!wallet) return refuse("invalid_request", "The address is invalid. Send 0x and 40 hex digits.");
    requireSignatureFormat(signature, "/signature");
    const text = this.signedText({ address: wallet, nonce, issuedAt });
    requireValidSignature(
      await this.parts.signatures().verifyMessage(wallet, text, signature),
      `The signature must be the wallet's over the challenge of a quote of this endpoint (EIP-4361). ${AGAIN}`,
    );
    const digest = bodyDigest(body);
    const bought = await this.bought(wallet, digest, compute);
    if (bought === null)
      return refuse("payment_required", "This wallet has bought no answer to this question. Pay the quoted price.");
    const use = { wallet, nonce: `siwx-${nonce}`, digest, signatureDigest: sha256(signature) };
    if (!(await this.parts.nonces().spend(use, null, { writes: [] }, this.parts.nowMs())))
      refuse("nonce_used", `This challenge has been used. ${AGAIN}`);
    return bought.body;
  }

  private async bought(wallet: WalletAddress, digest: Hex, compute: Compute): Promise<Finished | null> {
    const { endpoint } = this.offer.product;
    for (const purchase of await this.parts.payments().bought(wallet, endpoint, digest, MAX_UNFINISHED)) {
      const finished = await this.resuming.resume(purchase, true, compute);
      if (finished) return finished;
    }
    return null;
  }

  private signedText(proof: SignInProof): string {
    const message = signInMessage(proof, this.terms, this.nowSeconds());
    if (message === "expired") refuse("signature_expired", `The challenge is older than five minutes. ${AGAIN}`);
    if (message === "unknown") refuse("signature_invalid", `This is not a challenge of this endpoint. ${AGAIN}`);
    return message.text;
  }

  private nowSeconds(): number {
    return Math.floor(this.parts.nowMs() / 1000);
  }
}

function fieldsOf(header: unknown): Static<typeof RereadProof> {
  const sent = typeof header === "object" && header !== null ? (header as Record<string, unknown>) : {};
  const { address, nonce, issuedAt, signature } = sent;
  const proof = { address, nonce, issuedAt, signature };
  requireValid(RereadProof, proof);
  return proof as Static<typeof RereadProof>;
}
