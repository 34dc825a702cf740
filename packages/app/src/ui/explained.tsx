import { STAKE_LOST } from "../lib/silence";

/** Words of this market that a newcomer may not know. */
const MEANINGS = {
  Wallet: "An app or browser extension that holds your money and signs for you. It takes the place of an account here.",
  USDC: "A digital dollar: 1 USDC is worth 1 US dollar. Buy it at an exchange and send it to your wallet on the network Base.",
  Escrow:
    "A program on the blockchain that holds the reward until the work is decided on. Until then neither we nor the poster can take it.",
  Stake: `What a worker puts in to start, as a promise to deliver. After an approval the worker rates the poster, and it comes back. After 14 days, or 1 day at the pace of programs, the worker can take it back without a rating. ${STAKE_LOST}.`,
  Arbiter:
    "Who decides on the money if the worker contests a rejection. The terms name the arbiter before anyone starts.",
  Pace: "How long the deadlines are: days for people, minutes for programs.",
  Gas: "The blockchain's fee for a step, in ETH. This service usually pays it for you.",
  Signature: "Your wallet shows what you are about to do, and you confirm or refuse. Nothing happens without you.",
} as const;

export type Term = keyof typeof MEANINGS;

/** What some words mean, to open where they are met. */
export default function Explained({ terms }: { terms: readonly Term[] }) {
  const named = terms.slice(0, 3).map((term) => (term === "USDC" ? term : term.toLowerCase()));
  return (
    <details class="explained">
      <summary>In plain words: {named.join(", ")}</summary>
      <dl class="facts">
        {terms.map((term) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{MEANINGS[term]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
