import { taskKey } from "../setup/agent";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { TaskLife } from "../setup/taskLife";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

test("mkt dispute and mkt rule: next, show, answer, list and give", async () => {
  const life = new TaskLife(market);
  const key = await life.submitted();
  await market.take("reject", taskKey(key));
  await life.worker.do("/agentSubmitWork", { ...key, action: "contest", text: "It was there." });
  const at = [key.taskId, "--contract", key.contract];

  expect((await mkt(["next"], "buyer")).out).toContain(`mkt dispute answer ${at.join(" ")} --text …`);
  const answered = await mkt(["dispute", "answer", ...at, "--text", "It opens nothing."], "buyer");
  expect([answered.code, answered.out]).toEqual([0, `Answered in task ${key.taskId}.`]);
  expect((await mkt(["next"], "buyer")).out).not.toContain("mkt dispute answer");

  expect((await mkt(["next"], "arbiter")).out).toContain(`mkt rule give ${at.join(" ")} --share`);
  expect((await mkt(["rule", "list"], "arbiter")).out).toContain(`agent-fast ${key.taskId}  DISPUTED`);
  const { out } = await mkt(["rule", "show", ...at], "arbiter");
  for (const text of ["under the mat", "behind the door", "It was there.", "It opens nothing."])
    expect(out).toContain(text);
  expect((await mkt(["rule", "show", ...at], "stranger")).code).not.toBe(0);

  const give = ["rule", "give", ...at, "--share", "2500", "--reason", "It opens one door."];
  expect((await mkt(give, "worker")).code).not.toBe(0);
  const ruled = await mkt(["--json", ...give, "--forfeit"], "arbiter");
  expect([ruled.code, ruled.err]).toEqual([0, ""]);
  expect(ruled.json).toMatchObject({
    task: { state: "RESOLVED", ruling: { workerShareBps: 2_500, forfeitStake: true, reason: "It opens one door." } },
  });
  expect((await mkt(["rule", "list"], "arbiter")).out).toBe("No disputes.");
});
