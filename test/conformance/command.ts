/** `npm run conformance`: makes every check on a deployment, prints what each showed, and fails if one does not hold. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Deployment, localDeployment } from "./deployment";
import { document, line, type Results } from "./report";
import { Run } from "./run";
import { find } from "./statement";
import { STATEMENTS } from "./statements/all";

const HELP = `npm run conformance -- [--base-url URL [--rpc URL] [--key NAME]] [--write]

Without an address, the service is started on this machine, with a chain and test USDC of its own.

  --base-url URL  the deployment
  --rpc URL       a node of its chain; without one, what takes a payment is "not shown"
  --key NAME      a file or an environment variable with two private keys, the buyer's and the worker's,
                  separated by white space. Each needs a little ETH; the buyer needs 20 USDC, of which a
                  run spends about 7 and leaves 2 in escrow, and the worker 1
  --write         write docs/conformance.md, from a run on this machine
`;

/** A deployment's blocks are final after some 20 minutes. */
const FINAL_MS = 45 * 60_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "base-url": { type: "string" },
      rpc: { type: "string" },
      key: { type: "string" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return print(HELP);
  const deployment = values["base-url"] === undefined ? await localDeployment() : remote(values["base-url"], values);
  const run = new Run(deployment);
  const results: Results = {};
  try {
    for (const statement of STATEMENTS) {
      const { result, why } = await find(statement, run);
      results[statement.id] = result;
      print(line(statement, result, why));
    }
  } finally {
    run.close();
    await deployment.close();
  }
  const count = (wanted: string) => Object.values(results).filter((result) => result === wanted).length;
  print(`\n${["passed", "failed", "not shown", "decided"].map((result) => `${count(result)} ${result}`).join(", ")}`);
  if (values.write && values["base-url"] === undefined)
    writeFileSync(path.join(__dirname, "../../docs/conformance.md"), document(results));
  process.exitCode = count("failed") > 0 ? 1 : 0;
}

function remote(baseUrl: string, { rpc, key }: { rpc?: string; key?: string }): Deployment {
  const text = key === undefined ? "" : existsSync(key) ? readFileSync(key, "utf8") : (process.env[key] ?? "");
  if (key !== undefined && text === "") throw new Error(`--key: there is no file and no environment variable ${key}`);
  return {
    baseUrl: baseUrl.replace(/\/$/, ""),
    ...(rpc !== undefined && { rpcUrl: rpc }),
    keys: text.split(/\s+/).filter((one) => one !== ""),
    patienceMs: FINAL_MS,
    close: async () => {},
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

void main();
