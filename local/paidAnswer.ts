import { Contract, formatUnits, JsonRpcProvider, Wallet } from "ethers";
import type { StackAddresses } from "./stackFile";

/** Prints one step of a play. */
export type Tell = (title: string, lines?: string) => void;

interface Quote {
  intentId: string;
  amountUsdc: string;
  recipient: string;
  expiresAt: string;
  transaction: { to: string; data: string; value: string };
}

const BALANCE_OF = ["function balanceOf(address) view returns (uint256)"];

/**
 * Plays an agent that has nothing but a wallet and HTTP: quote, pay, redeem, and the same redemption
 * again. Throws if a step does not do what it promises, down to the last unit of money.
 */
export async function buyAnswer(stack: StackAddresses, path: string, query: string, tell: Tell): Promise<void> {
  const provider = new JsonRpcProvider(stack.rpcUrl, stack.chainId, { staticNetwork: true, pollingInterval: 200 });
  try {
    const key = stack.wallets.find(({ role }) => role === "payer")?.privateKey ?? "";
    const wallet = new Wallet(key, provider);
    const usdc = new Contract(stack.usdc, BALANCE_OF, provider);
    const balance = async (address: string) => (await usdc.getFunction("balanceOf")(address)) as bigint;
    const before = { payer: await balance(wallet.address), service: await balance(stack.recipient) };

    const asked = await post(`${stack.baseUrl}${path}`, { query });
    expect(asked.status === 402, `a quote, not ${asked.status}: ${asked.text}`);
    const quote = JSON.parse(asked.text) as Quote;
    tell(`POST ${path}  "${query}"`, `402: ${quote.amountUsdc} USDC to ${quote.recipient}, promised until ${quote.expiresAt}`);

    const sent = await wallet.sendTransaction(quote.transaction);
    const receipt = await sent.wait();
    tell("Pay with the quote's ready-made transaction", `${sent.hash} in block ${receipt?.blockNumber}, ${receipt?.gasUsed} gas`);

    const redemption = { query, intentId: quote.intentId, txHash: sent.hash };
    const redeemed = await post(`${stack.baseUrl}${path}`, redemption);
    expect(redeemed.status === 200, `the answer, not ${redeemed.status}: ${redeemed.text}`);
    const { reply, dataHash } = JSON.parse(redeemed.text) as { reply: string; dataHash: string };
    tell("POST again with intentId and txHash", `200, counted in ${dataHash}\n\n${reply}`);

    const replayed = await post(`${stack.baseUrl}${path}`, redemption);
    expect(replayed.text === redeemed.text, "the same bytes for the same redemption");
    const after = { payer: await balance(wallet.address), service: await balance(stack.recipient) };
    const paid = before.payer - after.payer;
    expect(paid === after.service - before.service, "what the agent paid and the service got to be the same");
    tell("The same request once more", `200, the same ${replayed.text.length} bytes; paid in all: ${formatUnits(paid, 6)} USDC`);
  } finally {
    provider.destroy();
  }
}

async function post(url: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The demo expected ${what}`);
}
