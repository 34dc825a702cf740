import { formatUsdc, parseUsdc } from "../../../functions/src/domain/money";
import type { EdgeId } from "../../../functions/src/domain/workflow/edges";
import type { Role } from "../../../dev/local/wallets";
import { postAll } from "../../setup/bookkeeping";
import { partsOver, runToEnd } from "../../setup/projected";
import { Agent } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA, named } from "../../setup/market";

const PATH = "/mkt/accounting";
const SAFE_DEPTH = 2;
const DAY_SECONDS = 86_400;

const { db } = testFirestore();
const count = countFirestore(db);

const LIVES: { contract: "human" | "agent-fast"; steps: EdgeId[] }[] = [
  { contract: "human", steps: ["start", "submit", "approve", "rateAndClaim"] },
  { contract: "agent-fast", steps: ["cancel"] },
  { contract: "human", steps: ["start", "expireWork"] },
  { contract: "agent-fast", steps: ["start", "submit", "reject", "concede"] },
];

async function settle(): Promise<void> {
  await market.chain.mine(2 * SAFE_DEPTH);
  await runToEnd(partsOver(db, market.stage.escrow));
  await postAll(db);
}

const market = Market.forFile(db, {}, { safeDepth: SAFE_DEPTH });
beforeAll(async () => {
  for (const { contract, steps } of LIVES) await market.task(contract, {}, { steps });
  await market.followChain();
  await settle();
});

interface Row {
  wallet?: string;
  movedAt: string;
  settledAt: string | null;
  contract: string | null;
  role: string;
  type: string;
  direction: "in" | "out";
  grossUsdc: string;
  feeUsdc: string;
  netUsdc: string;
  blockNumber: number;
  logIndex: number;
}
type Sums = Record<"inUsdc" | "outUsdc" | "netUsdc", string>;
interface Statement {
  wallet: string;
  totals: { type: string; direction: string; rows: number; grossUsdc: string; feeUsdc: string; netUsdc: string }[];
  netUsdc: string;
  months: ({ month: string; rows: number; settled: Sums } & Sums)[];
  items: Row[];
  nextCursor: string | null;
}

const units = (usdc: string) => (usdc.startsWith("-") ? -(parseUsdc(usdc.slice(1)) ?? 0n) : (parseUsdc(usdc) ?? 0n));
const told = ({ status, text, json }: Reply): Statement => {
  if (status !== 200) throw new Error(text);
  return json as unknown as Statement;
};
const statement = async (role: Role, filters: Record<string, unknown> = {}) =>
  told(await market.call(PATH, role, { limit: 100, ...filters }));

/** What a reader works out from the rows alone. */
function recomputed(rows: readonly Row[]) {
  const totals = new Map<string, { rows: number; gross: bigint; fee: bigint; net: bigint }>();
  let net = 0n;
  for (const { type, direction, grossUsdc, feeUsdc, netUsdc } of rows) {
    const sum = totals.get(`${type} ${direction}`) ?? { rows: 0, gross: 0n, fee: 0n, net: 0n };
    totals.set(`${type} ${direction}`, {
      rows: sum.rows + 1,
      gross: sum.gross + units(grossUsdc),
      fee: sum.fee + units(feeUsdc),
      net: sum.net + units(netUsdc),
    });
    net += units(netUsdc);
  }
  return { totals: Object.fromEntries(totals), net };
}

function expectRecomputable({ totals, netUsdc, months, items }: Statement): void {
  const said = totals.map(
    ({ type, direction, rows, ...sums }) =>
      [
        `${type} ${direction}`,
        { rows, gross: units(sums.grossUsdc), fee: units(sums.feeUsdc), net: units(sums.netUsdc) },
      ] as const,
  );
  expect({ totals: Object.fromEntries(said), net: units(netUsdc) }).toEqual(recomputed(items));
  const named = [...new Set(items.map(({ movedAt }) => movedAt.slice(0, 7)))].sort();
  expect(months).toEqual(
    named.map((month) => {
      const own = items.filter(({ movedAt }) => movedAt.startsWith(month));
      const sum = (way: string) =>
        own.reduce((net, row) => (row.direction === way ? net + units(row.netUsdc) : net), 0n);
      return { month, rows: own.length, ...shown(sum("in"), -sum("out")), settled: settledIn(own) };
    }),
  );
}

const shown = (came: bigint, went: bigint): Sums => ({
  inUsdc: formatUsdc(came),
  outUsdc: formatUsdc(went),
  netUsdc: formatUsdc(came - went),
});

