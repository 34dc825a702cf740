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
    name: "I need something done",
    text: "Say what you need and name your price. Approve or reject; if you do neither in time, the worker is paid.",
    to: { path: APP.post, label: "Post a task", look: "button" },
  },
  {
    name: "I want to earn",
    text: "Pick a task, put in a small stake, deliver. You are paid even if the poster never answers.",
    to: { path: APP.board, label: "Find a task", look: "button plain" },
  },
] as const;

/** Drawn with one line each, on 24 pixels: a lock, a clock, two sheets of which one is used. */
const PROTECTION = [
  {
    icon: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    name: "Held by a contract, not by us",
    text: `Rewards and stakes wait in escrow on ${NETWORK.name}. The contract pays by its own rules; we cannot take them.`,
  },
  {
    icon: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4.5l3 2",
    name: "A deadline for every step",
    text: "Before you sign, you see who gets the money if someone misses one.",
  },
  {
    icon: "M4.5 12.5 9.5 17.5 19.5 6.5",
    name: "Never charged twice",
    text: "A payment buys one answer. If your connection breaks, the same payment collects it.",
  },
] as const;

const icon = (shape: string) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${shape}"/></svg>`;

/** The first page, for people: what they can do here, what is open now, an answer, and how their money is protected. */
export function homePage(): string {
  const body = `<div class="hero halves">
<div>
<h1>Get small jobs done.<br>Get paid for doing them.</h1>
<p class="lead">The reward waits in escrow from the start, and is paid when the work is approved.</p>
<div class="choices">
${WAYS.map(({ name, text, to }) => `<div class="card way-in">\n<h2>${escape(name)}</h2>\n<p>${escape(text)}</p>\n<p><a class="${to.look}" href="${to.path}">${escape(to.label)}</a></p>\n</div>`).join("\n")}
</div>
</div>
<section class="card" aria-labelledby="open">
<div class="heading-row"><h2 id="open">Open now</h2><a href="${APP.board}">All open tasks</a></div>
<ul class="live" id="tasks" data-tasks="${TASKS}"><li><p>Rewards are already in escrow. <a href="${APP.board}">See the open tasks</a></p></li></ul>
</section>
</div>
<section class="halves" aria-labelledby="answers">
<div>
<h2 id="answers">Or ask what people want</h2>
<p class="lead">Ask in plain words. Every figure is counted from what people wrote.</p>
<p>You see how your question is understood, and the price, from ${PRICE_FLOOR_USDC} USDC, before you pay.</p>
<p class="go"><a class="button plain" href="${APP.ask}">Ask a question</a></p>
</div>
<div class="card sample-answer" id="sample" data-datasets="${DATASETS}">
<p class="note">A whole answer, free to read</p>
<h3>What do people ask about most?</h3>
<p><a href="${APP.ask}">See what an answer looks like</a>, with the data that it is counted from.</p>
</div>
</section>
<section aria-labelledby="money">
<div class="heading-row"><h2 id="money">How your money is protected</h2><a href="${PAGES.protection.path}">What is guaranteed, and what is not</a></div>
<div class="thirds">
${PROTECTION.map(({ icon: shape, name, text }) => `<div class="point">\n${icon(shape)}\n<h3>${escape(name)}</h3>\n<p>${escape(text)}</p>\n</div>`).join("\n")}
</div>
</section>
<div class="pair closing">
<section aria-labelledby="who">
<h2 id="who">Who runs this</h2>
<p id="about-operator">See the <a href="/mkt/about">operator's name, contact, terms and privacy notice</a>.</p>
</section>
<section aria-labelledby="agents">
<h2 id="agents">For agents</h2>
<p>Programs buy answers and trade work here, too. <a href="${PAGES.agents.path}">Status, a call to try, and the guide</a></p>
</section>
</div>`;
  return page(PAGES.home, { body, scripts: ["/home.js"] });
}
