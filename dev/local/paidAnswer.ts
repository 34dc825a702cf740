import { randomUUID } from "node:crypto";
import { formatUnits } from "ethers";
import { verifyReceipt, type PaidPath } from "../../packages/client/src/index";
import { agentOf } from "./agent";
import { checkKind, SIX_KINDS } from "./sixKinds";
import type { StackAddresses } from "./stackFile";

/** Prints one step of a play. */
export type Tell = (title: string, lines?: string) => void;

type ChatPath = Extract<PaidPath, "/demand-insights" | "/ai-early-adopters-goals">;

/**
 * Plays an agent that has a wallet and a budget: quote, pay, redeem, and the same redemption again. Throws if a step does
 * not do what it promises, down to the last unit of money.
 */
export async function buyAnswer(stack: StackAddresses, path: ChatPath, query: string, tell: Tell): Promise<void> {
  const agent = agentOf(stack, "payer");
  try {
    const before = { payer: await agent.usdcUnits(), service: await agent.usdcUnits(stack.recipient) };
    const { priceUsdcUnits, recipient, expiresAt } = await agent.mkt.quote(path, { query });
    tell(
      `POST ${path}  "${query}"`,
      `402: ${formatUnits(priceUsdcUnits, 6)} USDC to ${recipient}, promised until ${expiresAt}`,
    );

    const key = randomUUID();
    const bought = await agent.mkt.buy(path, { query }, { key });
    const receipt = await agent.provider.getTransactionReceipt(String(bought.txHash));
    tell(
      "Pay with the quote's transaction, after a look at it",
      `${bought.txHash} in block ${receipt?.blockNumber}, ${receipt?.gasUsed} gas`,
    );
    tell("POST again with intentId and txHash", `200, counted in ${bought.answer.dataHash}\n\n${bought.answer.reply}`);

    const chain = { token: stack.usdc, node: agent.provider, recipient: stack.recipient };
    const { signer, payload, isOnChain } = await verifyReceipt(agent.mkt, bought.receipt ?? "", chain);
    expect(isOnChain === true && payload.payer === agent.address, "a receipt of a payment that is on the chain");
    tell("Verify the signed receipt", `signed by ${signer}, for ${payload.resourceUrl}, paid by ${payload.payer}`);

    const replayed = await agent.mkt.buy(path, { query }, { key });
    expect(JSON.stringify(replayed) === JSON.stringify(bought), "the same answer for the same purchase");
    const after = { payer: await agent.usdcUnits(), service: await agent.usdcUnits(stack.recipient) };
    const paid = before.payer - after.payer;
    expect(
      paid === priceUsdcUnits && paid === after.service - before.service,
      "the agent to pay the quoted price once, and the service to get it",
    );
    tell("The same purchase once more", `200, the same answer; paid in all: ${formatUnits(paid, 6)} USDC`);
  } finally {
    agent.close();
  }
}

/** Plays an agent that asks questions of six kinds, and reads in each quote what it will get. Throws where it gets anything else. */
export async function askSix(stack: StackAddresses, tell: Tell): Promise<void> {
  const agent = agentOf(stack, "payer");
  try {
    for (const one of SIX_KINDS) {
      const body = { messages: one.turns.map((content) => ({ role: "user" as const, content })) };
      const { understood, answerable } = await agent.mkt.quote(one.path, body);
      const { answer } = await agent.mkt.buy(one.path, body, { key: randomUUID(), anyway: true });
      tell(`“${one.turns.join("” “")}”`, `Quoted as: ${understood} Answerable: ${answerable}.\n\n${answer.reply}`);
      checkKind(one, { understood, answerable, ...answer });
    }
  } finally {
    agent.close();
  }
}

function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The demo expected ${what}`);
}