/** What was earned and spent: no stake that comes back, and nothing that the escrow holds. */
function settledIn(rows: readonly Row[]): Sums {
  const of = (fits: (row: Row) => boolean, amount: "netUsdc" | "feeUsdc" = "netUsdc") =>
    rows.filter(fits).reduce((sum, row) => sum + units(row[amount]), 0n);
  const isStake = ({ type }: Row) => type === "stake" || type === "stake_returned";
  const earned = of((row) => row.direction === "in" && row.type !== "refund" && !isStake(row));
  const paid = -of((row) => row.direction === "out" && row.settledAt !== null && !isStake(row));
  const lost = of(({ type, direction }) => type === "stake_forfeited" && direction === "out", "feeUsdc");
  const spent = paid + lost - of(({ type }) => type === "refund");
  return spent < 0n ? shown(earned - spent, 0n) : shown(earned, spent);
}

describe("happy", () => {
  it("has every movement of a wallet's money, the newest first, and totals that the rows come to", async () => {
    for (const role of ["buyer", "worker", "treasury"] as const) {
      const found = await statement(role);
      expect(found.wallet).toBe(market.address(role));
      const places = found.items.map(({ blockNumber, logIndex }) => blockNumber * 1_000 + logIndex);
      expect(places).toEqual([...places].sort((a, b) => b - a));
      expectRecomputable(found);
    }
    const lines = (await statement("worker")).items.map(
      ({ type, direction, netUsdc }) => `${type} ${direction} ${netUsdc}`,
    );
    expect(lines.reverse()).toEqual([
      "stake out -0.500001",
      "reward in 5.000001",
      "stake_returned in 0.500001",
      "stake out -0.500001",
      "stake_forfeited out 0",
      "stake out -0.500001",
      "stake_returned in 0.500001",
    ]);
    expect((await statement("treasury")).items).toMatchObject([
      { type: "cancel_fee", role: "platform", netUsdc: "0.5", counterparty: market.address("buyer") },
    ]);
    expect((await statement("buyer", { type: "refund", contract: "agent-fast" })).items).toMatchObject([
      {
        grossUsdc: "5.000001",
        feeUsdc: "0",
        taskId: "2",
        title: METADATA.title,
        counterparty: market.address("worker"),
      },
      { grossUsdc: "5.000001", feeUsdc: "0.5", netUsdc: "4.500001", taskId: "1", counterparty: null },
    ]);
  });

  it("X4: each wallet's balance moved by what its statement says", async () => {
    for (const role of ["buyer", "worker", "treasury"] as const) {
      const { netUsdc } = await statement(role);
      const funded = BigInt(
        (await market.chain.usdc.getFunction("balanceOf")(market.address(role), { blockTag: 1 })) as bigint,
      );
      expect(units(netUsdc)).toBe((await market.chain.usdcUnitsOf(market.address(role))) - funded);
    }
  });

  it.each([
    { role: "poster" },
    { role: "worker" },
    { type: "reward" },
    { type: "stake_forfeited" },
    { contract: "human" },
    { contract: "agent-fast", role: "poster", type: "refund" },
  ])("lets through what fits %j, in rows and totals", async (filters) => {
    const all = [...(await statement("buyer")).items, ...(await statement("worker")).items];
    const fits = (row: Row) => Object.entries(filters).every(([name, value]) => row[name as keyof Row] === value);
    const found = [await statement("buyer", filters), await statement("worker", filters)];
    found.forEach(expectRecomputable);
    expect(found.flatMap(({ items }) => items)).toEqual(all.filter(fits));
    expect(all.filter(fits).length).toBeGreaterThan(0);
  });

  it("takes a deployment by its address, and the session's token for the signature", async () => {
    const byName = await statement("buyer", { contract: "human" });
    expect(await statement("buyer", { contract: market.stage.addresses.human })).toEqual(byName);
    const headers = await new Agent(market, "buyer").session();
    expect(told(await market.post(PATH, { contract: "human", limit: 100 }, headers))).toEqual(byName);
  });

  it("pages through all rows, each once, under the same totals", async () => {
    const whole = await statement("worker");
    const items: Row[] = [];
    for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
      const found: Statement = await statement("worker", { limit: 3, ...(cursor !== null && { cursor }) });
      expect([found.totals, found.netUsdc]).toEqual([whole.totals, whole.netUsdc]);
      expect(found.items.length).toBeLessThanOrEqual(3);
      items.push(...found.items);
      cursor = found.nextCursor;
    }
    expect(items).toEqual(whole.items);
  });

  it("knows days: whole months, parts of months, and days on which nothing was", async () => {
    const { items } = await statement("worker");
    const days = [...new Set(items.map(({ movedAt }) => movedAt.slice(0, 10)))].sort();
    expect(days.length).toBeGreaterThan(1);
    const [firstDay = "", lastDay = ""] = [days[0], days.at(-1)];
    const shifted = (day: string, by: number) =>
      new Date(Date.parse(day) + by * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    for (const from of [undefined, firstDay, shifted(firstDay, 1), lastDay, `${lastDay.slice(0, 7)}-01`]) {
      for (const to of [undefined, firstDay, shifted(lastDay, -1), lastDay, shifted(lastDay, 40)]) {
        if (from !== undefined && to !== undefined && from > to) continue;
        const found = await statement("worker", { ...(from && { from }), ...(to && { to }) });
        expect(found.items).toEqual(
          items.filter(({ movedAt }) => movedAt.slice(0, 10) >= (from ?? "") && movedAt.slice(0, 10) <= (to ?? "9")),
        );
        expectRecomputable(found);
      }
    }
  });
});

