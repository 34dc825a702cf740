import { checkChallenge, type SessionTerms } from "./challenge";
import type { components } from "../generated/openapi";
import type { Http } from "./http";
import { dataOf } from "./transport";

/** A session and its token, which is shown only now. */
export interface OpenedSession {
  agentSessionToken: string;
  id: string;
  scope: SessionTerms["scope"];
  expiresAt: components["schemas"]["Time"];
}

interface SignInParts {
  http: Http;
  /** The service's own URL. */
  origin: string;
  chainId: number;
  /** EIP-55. */
  wallet: string;
  signMessage: (message: string, purpose: string) => Promise<string>;
  nowMs: () => number;
}

/** Opens a session by one signature, by default one for a day with the scope `act`, after checking the challenge. */
export async function signIn(
  { http, origin, chainId, wallet, signMessage, nowMs }: SignInParts,
  asked?: SessionTerms,
): Promise<OpenedSession> {
  const { message, nonce } = dataOf(
    await http.api.POST("/mktAgentSessionChallenge", { body: { wallet, chainId, ...asked } }),
  );
  checkChallenge(message, { origin, chainId, wallet, nonce, nowMs: nowMs(), ...(asked && { asked }) });
  const signature = await signMessage(message, `Sign in to ${origin}`);
  return http.post<OpenedSession>("/mktAgentSession", { message, signature });
}
