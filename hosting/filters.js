/* Lists the values that analytics can be filtered by, as the service gives them now. */
(() => {
  const PATIENCE_MS = 8_000;
  const section = document.querySelector("#filters");
  const status = section.querySelector("[role=status]");
  const link = [...status.childNodes];

  read().then(show, () => status.replaceChildren("No answer now. ", ...link));

  async function read() {
    const response = await fetch(section.dataset.filters, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new TypeError(`status ${response.status}`);
    return response.json();
  }

  function show({ aggregates, country, category, industry, updatedAt }) {
    const lists = Object.entries({ aggregate: aggregates, country, category, industry }).flatMap(([name, values]) => {
      const heading = document.createElement("h2");
      heading.append(Object.assign(document.createElement("code"), { textContent: name }));
      if (values.length === 0) return [heading, Object.assign(document.createElement("p"), { textContent: "None yet." })];
      const list = Object.assign(document.createElement("ul"), { className: "codes" });
      list.append(...values.map((value) => {
        const item = document.createElement("li");
        item.append(Object.assign(document.createElement("code"), { textContent: value }));
        return item;
      }));
      return [heading, list];
    });
    status.replaceChildren(updatedAt ? `As of ${new Date(updatedAt).toLocaleString()}.` : "Nothing is published yet.");
    section.append(...lists);
  }
})();
