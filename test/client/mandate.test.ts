import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { Agent, OFFER, good } from "../setup/agent";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

test("mkt mandate: accept, grant, show, end and release", async () => {
  const [agent, owner] = [market.address("buyer"), market.address("treasury")];
  const run = async (args: string[], role: "buyer" | "treasury" | "stranger") => {
    const { code, out, err } = await mkt(["mandate", ...args], role);
    return [code, out, err];
  };
  expect(await run(["show"], "buyer")).toEqual([0, "No mandate.", ""]);
  expect(await run(["accept", owner], "buyer")).toEqual([
    0,
    [
      `Agent ${agent} of owner ${owner}`,
      "  Mandate: accepted; nothing is restricted yet",
      `  Next, the owner: mkt mandate grant ${agent} --steps … --per-task … --per-day …`,
    ].join("\n"),
    "",
  ]);
  const terms = ["--steps", "decide,post", "--per-task", "10", "--per-day", "20", "--days", "7"];
  const [code, granted] = await run(["grant", agent, ...terms], "treasury");
  expect([code, granted]).toEqual([
    0,
    expect.stringMatching(
      /^Agent \w+ of owner \w+\n {2}Mandate: active until [\d-]+ [\d:]+ UTC\n {2}May: post, decide\n/,
    ),
  ]);
  good(
    await new Agent(market, "buyer").call(
      "/agentCreateTaskSimple",
      { ...OFFER, rewardUsdc: "5" },
      await market.session("buyer"),
    ),
  );
  const shown = (await run(["show"], "buyer"))[1];
  expect(shown).toMatch(
    /At most 10 USDC for one task or answer, and 20 USDC a day \(UTC\)\n {2}Left today: 15 USDC, until \d{4}-\d\d-\d\d 00:00 UTC$/,
  );
  expect((await run(["show", agent], "treasury"))[1]).toBe(shown);
  expect((await run(["show"], "treasury"))[1]).toContain("Mandate: active");
  expect((await run(["show", agent], "stranger"))[1]).toBe(
    "Under a mandate. Its terms are shown to the agent and its owner only.",
  );
  const foreign = await run(["end", agent], "stranger");
  expect([foreign[0] === 0, foreign[2]]).toEqual([false, expect.stringContaining("has not named")]);
  expect(await run(["end", agent], "treasury")).toEqual([
    0,
    expect.stringContaining("ended by the owner; the agent may do nothing"),
    "",
  ]);
  expect(await run(["release", agent], "treasury")).toEqual([
    0,
    expect.stringContaining("Mandate: released; nothing is restricted"),
    "",
  ]);
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
