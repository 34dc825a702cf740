/* Shows how the service is, as its health document says now. Without an answer the page says just that. */
(() => {
  const PATIENCE_MS = 8_000;
  const WORDS = {
    ok: "All parts are well.",
    degraded: "It works, but not every part is as it should be.",
    down: "It cannot answer now.",
  };
  const section = document.querySelector("#status");
  const now = section.querySelector(".now");

  for (const origin of document.querySelectorAll("[data-origin]")) {
    const code = document.createElement("code");
    code.textContent = location.origin;
    origin.replaceChildren(code);
  }

  now.textContent = "Asking …";
  read().then(show, () => say("unknown", "No answer now.", "This page cannot tell how the service is."));

  tellNumbers().catch(() => {});
  tellDatasets().catch(() => {});

  /** What the market did so far, where there is enough of it to be told; nothing otherwise. */
  async function tellNumbers() {
    const numbers = document.querySelector("#numbers");
    const response = await fetch(numbers.dataset.market, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { totals } = await response.json();
    if (!totals) return;
    numbers.textContent = `${totals.open} tasks are open now; ${totals.approved} were approved so far, for ${totals.paidUsdc} USDC.`;
    numbers.hidden = false;
  }

  /** How large the datasets are now, and a question that each has answered; the link alone where there is none. */
  async function tellDatasets() {
    const datasets = document.querySelector("#datasets");
    const response = await fetch(datasets.dataset.datasets, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { items } = await response.json();
    if (items.length === 0) return;
    const sizes = items.map(({ kind, datasetCount }) => `${datasetCount.toLocaleString("en-US")} ${kind}`).join(" and ");
    const asked = items.flatMap(({ examples }) => examples.slice(0, 1).map(({ question }) => `“${question}”`));
    datasets.prepend(`Now over ${sizes}${asked.length > 0 ? `: ${asked.join(" ")}` : "."} `);
  }

  async function read() {
    const response = await fetch(section.dataset.health, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const health = await response.json();
    if (!(health.status in WORDS)) throw new TypeError("not a health document");
    return health;
  }

  function show({ status, checks, version, time }) {
    say(status, status, `${WORDS[status]} Asked at ${new Date(time).toLocaleTimeString()}, interface ${version}.`);
    const parts = document.createElement("dl");
    parts.className = "parts";
    for (const [name, { ok }, detail] of rowsOf(checks)) {
      const row = document.createElement("div");
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      const word = Object.assign(document.createElement("span"), { className: ok ? "ok" : "degraded", textContent: ok ? "well" : "not well" });
      text.append(word, detail && `, ${detail}`);
      row.append(term, text);
      parts.append(row);
    }
    section.append(parts);
  }

  function rowsOf({ firestore, rpc, contracts, settlement, indexer, answers }) {
    const known = (value, words) => (value === null || value === undefined ? "" : words);
    const vault = ({ escrowUsdc, liabilitiesUsdc }) => known(escrowUsdc, `holds ${escrowUsdc} USDC, owes ${liabilitiesUsdc ?? "?"}`);
    return [
      ["Database", firestore, ""],
      ["Chain", rpc, known(rpc.blockNumber, `block ${rpc.blockNumber}, ${rpc.lagSeconds} s old`)],
      ["Escrow human", contracts.human, vault(contracts.human)],
      ["Escrow agent-fast", contracts.agentFast, vault(contracts.agentFast)],
      ["Signed payments", settlement, settlement.by === "nobody" ? "not taken here" : `settled by ${settlement.by === "wallet" ? "the service's wallet" : "a facilitator"}`],
      ["Indexer", indexer, known(indexer.lagBlocks, `${indexer.lagBlocks} blocks behind`)],
      ["Answers", answers, known(answers.count, `${answers.count} records, ${answers.engine} engine`)],
    ];
  }

  function say(kind, word, text) {
    const strong = document.createElement("strong");
    strong.className = kind;
    strong.textContent = word;
    now.replaceChildren(strong, ` ${text}`);
  }
})();
