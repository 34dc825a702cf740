/* Says who runs this service, as its settings state it, and for which network. Without an answer the page stays as it is. */
(() => {
  const PATIENCE_MS = 8_000;

  tell().catch(() => {});

  async function tell() {
    const response = await fetch("/mkt/about", { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { operator } = await response.json();
    const links = linksOf(operator);
    const foot = document.querySelector("#operator");
    foot?.replaceChildren(operator.name === null ? foot.textContent : `Run by ${operator.name}.`, ...spaced(links));
    const about = document.querySelector("#about-operator");
    if (operator.name === null) return about?.replaceChildren("The operator has not given a name. It cannot take what is in escrow.", ...spaced(linksOf(operator)));
    about?.replaceChildren(`This service is run by ${operator.name}.`, ...spaced(linksOf(operator)));
  }

  function linksOf({ contact, termsUrl, privacyUrl }) {
    const contactUrl = contact === null || contact.startsWith("https:") ? contact : `mailto:${contact}`;
    return [
      ["Contact", contactUrl],
      ["Terms", termsUrl],
      ["Privacy", privacyUrl],
    ].flatMap(([textContent, href]) => (href === null ? [] : [link(textContent, href)]));
  }

  function link(textContent, href) {
    return Object.assign(document.createElement("a"), { textContent, href });
  }

  function spaced(links) {
    return links.flatMap((link) => [" ", link]);
  }
})();
