/* Opens the explorer (Swagger UI) in the place of the list. It is large, so it is loaded when somebody wants it. */
(() => {
  const NAMES = [
    ["#servers", "Server"],
    [".content-type", "Media type"],
    [".examples-select-element", "Example"],
  ];
  const button = document.querySelector("#open-explorer");
  const place = document.querySelector("#explorer");
  const says = document.querySelector("#explorer-says");
  const { files, document: source } = button.dataset;

  button.hidden = false;
  button.addEventListener("click", () => void open());
  openNamedCall();
  addEventListener("hashchange", openNamedCall);

  /** A link to a call opens it. */
  function openNamedCall() {
    const named = document.getElementById(location.hash.slice(1));
    if (named instanceof HTMLDetailsElement) named.open = true;
  }

  async function open() {
    button.disabled = true;
    says.textContent = "Loading …";
    try {
      await Promise.all([style(`${files}/swagger-ui.css`), script(`${files}/swagger-ui-bundle.js`)]);
      followColours();
      new MutationObserver(mend).observe(place, { childList: true, subtree: true });
      await new Promise((onComplete) => {
        window.SwaggerUIBundle({
          url: source,
          domNode: place,
          docExpansion: "list",
          defaultModelsExpandDepth: 0,
          // Its colours of code are too faint to read, and its validator is another host's.
          syntaxHighlight: { activated: false },
          validatorUrl: null,
          onComplete,
        });
      });
      place.hidden = false;
      document.querySelector("#calls").hidden = true;
      button.hidden = true;
      says.textContent = "Calls go to this host. What you pay for here is paid for.";
    } catch {
      button.disabled = false;
      says.textContent = "The explorer could not be loaded. The list below has every call.";
    }
  }

  function followColours() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
    dark.addEventListener("change", follow);
    follow();
  }

  /** What the explorer leaves out for those who read by keyboard or by ear: names of its lists, and a way into what scrolls. */
  function mend() {
    for (const list of place.querySelectorAll("select:not([aria-label])")) {
      list.setAttribute("aria-label", NAMES.find(([selector]) => list.matches(selector))?.[1] ?? "Choose");
    }
    for (const block of place.querySelectorAll("pre:not([tabindex])")) block.tabIndex = 0;
  }

  function style(href) {
    return loaded(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }

  function script(src) {
    return loaded(Object.assign(document.createElement("script"), { src }));
  }

  function loaded(element) {
    return new Promise((resolve, reject) => {
      element.addEventListener("load", resolve);
      element.addEventListener("error", reject);
      document.head.append(element);
    });
  }
})();
