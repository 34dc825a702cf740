import { verifyMessage, Wallet } from "ethers";
import { WalletSignatures } from "../../functions/src/adapters/ethers/signatures";
import { toAddress } from "../../functions/src/domain/address";

const ROUNDS = 9;
const TEXTS_PER_ROUND = 200;

/** How many signatures a second one core verifies, and how many times the peer's that is. */
export interface SignatureFigures {
  perSecond: number;
  ethersPerSecond: number;
  ratio: number;
}

/**
 * Measures the service's verification of an account's signature against `ethers.verifyMessage`, turn by turn in
 * the same run, over texts of a signed request's length; prints and returns the medians.
 */
export async function benchSignatures(): Promise<SignatureFigures> {
  const wallet = new Wallet(`0x${"11".repeat(32)}`);
  const address = toAddress(wallet.address);
  if (address === null) throw new Error("a wallet's address is one");
  const signatures = new WalletSignatures(() => Promise.reject(new Error("an account's signature needs no node")));
  const signed = Array.from({ length: TEXTS_PER_ROUND }, (_, at) => {
    const text = `mkt signed request v1\n${"line: of a usual length, more or less\n".repeat(8)}nonce: ${at}`;
    return { text, signature: wallet.signMessageSync(text) };
  });

  const ours = () =>
    perSecond(async () => {
      for (const { text, signature } of signed) {
        if ((await signatures.verifyMessage(address, text, signature)) !== "valid") throw new Error("not verified");
      }
    });
  const peers = () =>
    perSecond(async () => {
      for (const { text, signature } of signed) {
        if (verifyMessage(text, signature) !== wallet.address) throw new Error("not verified");
      }
    });

  // The first round of each loads and warms up its libraries.
  await ours();
  await peers();
  const rounds: { ours: number; peers: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), peers: await peers() });

  const figures = {
    perSecond: median(rounds.map((round) => round.ours)),
    ethersPerSecond: median(rounds.map((round) => round.peers)),
    ratio: median(rounds.map((round) => round.ours / round.peers)),
  };
  console.log(
    `signatures: ${Math.round(figures.perSecond)}/s, ethers.verifyMessage ${Math.round(figures.ethersPerSecond)}/s: ${figures.ratio.toFixed(1)} times`,
  );
  return figures;
}

async function perSecond(verifyAll: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await verifyAll();
  return (TEXTS_PER_ROUND / (performance.now() - started)) * 1_000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

if (require.main === module) void benchSignatures();
