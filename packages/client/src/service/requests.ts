import { asSent } from "../canonical";
import type { SessionTerms } from "./challenge";
import { MktError } from "../errors";
import { SIGNED_CALLS } from "../generated/signed";
import type { Http } from "./http";
import { signIn, type OpenedSession } from "./signIn";
import { signedRequestText } from "../signing/signedRequest";
import { dataOf } from "./transport";
import type { Addresses, ContractName } from "../signing/trust";
import type { AgentWallet } from "../signing/wallet";

interface RequestParts {
  http: Http;
  wallet: () => AgentWallet;
  addresses: Addresses;
  /** The service's own URL. */
  origin: string;
  /** Whether permits are signed instead of approvals. */
  permits: boolean;
  nowMs: () => number;
  newNonce: () => string;
}

type Headers = Record<string, string>;

/** How long before its end a session counts as over. */
const MARGIN_MS = 60_000;

/** The ways to act for a wallet: a signature for one request, or a session for a day. */
export class Requests {
  private session: Promise<OpenedSession> | undefined;

  constructor(private readonly parts: RequestParts) {}

  get permits(): boolean {
    return this.parts.permits;
  }

  /** The address of a deployment. */
  async escrow(contract: ContractName): Promise<string> {
    const { addresses, http, wallet } = this.parts;
    const escrows = await addresses.escrowsFrom(async () => {
      const info = dataOf(await http.api.POST("/agentWalletInfo", { body: { wallet: await wallet().address() } }));
      return { human: info.escrows.human.contractAddress, "agent-fast": info.escrows["agent-fast"].contractAddress };
    });
    return escrows[contract];
  }

  /** The address of the service's judge; null if it has none. */
  judge(): Promise<string | null> {
    const { addresses, http } = this.parts;
    return addresses.judgeFrom(async () => dataOf(await http.api.GET("/mkt/about")).judge);
  }

  /** The body of a signed request, complete: its text is written here, from the body that is sent, and signed (EIP-191). */
  async sign(path: string, body: object, purpose = `Sign the request to ${path}`): Promise<Record<string, unknown>> {
    const { wallet, addresses, nowMs, newNonce } = this.parts;
    const sent = asSent(body) as Record<string, unknown>;
    const contract = sent["contract"];
    const address = await wallet().address();
    const [timestamp, nonce] = [Math.floor(nowMs() / 1000), newNonce()];
    const escrow = SIGNED_CALLS[path] === true ? await this.escrow((contract ?? "human") as ContractName) : null;
    const text = signedRequestText({
      path,
      body: sent,
      wallet: address,
      chainId: addresses.chainId,
      contract: escrow,
      timestamp,
      nonce,
    });
    const signature = await wallet().signMessage(text, purpose);
    return { ...sent, wallet: address, timestamp, nonce, signature };
  }

  /** Signs a request and sends it; `purpose` says in words what is signed. */
  async signed<T>(
    path: string,
    body: object,
    { signal, purpose }: { signal?: AbortSignal | undefined; purpose?: string } = {},
  ): Promise<T> {
    return this.parts.http.post<T>(path, await this.sign(path, body, purpose), { signal });
  }

  /** The same, but returns refusals as well. */
  async signedResponse(path: string, body: object): Promise<Response> {
    return this.parts.http.send(path, await this.sign(path, body));
  }

  /** Sends an unauthenticated request. */
  async open<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
    try {
      return await this.parts.http.post<T>(path, body, { signal });
    } catch (error) {
      if (!(error instanceof MktError && error.code === "session_required")) throw error;
      // The wallet is under a mandate.
      return this.parts.http.post<T>(path, body, { signal, headers: await this.sessionHeader() });
    }
  }

  /** Confirms a transaction: the `/agent…` calls unsigned, the others with a new signature. */
  async confirm<T>(path: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<T> {
    return path.startsWith("/mkt/")
      ? this.signed<T>(path, { view: "full", ...body }, { signal })
      : this.open<T>(path, { action: "confirm", view: "full", ...body }, signal);
  }

  /** The header of a live session; signs in where there is none, after checking the challenge. */
  async sessionHeader(): Promise<Headers> {
    const known = await this.session?.catch(() => undefined);
    if (!known || Date.parse(known.expiresAt) - MARGIN_MS < this.parts.nowMs()) this.session = this.signIn();
    const { agentSessionToken } = await (this.session ?? this.signIn());
    return { authorization: `Bearer ${agentSessionToken}` };
  }

  /** Signs in again at the next call: the session has ended elsewhere. */
  forgetSession(): void {
    this.session = undefined;
  }

  /** Ends the session, if there is one. */
  async signOut(): Promise<void> {
    const known = await this.session?.catch(() => undefined);
    this.session = undefined;
    if (!known) return;
    const headers = { authorization: `Bearer ${known.agentSessionToken}` };
    await this.parts.http.post("/mktAgentRevokeSession", {}, { headers });
  }

  /** Opens a session, by default one for a day with the scope `act`. */
  async signIn(asked?: SessionTerms): Promise<OpenedSession> {
    const { parts } = this;
    const wallet = parts.wallet();
    const { chainId } = parts.addresses;
    const signMessage = wallet.signMessage.bind(wallet);
    return signIn({ ...parts, chainId, wallet: await wallet.address(), signMessage }, asked);
  }
}
