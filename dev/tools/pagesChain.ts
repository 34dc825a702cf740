/** Before hosting is deployed: refuses pages that name another chain than the functions' settings do. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { chainNamed } from "../../functions/src/domain/chains";
import { envFileValues } from "../../packages/contracts/envFile";

/** What is wrong, or null. Firebase reads functions/.env, and over it functions/.env.PROJECT. */
export function pagesChainFault(root: string, project: string): string | null {
  const files = ["functions/.env", `functions/.env.${project}`];
  const id = files.map((file) => envFileValues(path.join(root, file))["CHAIN_ID"]).findLast(Boolean);
  const chain = chainNamed(id);
  if (!chain)
    return `CHAIN_ID in functions/.env or functions/.env.${project} is ${id}, which is no chain of this service.`;
  const text = readFileSync(path.join(root, "hosting/well-known/mkt-earn.json"), "utf8");
  const { api } = JSON.parse(text) as { api: { chain: { id: number; name: string } } };
  if (api.chain.id === chain.id) return null;
  return `The pages are for ${api.chain.name}, and the functions' settings for ${chain.name}: deploy with CHAIN_ID=${chain.id} npm run deploy.`;
}

if (require.main === module) {
  const fault = pagesChainFault(path.join(__dirname, "../.."), process.env["GCLOUD_PROJECT"] ?? "");
  if (fault !== null) {
    console.error(fault);
    process.exitCode = 1;
  }
}
