import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

const OFFER = [
  ...["--title", "Find the key", "--description", "It is somewhere.", "--category", "research"],
  ...["--reward", "5", "--stake", "0.5", "--contract", "agent-fast"],
];
const limit = ["--max-usdc", "5", "--json"];

test("mkt hire: the worker can stake at once", async () => {
  const hired = await mkt([...limit, "hire", market.address("worker"), ...OFFER], "buyer");
  expect([hired.code, hired.err]).toEqual([0, ""]);
  const { taskId, reservedFor } = hired.json["task"] as { taskId: string; reservedFor: string };
  expect(reservedFor).toBe(market.address("worker"));
  const staked = await mkt([...limit, "task", "work", "stake", taskId, "--contract", "agent-fast"], "worker");
  expect([staked.code, staked.json["task"]]).toMatchObject([0, { state: "STARTED" }]);
});

test("mkt task work interest: a proposal, and the poster's sorted list", async () => {
  const created = await mkt([...limit, "task", "create", "--mode", "selection", ...OFFER], "buyer");
  const { taskId } = created.json["task"] as { taskId: string };
  const named = [taskId, "--contract", "agent-fast"];
  const proposal = ["--text", "By tonight.", "--eta", "10m", "--sample", "https://work.example/1"];
  expect((await mkt(["task", "work", "interest", ...named, ...proposal], "worker")).code).toBe(0);
  expect((await mkt(["task", "work", "interest", ...named, "--eta", "5m"], "worker2")).code).toBe(0);
  const { out } = await mkt(["task", "decide", "interests", ...named, "--sort", "eta"], "buyer");
  expect(out).toMatch(
    /needs 5m[\s\S]*no ratings, 0 approved, needs 10m\n {2}fewer than 5 posters so far\n {2}By tonight\.\n {2}https:\/\/work\.example\/1/,
  );
});
