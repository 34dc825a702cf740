import type { Allowance } from "../journal/allowance";
import { UntrustedError } from "../errors";
import type { components } from "../generated/openapi";
import type { Api } from "../service/http";
import { usdcUnits } from "../money";
import type { Requests } from "../service/requests";
import { dataOf } from "../service/transport";
import { mandate, STEP_KINDS, type StepKind } from "../signing/typedData";
import type { AgentWallet } from "../signing/wallet";

export type Mandate = components["schemas"]["Mandate"];

/** What an owner allows its agent. */
export interface GivenMandate {
  steps: readonly StepKind[];
  maxPerTaskUsdc: string;
  maxPerDayUsdc: string;
  /** How long it lasts from now, in seconds; at most 366 days. */
  expiresIn: number;
}

/** How far the service's clock may be from this one. */
const MAX_SKEW_SECONDS = 600;

interface MandateParts {
  api: Api;
  requests: Requests;
  wallet: () => AgentWallet;
  chainId: number;
  /** The service's own URL. */
  origin: string;
  nowMs: () => number;
}

/** Mandates: what an owner's wallet allows its agent's wallet to do through the service. */
export class Mandates {
  constructor(private readonly parts: MandateParts) {}

  /** The mandate of an agent; without one, the wallet's own and those that it granted. Terms are for the two wallets only. */
  async show(agent?: string) {
    const { api, requests } = this.parts;
    const query = agent === undefined ? {} : { agent };
    return dataOf(await api.GET("/mkt/mandate", { params: { query }, headers: await requests.sessionHeader() }));
  }

  /** Whether a wallet is under a mandate; public. */
  async isBound(agent: string): Promise<boolean> {
    return dataOf(await this.parts.api.GET("/mkt/mandate", { params: { query: { agent } } })).isBound;
  }

  /** What the mandate of a wallet allows now; null without a mandate that binds it. For the agent and its owner. */
  async allowance(agent: string): Promise<Allowance | null> {
    const { mandate: found, isBound } = await this.show(agent);
    if (!isBound || !found) return null;
    const { terms, status, leftTodayUsdc, dayEndsAt } = found;
    const mayBuy = status === "active" && terms?.steps.includes("buy") === true;
    return {
      noPurchases: mayBuy
        ? null
        : `the wallet's mandate ${status === "active" ? "does not allow purchases" : `is ${status}`}.`,
      perCallUnits: usdcUnits(terms?.maxPerTaskUsdc ?? "0"),
      leftTodayUnits: usdcUnits(leftTodayUsdc ?? "0"),
      dayEndsAt,
    };
  }

  /** As the agent: names the owner. Once a mandate was granted, only the owner can undo this. */
  accept(owner: string): Promise<Mandate> {
    return this.change({ action: "accept", owner }, `Name ${owner} as the owner who may grant you a mandate`);
  }

  /** As the owner: grants a mandate in place of the one before. The signed data is built here: only its time of issue is the service's. */
  async grant(agent: string, { expiresIn, ...terms }: GivenMandate): Promise<Mandate> {
    const { api, wallet, chainId, origin, nowMs } = this.parts;
    const owner = await wallet().address();
    const now = Math.floor(nowMs() / 1_000);
    const steps = STEP_KINDS.filter((kind) => terms.steps.includes(kind));
    const asked = { agent, owner, ...terms, steps, expiresAt: now + expiresIn };
    const { typedData: offered } = dataOf(await api.POST("/mkt/mandate/grant", { body: asked }));
    const issuedAt = Number((offered?.message as { issuedAt?: unknown } | undefined)?.issuedAt);
    if (!(Math.abs(issuedAt - now) <= MAX_SKEW_SECONDS))
      throw new UntrustedError("The service's time of issue is not current.");
    const limits = { ...terms, issuedAt, expiresAt: asked.expiresAt };
    const { maxPerTaskUsdc, maxPerDayUsdc, expiresAt } = limits;
    const typedData = mandate(
      { chainId, service: origin },
      {
        agent,
        owner,
        steps,
        maxPerTaskUsdcUnits: usdcUnits(maxPerTaskUsdc),
        maxPerDayUsdcUnits: usdcUnits(maxPerDayUsdc),
        issuedAt,
        expiresAt,
      },
    );
    const signature = await wallet().signTypedData(typedData, `Grant a mandate to ${agent}`);
    const body = { agent, owner, ...limits, steps, signature };
    const granted = dataOf(await api.POST("/mkt/mandate/grant", { body }));
    return granted.mandate as Mandate;
  }

  /** As the owner: the agent may do nothing that a mandate covers, until another is granted. */
  end(agent: string): Promise<Mandate> {
    return this.change({ action: "end", agent }, `End the mandate of ${agent}`);
  }

  /** As the owner: the agent is as free as without a mandate. */
  release(agent: string): Promise<Mandate> {
    return this.change({ action: "release", agent }, `Release ${agent} from its mandate`);
  }

  private async change(body: object, purpose: string): Promise<Mandate> {
    return (await this.parts.requests.signed<{ mandate: Mandate }>("/mkt/mandate", body, { purpose })).mandate;
  }
}
