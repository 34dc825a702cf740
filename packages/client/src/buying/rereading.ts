import { headerOf, headerValue, memberOf } from "../base64";
import { checkChallenge } from "../service/challenge";
import { MktError, UntrustedError } from "../errors";
import { jsonOf, type Http } from "../service/http";
import type { AnswerOf, PaidPath } from "./purchases";
import { problemOf } from "../service/transport";
import type { Addresses } from "../signing/trust";
import type { AgentWallet } from "../signing/wallet";

interface RereadingParts {
  http: Http;
  wallet: () => AgentWallet;
  addresses: Addresses;
  /** The service's own URL. */
  origin: string;
  nowMs: () => number;
}

/** The fields of a challenge, which its text is made of; statement and expiry may be absent. */
const FIELDS = ["domain", "uri", "version", "statement", "nonce", "issuedAt", "expirationTime"] as const;

/**
 * An answer that this wallet bought, read again without its payment, by a signature under a quote's challenge (x402
 * extension `sign-in-with-x`). Throws `not_bought` where there is none.
 */
export async function answerAgain<P extends PaidPath>(
  { http, wallet, addresses, origin, nowMs }: RereadingParts,
  path: P,
  question: object,
  signal?: AbortSignal,
): Promise<AnswerOf<P>> {
  const quote = await http.send(path, question, { signal });
  const required = headerValue(quote.headers.get("payment-required"));
  const info = ["extensions", "sign-in-with-x", "info"].reduce(memberOf, required);
  if (info === undefined) {
    if (quote.status !== 402) throw problemOf(quote, await jsonOf(quote));
    throw new MktError("not_offered", "This service does not return answers again for a wallet's signature.");
  }
  const given = FIELDS.map((name) => [name, memberOf(info, name)] as const);
  const said = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value as string)]])),
  );
  const { chainId } = addresses;
  const address = await wallet().address();
  const message = textOf(said, address, chainId);
  const nonce = said["nonce"] ?? "";
  checkChallenge(message, { origin, chainId, wallet: address, nonce, nowMs: nowMs(), mayOmitExpiry: true });
  if (said["uri"] !== `${new URL(origin).origin}${path}`)
    throw new UntrustedError(`The challenge is for ${said["uri"]}, not for ${path}.`);
  const signature = await wallet().signMessage(message, `Read an answer of ${path} again`);
  const proof = { ...said, address, chainId: `eip155:${chainId}`, type: "eip191", signature };
  const response = await http.send(path, question, { signal, headers: { "sign-in-with-x": headerOf(proof) } });
  const body = await jsonOf(response);
  if (response.ok && body !== null) return body as AnswerOf<P>;
  if (response.status === 402)
    throw new MktError("not_bought", "This wallet has bought no answer to exactly this question.");
  throw problemOf(response, body);
}

/** EIP-4361. */
function textOf(said: Record<string, string>, address: string, chainId: number): string {
  const { domain, uri, version, statement, nonce, issuedAt, expirationTime } = said;
  const stated = statement === undefined ? "" : `${statement}\n`;
  const ends = expirationTime === undefined ? "" : `\nExpiration Time: ${expirationTime}`;
  return `${domain} wants you to sign in with your Ethereum account:\n${address}\n\n${stated}\nURI: ${uri}\nVersion: ${version}\nChain ID: ${chainId}\nNonce: ${nonce}\nIssued At: ${issuedAt}${ends}`;
}
