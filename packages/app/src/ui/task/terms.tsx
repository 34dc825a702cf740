import type { Task } from "../../api";
import { percent, shortAddress, usdc, words } from "../../lib/text";
import { STAKE_LOST } from "../../lib/silence";
import { duration } from "../../lib/time";
import { Fact, Facts } from "../ratings";
import { Ago, At } from "../time";
import { Untrusted } from "../untrusted";

/** What the contract holds the parties to, and the task's labels. */
export function Terms({ task }: { task: Task }) {
  const { terms, deadlines } = task;
  return (
    <details class="card fold">
      <summary>
        <h2>Details of the contract</h2>
      </summary>
      <Facts>
        <Fact name="Reward">
          <strong>{usdc(task.rewardUsdc)} USDC</strong>
          {terms.platformFeeBps > 0 && `, less a fee of ${percent(terms.platformFeeBps)}`}
        </Fact>
        <Fact name="Worker's stake">
          {Number(task.stakeUsdc) === 0
            ? "None: the selected worker starts by a signature"
            : `${usdc(task.stakeUsdc)} USDC: the worker's promise to deliver, put in at the start. After an approval the worker rates the poster, and it comes back. After ${duration(terms.windows.rate)} the worker can take it back without a rating. ${STAKE_LOST}`}
        </Fact>
        <Fact name="Who may start">
          {task.mode === "instant"
            ? "The first worker who stakes"
            : `Whom the poster selects; ${task.interestCount} interested`}
        </Fact>
        {terms.judge && (
          <Fact name="Judge">
            {shortAddress(terms.judge)} may read submitted work and approve it besides the poster, which pays the worker
            at once. It cannot reject work, delay it or take money.
          </Fact>
        )}
        <Fact name="To deliver">{duration(terms.windows.work)} from the start</Fact>
        <Fact name="To decide">{duration(terms.windows.review)} from the delivery</Fact>
        <Fact name="Change requests">
          {task.changeRounds} of at most {terms.maxChangeRounds} made
        </Fact>
        {task.state === "FUNDED" && deadlines.openUntil && (
          <Fact name="Open until">
            <At time={deadlines.openUntil} />
          </Fact>
        )}
        <Fact name="Posted">
          <Ago time={task.createdAt} />
        </Fact>
        {task.category && (
          <Fact name="Category">
            <Untrusted text={words(task.category)} />
          </Fact>
        )}
        {task.tags.length > 0 && (
          <Fact name="Tags">
            <span class="labels">
              {task.tags.map((tag) => (
                <a class="label" key={tag} href={`/app?${new URLSearchParams({ tag }).toString()}`}>
                  <Untrusted text={tag} />
                </a>
              ))}
            </span>
          </Fact>
        )}
        <Fact name="Number">
          {task.taskId}{" "}
          <span class="quiet">
            {task.contract === "human" ? "among tasks with deadlines of days" : "among tasks with deadlines of minutes"}
          </span>
        </Fact>
      </Facts>
    </details>
  );
}
