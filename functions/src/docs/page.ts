import { DOCUMENTS } from "./documents";

/** Text as it stands in HTML. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A plain page: one file, no script, nothing fetched from elsewhere. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="service-desc" type="application/json" href="${DOCUMENTS.openapi.path}">
<link rel="service-doc" type="text/markdown" href="${DOCUMENTS.guide.path}">
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
section:target { outline: 2px solid; outline-offset: 0.5rem; }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
