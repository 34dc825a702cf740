/* Opens the explorer (Swagger UI) in the place of the list. It is large, so it is loaded when somebody wants it. */
(() => {
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
      await new Promise((onComplete) => {
        window.SwaggerUIBundle({ url: source, domNode: place, docExpansion: "list", defaultModelsExpandDepth: 0, validatorUrl: null, onComplete });
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
