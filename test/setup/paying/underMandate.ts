import { OFFER, type Agent, type Request } from "../agent";
import type { Reply } from "./buyer";
import type { Market } from "../market";
import { freshCaller } from "../payments";

interface Parties {
  buyer: Agent;
  owner: Agent;
  /** The header of the buyer's session. */
  session: { authorization: string };
}

/** The owner grants the buyer a mandate, under which it prepares a task; it must have accepted the owner. */
export async function postUnderMandate(
  market: Market,
  { buyer, owner, session }: Parties,
  counted: (endpoint: string, step: string, call: () => Promise<Reply>) => Promise<Reply>,
): Promise<void> {
  const now = Math.floor(market.nowMs() / 1_000);
  const mandate = {
    agent: buyer.wallet,
    owner: owner.wallet,
    steps: ["post"],
    maxPerTaskUsdc: "5",
    maxPerDayUsdc: "20",
    issuedAt: now,
    expiresAt: now + 3_600,
  };
  const grant = (signature: object) => () =>
    market.post("/mkt/mandate/grant", { ...mandate, ...signature }, freshCaller());
  const unsigned = await counted("POST /mkt/mandate/grant", "typed data", grant({}));
  const signature = await owner.signTyped(unsigned.json as unknown as Request);
  await counted("POST /mkt/mandate/grant", "signed", grant({ signature }));
  await counted("POST /agentCreateTaskSimple", "prepare, under a mandate", () =>
    buyer.call("/agentCreateTaskSimple", { ...OFFER, rewardUsdc: "5" }, session),
  );
  await counted("GET /mkt/mandate", "by the agent", () =>
    market.get("/mkt/mandate", { agent: buyer.wallet }, { ...session, ...freshCaller() }),
  );
}
