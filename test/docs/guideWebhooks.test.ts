import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { webhooksChapter } from "../../packages/site/guideWebhooks";
import { newSeed, secretOf, signedHeaders } from "../../functions/src/domain/webhooks/secret";
import { freePort } from "../../dev/local/ports";
import { run } from "../../dev/local/processes";
import { codeBlocks } from "./guideBlocks";

test("the guide's receiver echoes a signed challenge, and refuses what is not signed", async () => {
  const keys = [{ id: "k", secret: Buffer.alloc(32, 1) }];
  const secret = secretOf(newSeed(keys, Buffer.alloc(32, 2)), keys) ?? "";
  const port = await freePort(9_700, new Set());
  const file = path.join(__dirname, `../../.local/receiver-${port}.mjs`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, codeBlocks(webhooksChapter())["receiver"] ?? "");
  const receiver = run(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  try {
    const body = JSON.stringify({ type: "webhook.test", data: { challenge: "echo me" } });
    const headers = signedHeaders({ id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body }, [secret]);
    const post = (given: string) => fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: given });
    const end = Date.now() + 10_000;
    let answer = await post(body).catch(() => null);
    while (!answer && Date.now() < end) answer = await post(body).catch(() => null);
    expect([answer?.status, await answer?.text()]).toEqual([200, "echo me"]);
    expect((await post(`${body} `)).status).toBe(401);
  } finally {
    await receiver.stop();
  }
});
