/**
 * `npm start`: the whole service on this machine, until Ctrl-C; on the chain that CHAIN_ID names. With `--facilitator`,
 * signed payments are settled by one.
 */
import { chosenChain } from "./chain";
import { exitAfter } from "./processes";
import { startStack } from "./stack";
import { stackFile } from "./stackFile";
import { untilEnded } from "./untilEnded";

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(7);

async function main(): Promise<void> {
  const start = performance.now();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  // Until everything is up, what runs is ended from outside.
  const giveUp = () => process.exit(130);
  void stopped.then(() => starting && giveUp());
  let starting = true;
  const facilitator = process.argv.includes("--facilitator");
  const chain = chosenChain();
  const say = (step: string, ms: number) => console.log(`${seconds(ms)}  ${step}`);
  const stack = await startStack(say, { facilitator, ...(chain && { chain }) });
  starting = false;

  console.log(`
Ready after ${seconds(performance.now() - start).trim()}.

  Service     ${stack.baseUrl}
  For people  ${stack.baseUrl}/app
  Functions   ${stack.functionsUrl}
  Chain       ${stack.rpcUrl} (chain id ${stack.chainId}, USDC ${stack.usdc})
  Firestore   ${stack.firestoreHost}
  Details     ${stackFile()} (contracts, wallets and their keys)

Ask for a price:

  curl -i ${stack.baseUrl}/demand-insights -H 'content-type: application/json' -d '{"query":"What do people ask about most?"}'

Ctrl-C stops everything.`);

  await untilEnded(stack, stopped, console.log);
}

exitAfter(main());