describe("costs", () => {
  const cost = async (filters: Record<string, unknown>) => {
    const body = await market.sign(PATH, "worker", filters);
    count.reset();
    told(await market.post(PATH, body));
    return { reads: count.documentsRead, writes: count.documentsWritten };
  };

  it("reads limit + 1 rows at most and 1 to 3 documents of totals, however many rows there are", async () => {
    const range = { from: "2026-01-02", to: "2027-12-30", limit: 2 };
    const before = [await cost({ limit: 2 }), await cost(range)];
    for (let made = 0; made < 5; made++)
      await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    await settle();
    const after = [await cost({ limit: 2 }), await cost(range)];
    expect(after).toEqual(before);
    expect(after).toEqual([
      { reads: 3 + 2, writes: expect.any(Number) as number },
      { reads: 3 + 4, writes: expect.any(Number) as number },
    ]);
  });
});

describe("refusals", () => {
  it.each([
    [{ from: "2026-02-31" }, "/from"],
    [{ to: "2026-13-01" }, "/to"],
    [{ from: "2026-03-01", to: "2026-02-01" }, "/to"],
    [{ from: "yesterday" }, "/from"],
    [{ from: "2026-01-01T00:00:00Z" }, "/from"],
    [{ role: "buyer" }, "/role"],
    [{ type: "gift" }, "/type"],
    [{ contract: "other" }, "/contract"],
    [{ limit: 101 }, "/limit"],
  ])("refuses %j and points at %s", async (filters, pointer) => {
    const { status, json } = await market.call(PATH, "buyer", filters);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(json["errors"]).toEqual([expect.objectContaining({ pointer })]);
  });

  it("refuses who proves nothing", async () => {
    const { status, json } = await market.post(PATH, {});
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
  });
});

describe("security", () => {
  const ROLES: readonly Role[] = ["buyer", "worker", "treasury", "stranger"];

  it("M11: every request gets the rows of the wallet that signed, and no other's, whatever the request names", async () => {
    const rows = new Map<Role, Set<string>>();
    const cursors = new Map<Role, string | null>();
    for (const role of ROLES) {
      rows.set(role, new Set((await statement(role)).items.map((row) => JSON.stringify(row))));
      cursors.set(role, (await statement(role, { limit: 1 })).nextCursor);
    }
    expect([...rows.values()].map(({ size }) => size > 0)).toEqual([true, true, true, false]);
    for (const asker of ROLES) {
      const own = rows.get(asker);
      const headers = await new Agent(market, asker).session();
      for (const owner of ROLES) {
        const wallet = market.address(owner);
        const cursor = cursors.get(owner);
        const requests: (() => Promise<Reply>)[] = [
          // The signature of one wallet under the name of another.
          async () => market.post(PATH, { ...(await market.sign(PATH, asker, {})), wallet }),
          async () => market.post(PATH, await market.sign(PATH, asker, {}, { wallet })),
          // The session of one wallet under the name of another.
          () => market.post(PATH, { wallet, limit: 100 }, headers),
          // What names somebody or his rows.
          async () => market.call(PATH, asker, { limit: 100, ...(cursor && { cursor }) }),
          ...["address", "counterparty", "poster", "worker", "taskId"].map(
            (name) => () => market.call(PATH, asker, { [name]: wallet }),
          ),
        ];
        for (const request of requests) {
          const { status, json } = await request();
          if (status !== 200) {
            expect([400, 401]).toContain(status);
            continue;
          }
          expect(json["wallet"]).toBe(market.address(asker));
          for (const row of (json as unknown as Statement).items) expect(own).toContain(JSON.stringify(row));
        }
      }
    }
  });

  it("S4: takes no signature that was made for another endpoint", async () => {
    const { wallet, timestamp, nonce, signature } = await market.sign(
      "/mkt/task",
      "buyer",
      named({ contract: "human", taskId: 1n }),
    );
    const { status, json } = await market.post(PATH, { contract: "human", wallet, timestamp, nonce, signature });
    expect([status, json["code"]]).toEqual([401, "signature_invalid"]);
  });
});
