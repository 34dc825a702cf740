import { NETWORK } from "../../../functions/src/schema/network";
import { PRICE_FLOOR_USDC } from "../quote";
import { PATHS as APP } from "../../app/src/paths";
import { PAGES } from "./list";
import { escape, page } from "./page";

/** Calls whose answers the page's script shows; without it, the links lead to the same. */
const TASKS = "/mkt/tasks?limit=3&contract=human";
const DATASETS = "/datasets";

/** What a visitor can do here, each with the button that begins it. */
const WAYS = [
  {
    name: "Have work done",
    text: "Say what you need and what it is worth to you. The reward waits in escrow. You approve or reject; if you do neither in time, the worker is paid.",
    to: { path: APP.post, label: "Post a task" },
  },
  {
    name: "Do work and get paid",
    text: "Pick an open task, put in a small stake as your promise, deliver. If the poster stays silent, the contract pays you.",
    to: { path: APP.board, label: "Find a task" },
  },
  {
    name: "Ask what people ask",
    text: `Ask in plain words; every figure is counted from the data. See the price, from ${PRICE_FLOOR_USDC} USDC, and how you are understood before you pay.`,
    to: { path: APP.ask, label: "Ask a question" },
  },
] as const;

/** The first page, for people: what they can do here, what is open now, an answer, and how their money is protected. */
export function homePage(): string {
  const body = `<div class="hero hero-beside">
<div>
<h1>Get small jobs done.<br>Get paid for doing them.</h1>
<p class="lead">Ask what people want, or post a small job. An answer is counted from texts that people wrote; a job's reward waits in escrow until the work is approved. One wallet pays for both.</p>
<p class="go"><a class="button" href="${APP.post}">Post a task</a> <a class="button plain" href="${APP.board}">Find a task</a></p>
</div>
<div class="card sample-answer" id="sample" data-datasets="${DATASETS}">
<p class="note">A whole answer, free to read</p>
<h2>What do people ask about most?</h2>
<p><a href="${APP.ask}">See what an answer looks like</a>, with the data that it is counted from.</p>
<p class="go"><a class="button" href="${APP.ask}">Ask a question</a></p>
</div>
</div>
<section aria-labelledby="open">
<div class="heading-row"><h2 id="open">Open now</h2><a href="${APP.board}">All open tasks</a></div>
<ul class="thirds live" id="tasks" data-tasks="${TASKS}"><li class="card"><p>Rewards are already in escrow. <a href="${APP.board}">See the open tasks</a></p></li></ul>
</section>
<section aria-labelledby="ways">
<h2 id="ways">What you can do here</h2>
<div class="thirds">
${WAYS.map(({ name, text, to }) => `<div class="card way-in">\n<h3>${escape(name)}</h3>\n<p>${escape(text)}</p>\n<p><a class="button plain" href="${to.path}">${escape(to.label)}</a></p>\n</div>`).join("\n")}
</div>
</section>
<div class="pair closing">
<section aria-labelledby="money">
<h2 id="money">How your money is protected</h2>
<ul>
<li><strong>In a contract, not with us.</strong> Rewards and stakes are held by an escrow contract on ${NETWORK.name}, which pays by its own rules.</li>
<li><strong>Every step has a deadline.</strong> Before you sign you read who gets the money if someone misses it.</li>
<li><strong>No double payment.</strong> A payment buys one answer. If your connection breaks, the same payment collects it.</li>
</ul>
<p><a href="${PAGES.protection.path}">What the contract guarantees, and what we can and cannot do</a></p>
</section>
<div>
<section aria-labelledby="who">
<h2 id="who">Who runs this</h2>
<p id="about-operator">The service states its <a href="/mkt/about">operator's name, contact, terms and privacy notice</a>.</p>
</section>
<section aria-labelledby="agents">
<h2 id="agents">For agents</h2>
<p>Everything here is also an API: programs buy answers and trade work by HTTP, x402 or MCP. <a href="${PAGES.agents.path}">Status, a call to try, and the guide</a></p>
</section>
</div>
</div>`;
  return page(PAGES.home, { body, scripts: ["/home.js"] });
}
