import { forFile } from "../setup/forFile";
import { Market, named } from "../setup/market";
import { currentClient } from "./clients";
import { Novice } from "./novice";

const market = Market.forFile();
const client = forFile(() => currentClient(`${market.service.baseUrl}/mcp`));

const OFFER = {
  contract: "agent-fast",
  title: "Name the stone",
  description: "Say which stone it is.",
  category: "geology",
  tags: ["stones"],
  rewardUsdc: "4",
  stakeUsdc: "0.4",
  mode: "selection",
  privateDetails: { text: "It lies in the second drawer.", links: [] },
};

interface Task {
  taskId: string;
  contract: string;
  state: string;
  workflowStatus: string;
  _nextAction: { actor: string; endpoint: string; method: string; body?: Record<string, unknown> } | null;
}

it("two clients that know the tool list and how to sign bring a task from its offer to the returned stake", async () => {
  const poster = await Novice.meet(client, market.chain.wallet("payer"), {
    ...OFFER,
    decision: "approve",
    rating: 5,
    comment: "It is granite indeed.",
  });
  const worker = await Novice.meet(client, market.chain.wallet("payer2"), {
    contract: OFFER.contract,
    text: "It is granite.",
    links: [],
    rating: 4,
    comment: "A clear task.",
  });
  const before = await market.chain.usdcUnitsOf(market.address("payer2"));

  await poster.use(poster.find("creation of a task"));
  const { items } = (await worker.use(worker.find("open", "tasks"))) as { items: Task[] };
  const found = items.find((item) => (item as { title?: string }).title === OFFER.title);
  const key = { contract: found?.contract, taskId: found?.taskId };

  const seen: string[] = [];
  const parties = { worker, poster };
  for (let turn = 0; turn < 20; turn++) {
    let acted = false;
    for (const [role, party] of Object.entries(parties)) {
      const status = (await party.use(party.find("workflow status", "next action"), key)) as unknown as Task;
      if (seen.at(-1) !== status.workflowStatus) seen.push(status.workflowStatus);
      if (status._nextAction?.actor !== role) continue;
      await party.follow(status._nextAction);
      acted = true;
    }
    if (!acted) break;
  }

  expect(seen).toEqual([
    "open",
    "ready_to_stake",
    "in_progress",
    "awaiting_review",
    "approved_rate_to_claim",
    "settled",
  ]);
  expect(await market.chain.usdcUnitsOf(market.address("payer2"))).toBe(before + 4_000_000n);
  // Found out by what was missing: whom to choose. The decision is about the latest work if none is named.
  expect(poster.called).toEqual(expect.arrayContaining(["mktInterestResolve", "agentDecide"]));
});

it("a call that comes at the wrong time is told by _nextAction what comes instead", async () => {
  const key = named(await market.task("agent-fast", {}, { steps: ["start"] }));
  const refused = await client.call("agentCancelTask", { ...key, wallet: market.address("buyer") });
  expect(refused).toMatchObject({
    isError: true,
    json: {
      status: 409,
      code: "state_conflict",
      _nextAction: { actor: "worker", action: "submit", endpoint: "/agentSubmitWork", body: key },
    },
  });
});
