import { inlineHtml, scrolling } from "./html";
import { PAGES } from "./list";
import { lifeDiagram, stateName } from "./diagram";
import { escape, page } from "./page";
import { stepRows, type StepRow } from "../../../functions/src/catalogue/workflow";
import { stateRows, termRows, type StateRow } from "../states";

/** A task's life as a diagram and in words, generated from the table that the contract's tests also use. */
export function lifePage(): string {
  const steps = stepRows();
  const body = `<h1>A task's life</h1>
<p class="lead">The reward and the worker's stake are held by an escrow contract, not by this service. In each open state one party must act by a deadline; if it does not, anyone may call the timeout. No party can lock the money by inaction.</p>
<div class="beside">
<figure>
${lifeDiagram(steps)}
<figcaption>Under each state: the party that must act, and its deadline. The numbers refer to the steps.</figcaption>
</figure>
<section aria-labelledby="steps">
<h2 id="steps">Steps</h2>
<ol class="steps">
${steps.map(stepItem).join("\n")}
</ol>
</section>
</div>
<section aria-labelledby="states">
<h2 id="states">States</h2>
<dl class="states">
${stateRows().map(stateItem).join("\n")}
</dl>
</section>
<section aria-labelledby="terms">
<h2 id="terms">Terms</h2>
<p>Two deployments of the same contract: <code>human</code> for people, <code>agent-fast</code> for machines.</p>
${termsTable()}
</section>
<p>How to make these calls: the <a href="${PAGES.guide.path}">guide</a>. Their inputs: the <a href="${PAGES.reference.path}">API reference</a>.</p>`;
  return page(PAGES.life, { body });
}

/** Fees, bounds and windows of both deployments, as a table. */
export function termsTable(names?: readonly string[]): string {
  const rows = termRows().filter(({ name }) => names?.includes(name) ?? true);
  return `${scrolling("Terms")}<table>
<thead><tr><th scope="col">Term</th><th scope="col"><code>human</code></th><th scope="col"><code>agent-fast</code></th></tr></thead>
<tbody>
${rows.map(({ name, of }) => `<tr><th scope="row">${inlineHtml(name)}</th><td>${escape(of.human)}</td><td>${escape(of["agent-fast"])}</td></tr>`).join("\n")}
</tbody>
</table></div>`;
}

function stepItem({ action, from, to, who, when, call, money }: StepRow): string {
  const way =
    from === null
      ? `begins as ${stateName(to)}`
      : from === to
        ? `stays ${stateName(to)}`
        : `${stateName(from)} → ${stateName(to)}`;
  const by =
    call === null
      ? ""
      : ` Call: <code>${call.endpoint}</code>${call.action === undefined ? "" : ` (<code>${call.action}</code>)`}.`;
  const pays = money === "–" ? "" : ` Money: ${escape(money)}.`;
  const actor = who.charAt(0).toUpperCase() + who.slice(1);
  return `<li id="${action}"><strong><code>${action}</code></strong> ${escape(way)}<br><span class="quiet">${escape(actor)}, ${escape(when)}.${by}${pays}</span></li>`;
}

function stateItem({ state, actor, deadline, onSilence }: StateRow): string {
  const turns = actor === null ? "Over." : `The ${actor} must act by <code>${deadline}</code>.`;
  return `<div><dt><code>${state}</code></dt><dd>${turns}${onSilence === null ? "" : ` After that: ${escape(onSilence)}`}</dd></div>`;
}
