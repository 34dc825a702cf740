import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { Agent, OFFER, good } from "../setup/agent";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
let market: Market;
const mkt = commandLine(() => market);
beforeAll(async () => {
  market = await Market.open(db);
});
afterAll(() => market.close());

test("mkt mandate: accept, grant, show, end and release", async () => {
  const [agent, owner] = [market.address("buyer"), market.address("treasury")];
  const run = async (args: string[], role: "buyer" | "treasury" | "stranger") => {
    const { code, out, err } = await mkt(["mandate", ...args], role);
    return [code, out, err];
  };
  expect(await run(["show"], "buyer")).toEqual([0, "No mandate.", ""]);
  expect(await run(["accept", owner], "buyer")).toEqual([0, `${agent}  accepted  owner ${owner}`, ""]);
  const terms = ["--steps", "decide,post", "--per-task", "10", "--per-day", "20", "--days", "7"];
  const [code, granted] = await run(["grant", agent, ...terms], "treasury");
  expect([code, granted]).toEqual([
    0,
    expect.stringContaining(`${agent}  active  owner ${owner}\n  Allows post, decide until `),
  ]);
  good(
    await new Agent(market, "buyer").call(
      "/agentCreateTaskSimple",
      { ...OFFER, rewardUsdc: "5" },
      await market.session("buyer"),
    ),
  );
  const shown = (await run(["show"], "buyer"))[1];
  expect(shown).toMatch(/10 USDC for one task or answer, 20 USDC a day\n {2}15 USDC left until \d{4}-/);
  expect((await run(["show", agent], "treasury"))[1]).toBe(shown);
  expect((await run(["show"], "treasury"))[1]).toContain(`${agent}  active`);
  expect((await run(["show", agent], "stranger"))[1]).toBe(
    "Under a mandate; its terms are for the agent and its owner.",
  );
  const foreign = await run(["end", agent], "stranger");
  expect([foreign[0] === 0, foreign[2]]).toEqual([false, expect.stringContaining("has not named")]);
  expect(await run(["end", agent], "treasury")).toEqual([0, `${agent}  ended  owner ${owner}`, ""]);
  expect(await run(["release", agent], "treasury")).toEqual([0, `${agent}  released  owner ${owner}`, ""]);
});

test("mkt mandate: mistakes name what is allowed", async () => {
  const agent = market.address("buyer");
  for (const [args, said] of [
    [["grant", agent, "--steps", "fly", "--per-task", "1", "--per-day", "1"], "“fly” is none of buy, post, work"],
    [["accept", "bob"], "The owner must be an address"],
    [["grant", agent, "--steps", "buy", "--per-task", "1"], "--per-day"],
  ] as const) {
    const { code, err } = await mkt(["mandate", ...args], "treasury");
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  }
});

test("a prepare under a mandate opens a session by itself", async () => {
  const [agent, owner] = [market.address("buyer"), market.address("treasury")];
  await mkt(["mandate", "accept", owner], "buyer");
  await market.pass(5);
  expect(
    (await mkt(["mandate", "grant", agent, "--steps", "post", "--per-task", "1", "--per-day", "1"], "treasury")).err,
  ).toBe("");
  const posting = [
    "--max-usdc",
    "100",
    "task",
    "create",
    "--title",
    "T",
    "--description",
    "D",
    "--category",
    "research",
    "--contract",
    "agent-fast",
  ];
  const over = await mkt([...posting, "--reward", "2", "--stake", "0.5"], "buyer");
  expect([over.code === 0, over.err]).toEqual([
    false,
    expect.stringContaining("the mandate allows 1 for one task or answer"),
  ]);
});
