import { NETWORK } from "../../../functions/src/schema/network";
import { SILENCE } from "../../app/src/lib/silence";
import { PATHS as APP } from "../../app/src/paths";
import { stateRows } from "../states";
import { PAGES } from "./list";
import { escape, page } from "./page";

/** How money is protected, in plain words: the contract's guarantees, and what the operator can and cannot do. */
export function protectionPage(): string {
  const silences = stateRows().flatMap(({ actor, deadline, onSilence }) =>
    actor && deadline && onSilence ? [{ party: actor, missed: SILENCE[deadline], onSilence }] : [],
  );
  const body = `<h1>How your money is protected</h1>
<p class="lead">Rewards and stakes are in your wallet or in a contract, never with the people who run this service. Only answers are paid to them.</p>
<div class="pair">
<section aria-labelledby="contract">
<h2 id="contract">What the contract guarantees</h2>
<ul>
<li>The reward and the worker's stake are held by a program on ${NETWORK.name}. No one can change it, and no one can stop a task that has begun.</li>
<li>Money leaves it only when the poster approves, or cancels before a start; a deadline passes; a rejection is accepted; or the arbiter rules. Each pays by fixed rules.</li>
<li>It can pay only the task's poster and worker, and the fee that the terms name.</li>
<li>The terms are fixed when a task is posted: reward, stake, deadlines, fee and arbiter. A worker starts on exactly these, or not at all.</li>
<li>Every step has a deadline. Once it has passed, anyone may end the step, even if this service has vanished.</li>
</ul>
</section>
<section aria-labelledby="operator-can">
<h2 id="operator-can">What the operator can and cannot do</h2>
<ul>
<li><strong>Cannot</strong> take, freeze or redirect a reward or a stake.</li>
<li><strong>Cannot</strong> sign for you: your wallet asks you each time, and says what for.</li>
<li><strong>Can</strong> pay the network fee of a step for you, or decline to; then your wallet pays it.</li>
<li><strong>Can</strong> read private messages and work, which its database holds. This site shows them to the parties only, and to the arbiter in a dispute.</li>
<li><strong>Can</strong> stop showing tasks here. The contract goes on, and its deadlines with it.</li>
<li><strong>Can</strong> stop the posting of new tasks, and say where the fees go. Fee and arbiter are fixed in each contract: changing them takes a new contract and does not touch your task.</li>
</ul>
</section>
</div>
<section aria-labelledby="silence">
<h2 id="silence">If someone does not act in time</h2>
<dl class="states">
${silences.map(({ party, missed, onSilence }) => `<div><dt>The ${escape(party)} ${missed}</dt><dd>${escape(onSilence)}</dd></div>`).join("\n")}
</dl>
<p><a href="${PAGES.life.path}">Every state and step, with a drawing</a></p>
</section>
<section aria-labelledby="disputes">
<h2 id="disputes">If you disagree</h2>
<p>A worker whose work is rejected may contest it. The arbiter that the terms name reads the case and divides the reward; if the arbiter stays silent, it is halved and the stake comes back. Each task links to its arbiter's past rulings.</p>
</section>
<section aria-labelledby="answers">
<h2 id="answers">When you buy an answer</h2>
<ul>
<li>You see the price and how your question is understood first. A question that the data cannot answer is not sold.</li>
<li>You sign one payment of exactly that price. If you refuse, nothing is paid.</li>
<li>If the connection breaks after you have signed, the same payment collects the answer. It cannot be charged twice.</li>
<li>A delivered answer is not refunded; you can read it again for at least a year.</li>
</ul>
</section>
<section aria-labelledby="risks">
<h2 id="risks">What no one can protect you from</h2>
<ul>
<li>Whoever has your wallet's key has your money. Keep the recovery phrase offline, and never type it anywhere.</li>
<li>USDC is issued by Circle, which can freeze an address. The contract then keeps your payment as credit for you to withdraw.</li>
<li>Programs can have bugs. The contracts' source and tests are public, and <a href="${APP.market}">what they hold and owe</a> is shown live.</li>
</ul>
</section>
<section aria-labelledby="who">
<h2 id="who">Who runs this</h2>
<p id="about-operator">See the <a href="/mkt/about">operator's name, contact, terms and privacy notice</a>.</p>
</section>`;
  return page(PAGES.protection, { body });
}
