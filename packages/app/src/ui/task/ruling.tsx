import type { Task } from "../../api";
import { percent, usdc } from "../../lib/text";
import { Fact, Facts } from "../ratings";
import { Untrusted } from "../untrusted";

/** How a dispute ended. */
export function Ruling({ ruling }: { ruling: NonNullable<Task["ruling"]> }) {
  const { workerShareBps, forfeitStake, byDefault, posterGotUsdc, workerGotUsdc, reason } = ruling;
  return (
    <section aria-labelledby="ruling" class="card">
      <h2 id="ruling">How the dispute ended</h2>
      <Facts>
        <Fact name="The worker got">
          {usdc(workerGotUsdc)} USDC: {percent(workerShareBps)} of the reward{!forfeitStake && ", and the stake"}
        </Fact>
        <Fact name="The poster got">
          {usdc(posterGotUsdc)} USDC{forfeitStake && ", the worker's stake included"}
        </Fact>
        {byDefault && <Fact name="By">the contract; the arbiter did not rule in time</Fact>}
        {reason && (
          <Fact name="The arbiter's reason">
            <Untrusted text={reason} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}
