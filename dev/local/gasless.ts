import { Contract, formatUnits, JsonRpcProvider, NonceManager, Wallet } from "ethers";
import type { TaskKey } from "../../packages/client/src/index";
import { agentOf, type Agent } from "./agent";
import type { Tell } from "./paidAnswer";
import { fundsOf } from "./funds";
import { rpc } from "./rpc";
import type { StackAddresses } from "./stackFile";
import type { Role } from "./wallets";

const TOKEN = [
  "function transfer(address to, uint256 amount)",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
];
/** What each of the new wallets holds, base units of USDC. */
const FUNDS = 25_000_000n;
const REWARD = 20_000_000n;
const ETHER = 10n ** 18n;

/** What one party needed from the chain. */
interface Use {
  transactions: number;
  wei: bigint;
}

/**
 * Plays two new wallets with USDC and 0 wei each, from a posted task to a withdrawn credit: the service's relay sends what
 * they sign. Then plays the same with wallets that pay for their own gas, to compare. Throws if a wallet
 * needed ether, or the money does not add up to the last unit.
 */
export async function playGasless(stack: StackAddresses, contract: TaskKey["contract"], tell: Tell): Promise<void> {
  const { buyer, worker, relay } = await playLife(stack, contract, 0n, tell);
  if ([buyer, worker].some(({ transactions, wei }) => transactions > 0 || wei > 0n))
    throw new Error("The demo expected both sides to need no ether");
  const direct = await playLife(stack, contract, ETHER, () => undefined);
  tell(
    "What each side needed of the chain",
    `without ETH: buyer ${useText(buyer)}, worker ${useText(worker)}; the service's relay ${useText(relay)}\n` +
      `with ETH:    buyer ${useText(direct.buyer)}, worker ${useText(direct.worker)}`,
  );
}

async function playLife(stack: StackAddresses, contract: TaskKey["contract"], wei: bigint, tell: Tell) {
  const provider = new JsonRpcProvider(stack.rpcUrl, stack.chainId, { staticNetwork: true, cacheTimeout: -1 });
  const newAgent = (role: Role) => agentOf(stack, role, Wallet.createRandom().privateKey);
  const [buyer, worker] = [newAgent("buyer"), newAgent("worker")];
  try {
    await fund(stack, provider, [buyer, worker], wei);
    const relay = stack.wallets.find(({ role }) => role === "relay")?.address ?? "";
    const uses = await usesOf(provider, [buyer.address, worker.address, relay]);
    const funds = await fundsOf(buyer, worker);
    tell("Two new wallets", `25 USDC and ${wei} wei each`);

    const created = await buyer.mkt.poster.create({
      contract,
      title: "Name the winds of a coast",
      description: "Each with its season.",
      category: "research",
      rewardUsdc: "20",
      stakeUsdc: "2",
    });
    const key: TaskKey = { contract, taskId: created.task.taskId };
    tell("Buyer: posts a task, by one signature of USDC's", `task ${key.taskId}; ${await funds.text()}`);
    await worker.mkt.worker.stake(key);
    tell("Worker: stakes and starts, by one signature of USDC's", await funds.text());
    await worker.mkt.worker.submit(key, { text: "Twelve winds, and the months in which they blow." });
    tell("Worker: submits its work, by a signed request");

    // USDC refuses to deliver for a moment, so that there is a credit to withdraw.
    await deny(stack, provider, "blacklist", worker.address);
    const work = (await buyer.mkt.submissions(key)).submissions.at(-1);
    const judgement = { submissionHash: work?.submissionHash ?? "", rating: 5, comment: "Exact." };
    const { task } = await buyer.mkt.poster.approve(key, judgement);
    await deny(stack, provider, "unBlacklist", worker.address);
    tell(
      "Buyer: approves, by a signed request",
      "USDC refuses to deliver to the worker just then: the reward is a credit",
    );
    await worker.mkt.worker.rateAndClaim(key, { rating: 5, comment: "Decided at once." });
    tell("Worker: rates the buyer and claims the stake, by a signed request", await funds.text());
    const { amountUsdc } = await worker.mkt.withdraw({ contract });
    tell("Worker: withdraws the credit, by a signed request", `${amountUsdc} USDC; ${await funds.text()}`);

    const fee = (REWARD * BigInt(task.terms.platformFeeBps)) / 10_000n;
    await funds.expect(buyer, -REWARD, "the buyer to have spent the reward and nothing else");
    await funds.expect(worker, REWARD - fee, "the worker to have the reward and the stake");
    const [ofBuyer, ofWorker, ofRelay] = await uses();
    tell("The money adds up", `${await funds.text()}, to the last unit, and a fee of ${formatUnits(fee, 6)} USDC`);
    return { buyer: ofBuyer, worker: ofWorker, relay: ofRelay };
  } finally {
    buyer.close();
    worker.close();
    provider.destroy();
  }
}

async function fund(stack: StackAddresses, provider: JsonRpcProvider, agents: readonly Agent[], wei: bigint) {
  const payer = new NonceManager(walletOf(stack, "payer3", provider));
  for (const { address } of agents) {
    await sent(new Contract(stack.usdc, TOKEN, payer), "transfer", address, FUNDS);
    if (wei > 0n) await rpc(stack.rpcUrl, "anvil_setBalance", address, `0x${wei.toString(16)}`);
  }
}

async function deny(
  stack: StackAddresses,
  provider: JsonRpcProvider,
  name: "blacklist" | "unBlacklist",
  account: string,
): Promise<void> {
  await sent(new Contract(stack.usdc, TOKEN, walletOf(stack, "deployer", provider)), name, account);
}

async function sent(token: Contract, name: string, ...args: readonly unknown[]): Promise<void> {
  const transaction = (await token.getFunction(name)(...args)) as { wait: () => Promise<unknown> };
  await transaction.wait();
}

function walletOf(stack: StackAddresses, role: Role, provider: JsonRpcProvider): Wallet {
  return new Wallet(stack.wallets.find((wallet) => wallet.role === role)?.privateKey ?? "", provider);
}

/** Counts the transactions and wei of some addresses from now on. */
async function usesOf<const A extends readonly string[]>(provider: JsonRpcProvider, addresses: A) {
  const look = () =>
    Promise.all(
      addresses.map(async (address) => ({
        transactions: await provider.getTransactionCount(address),
        wei: await provider.getBalance(address),
      })),
    );
  const before = await look();
  return async () =>
    (await look()).map(({ transactions, wei }, at) => ({
      transactions: transactions - (before[at]?.transactions ?? 0),
      wei: (before[at]?.wei ?? 0n) - wei,
    })) as unknown as { [K in keyof A]: Use };
}

const useText = ({ transactions, wei }: Use) => `${transactions} transactions and ${wei} wei`;
