import { readFileSync } from "node:fs";
import { guide } from "../../packages/site/guide";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Agent, taskKey } from "../setup/agent";
import { Market } from "../setup/market";
import { TaskLife } from "../setup/tasks/taskLife";
import { codeBlocks } from "./guideBlocks";
import { runProgram } from "./guideProgram";

const programs = codeBlocks(guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8")));
const market = Market.forFile();

test("the guide's programs answer in a dispute and rule on it", async () => {
  const life = new TaskLife(market);
  const key = await life.submitted();
  await market.take("reject", taskKey(key));
  await new Agent(market, "worker").do("/agentSubmitWork", { ...key, action: "contest", text: "The task said: any." });
  const run = async (name: string, wallet: Role) => {
    const program = ["client", "market", name].map((one) => programs[one] ?? "").join("\n");
    const { code, out, err } = await runProgram(program, {
      BASE: market.service.baseUrl,
      RPC_URL: market.chain.rpcUrl,
      PRIVATE_KEY: devWallets()[wallet].privateKey,
      TASK_ID: key.taskId,
    });
    return { code, out, err };
  };
  expect(await run("answerDispute", "buyer")).toMatchObject({
    code: 0,
    out: "the worker says: The task said: any.\n",
  });
  expect(await run("rule", "arbiter")).toMatchObject({
    code: 0,
    out:
      "It is somewhere. | CANARY-work behind the door | The task said: any. | The task asked for a colour, not for a mood. true\n" +
      "RESOLVED 2.500001 3.000001\n",
  });
});
