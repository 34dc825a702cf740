import type { Task } from "../../api";
import { STEP_WORDS } from "../../lib/timeline";
import { shortAddress } from "../../lib/text";
import { AddressLink, TxLink } from "../onChain";
import { At } from "../time";

/** Every step of a task with its transaction, and the contract that holds its money: what anyone can check. */
export function History({ task: { history = [], contractAddress } }: { task: Task }) {
  return (
    <details class="card fold">
      <summary>
        <h2>History and proof</h2>
      </summary>
      <div class="wide" role="region" aria-label="History" tabIndex={0}>
        <table class="history">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Transaction</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ step, at, txHash }) => (
              <tr key={txHash + step}>
                <td>
                  <At time={at} />
                </td>
                <td>{STEP_WORDS[step]}</td>
                <td>
                  <TxLink hash={txHash} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        Reward and stake are held by the contract{" "}
        <AddressLink address={contractAddress}>
          <span class="address short">{shortAddress(contractAddress)}</span>
        </AddressLink>
        . <a href="/protection">What it guarantees</a>, and <a href="/life">all states and steps as a drawing</a>.
      </p>
    </details>
  );
}
