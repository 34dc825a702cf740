import { dashboardOf } from "../../../../functions/src/application/tasks/reading/dashboard";
import type { Services } from "../../../../functions/src/application/services";
import { ChainUnavailable } from "../../../../functions/src/ports/chain";
import { POSTER } from "../../../setup/tasks/histories";

const ESCROWS = { human: POSTER, "agent-fast": POSTER };
const NONE = { items: [], nextCursor: null };
const asked = { wallet: POSTER, limit: 20, cursor: null, nowMs: 0, isOwn: false, unreadSince: null, view: undefined };

/** A wallet with a credit on `agent-fast`, and how often the chain was asked for it. */
function credited({ posted = 0, started = 0, isDown = false }) {
  const chain = { asked: 0 };
  const balances = () => {
    chain.asked += 1;
    const escrows = { human: { creditUsdcUnits: 0n }, "agent-fast": { creditUsdcUnits: 1n } };
    return isDown ? Promise.reject(new ChainUnavailable("down")) : Promise.resolve({ escrows });
  };
  const services = {
    settings: { escrows: ESCROWS },
    counters: { of: () => Promise.resolve({ posted, started, interested: 0, completed: 0 }) },
    tasks: {
      waiting: () => Promise.resolve(NONE),
      page: () => Promise.resolve(NONE),
      getAll: () => Promise.resolve([]),
    },
    interests: { ofWorker: () => Promise.resolve(NONE) },
    resubmissions: { findAll: () => Promise.resolve([]) },
    escrow: { balances },
  } as unknown as Services;
  return { chain, services };
}

describe("W19: a credit in the waiting tab", () => {
  test.each([{ posted: 1 }, { started: 1 }])("asks the chain once for who took part: %j", async (counts) => {
    const { chain, services } = credited(counts);
    const { _nextAction: next } = await dashboardOf({ ...asked, tab: "waiting" }, services);
    expect([next?.endpoint, next?.body?.["contract"], chain.asked]).toEqual(["/agentWithdraw", "agent-fast", 1]);
  });

  test("asks the chain neither for other wallets, nor on later pages, nor in other tabs", async () => {
    const [stranger, poster] = [credited({}), credited({ posted: 1 })];
    const pages = [
      await dashboardOf({ ...asked, tab: "waiting" }, stranger.services),
      await dashboardOf({ ...asked, tab: "waiting", cursor: "1-human-1" }, poster.services),
      await dashboardOf({ ...asked, tab: "posted" }, poster.services),
    ];
    expect(pages.map(({ _nextAction: next }) => next)).toEqual([null, null, null]);
    expect([stranger.chain.asked, poster.chain.asked]).toEqual([0, 0]);
  });

  test("leaves the credit out, not the page, where nodes fail", async () => {
    const { chain, services } = credited({ posted: 1, isDown: true });
    const page = await dashboardOf({ ...asked, tab: "waiting" }, services);
    expect([page._nextAction, page.items, chain.asked]).toEqual([null, [], 1]);
  });
});
