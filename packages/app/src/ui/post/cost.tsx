import { criteriaOf, summaryOf, type Draft } from "../../lib/draft";
import { cancelling } from "../../lib/given";
import { usdc } from "../../lib/text";
import type { Connected } from "../../wallet/connect";
import { Fact, Facts } from "../ratings";
import { At } from "../time";
import { Untrusted } from "../untrusted";

/** What a draft costs, who has how long, and how it is paid; computed while it is typed. */
export function Cost({ draft, connected }: { draft: Draft; connected: Connected | null }) {
  const summary = summaryOf(draft);
  if (!summary)
    return (
      <section aria-labelledby="cost">
        <h2 id="cost">What you sign</h2>
        <p class="quiet">Enter a reward to see the cost and the deadlines.</p>
      </section>
    );
  const criteria = criteriaOf(draft);
  const cancelled = cancelling({ contract: draft.contract, rewardUsdc: summary.rewardUsdc });
  const openUntil = new Date(Date.now() + summary.openSeconds * 1000).toISOString();
  return (
    <section aria-labelledby="cost">
      <h2 id="cost">What you sign</h2>
      <Facts>
        <Fact name="Into escrow now">
          <strong>{usdc(summary.rewardUsdc)} USDC</strong>
        </Fact>
        {criteria.length > 0 && (
          <Fact name="The work must have">
            <Untrusted text={criteria.join("; ")} />
          </Fact>
        )}
        {connected && <Fact name="How">{howOf(draft, connected)}</Fact>}
        <Fact name="The worker stakes">{usdc(summary.stakeUsdc)} USDC</Fact>
        <Fact name="If you cancel before a start">
          you get {cancelled.back} USDC back; the cancel fee is {cancelled.fee} USDC
          {cancelled.share && (
            <>
              , <strong>{cancelled.share} of this reward</strong>
            </>
          )}
        </Fact>
        <Fact name="If no worker starts">
          it comes back in full after {summary.openFor}, on <At time={openUntil} />
        </Fact>
        <Fact name="The worker has">{summary.workFor}; if nothing is submitted, you get the reward and the stake</Fact>
        <Fact name="You then have">{summary.reviewFor} to decide; if you stay silent, the worker is paid</Fact>
      </Facts>
    </section>
  );
}

/** How many signatures it takes, what the second is for, and who pays the network fee. */
function howOf({ worker }: Draft, { hasRelay }: Connected): string {
  const second = worker === "" ? "" : " The second signature lets this worker start, and costs nothing.";
  return hasRelay
    ? `${worker === "" ? "One signature" : "Two signatures"}. This service pays the network fee. If it cannot, your wallet shows you the fee first.${second}`
    : `A transaction of your wallet, which pays the network fee in ETH.${second}`;
}
