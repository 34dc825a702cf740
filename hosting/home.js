/* Shows three tasks that are open now, an answer, and what the wallet has that the app knows. Without an answer of the service the page stays as it is. */
(() => {
  const PATIENCE_MS = 8_000;
  const MAX_ROWS = 5;
  const LISTED = /^(-|\d+\.) /;

  tellTasks().catch(() => {});
  tellSample().catch(() => {});
  tellAccount().catch(() => {});

  function element(name, ...contents) {
    const made = document.createElement(name);
    made.append(...contents);
    return made;
  }

  async function tellAccount() {
    const wallet = localStorage.getItem("mkt-account");
    if (wallet === null) return;
    const response = await fetch("/agentWalletInfo", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ wallet }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { usdc } = await response.json();
    const [whole, short] = [element("span", money(usdc.replace(/(\.\d\d)\d+$/, "$1"))), element("span", inShort(usdc))];
    whole.className = "narrow-off";
    short.className = "narrow-only";
    const link = element("a", whole, short, " ", element("span", "USDC"));
    Object.assign(link, { href: "/app/desk", className: "account-link", title: `My work, of ${wallet}` });
    document.querySelector("#account .button").replaceWith(link);
  }

  async function tellTasks() {
    const list = document.querySelector("#tasks");
    const response = await fetch(list.dataset.tasks, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { items } = await response.json();
    if (items.length === 0) return;
    list.replaceChildren(...items.map(rowOf));
  }

  function rowOf({ contract, taskId, title, rewardUsdc, openUntil, category }) {
    const link = element("a", title ?? `Task ${taskId}`);
    link.href = `/app/task/${contract}/${taskId}`;
    const reward = element("p", `${money(rewardUsdc)} USDC`);
    reward.className = "reward";
    const until = new Date(openUntil).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    const kind = (category ?? "other").replaceAll("-", " ");
    const about = element("p", `${kind.charAt(0).toUpperCase()}${kind.slice(1)} · open until ${until}`);
    about.className = "quiet";
    return element("li", element("p", link), reward, about);
  }

  const money = (amount) => {
    const [whole, places = ""] = amount.split(".");
    return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${places.padEnd(2, "0")}`;
  };

  /** As the app's bar has it on a phone: 999.99, 1,234, 12.3k. */
  function inShort(amount) {
    const [whole] = amount.split(".");
    if (whole.length < 4) return money(amount.replace(/(\.\d\d)\d+$/, "$1"));
    if (whole.length === 4) return money(whole).replace(/\.00$/, "");
    const [digits, unit] = [[13, "T"], [10, "B"], [7, "M"], [4, "k"]].find(([least]) => whole.length >= least);
    const places = whole.length - digits + 1;
    const tenth = whole.charAt(places);
    return `${whole.slice(0, places)}${places < 3 && tenth !== "0" ? `.${tenth}` : ""}${unit}`;
  }

  async function tellSample() {
    const card = document.querySelector("#sample");
    const lines = [1, 2, 3, 4, 5].map(() => element("i"));
    card.append(...lines);
    const found = await exampleOf(card).catch(() => null);
    for (const line of lines) line.remove();
    if (!found) return card.classList.add("short");
    card.querySelector(".note").textContent = `A whole answer, free to read. Counted in ${found.from}`;
    card.querySelector("h3").textContent = found.question;
    card.querySelector("h3").nextElementSibling.replaceWith(...blocksOf(found.reply));
  }

  async function exampleOf(card) {
    const response = await fetch(card.dataset.datasets, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { items } = await response.json();
    const [dataset] = items.filter(({ examples }) => examples.length > 0);
    const { source, datasetCount, examples } = dataset;
    return { ...examples[0], from: `${datasetCount.toLocaleString("en")} texts${source === null ? "." : `: ${source}.`}` };
  }

  /** The beginning of a reply: its first paragraph and its first table or list, in the Markdown that replies are written in. */
  function blocksOf(reply) {
    const parts = reply.split(/\n{2,}/).map((part) => part.trim().split("\n"));
    const first = parts.find(([line]) => line !== "" && !/^([|#-]|\d+\.)/.test(line));
    const figures = parts.find((lines) => (/^\|/.test(lines[0]) ? lines.length > 2 : LISTED.test(lines[0])));
    return [
      ...(first ? [element("p", ...inline(first.slice(0, MAX_ROWS).join(" ")))] : []),
      ...(figures ? [figures[0].startsWith("|") ? tableOf(figures) : listOf(figures)] : []),
    ];
  }

  function listOf(lines) {
    const items = lines.slice(0, MAX_ROWS).map((line) => element("li", ...inline(line.replace(LISTED, ""))));
    return element(lines[0].startsWith("-") ? "ul" : "ol", ...items);
  }

  function tableOf([head, , ...rows]) {
    const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
    const row = (line, name) => element("tr", ...cells(line).map((text) => element(name, ...inline(text))));
    const table = element("table", element("thead", row(head, "th")), element("tbody", ...rows.slice(0, MAX_ROWS).map((line) => row(line, "td"))));
    const wide = element("div", table);
    wide.className = "wide";
    Object.assign(wide, { tabIndex: 0, role: "region", ariaLabel: "Table" });
    return wide;
  }

  /** Bold text; everything else is text as it stands. */
  function inline(text) {
    return text.split(/\*\*/).map((piece, at) => (at % 2 === 1 ? element("strong", piece) : piece.replace(/\\(.)/g, "$1")));
  }
})();
