import { VARIABLES, type Recipe } from "./recipes";

const HEAD = `# Every call of the service, ready to send with the REST clients of editors (VS Code, JetBrains) or httpyac.
# Written by \`npm run generate\` from the OpenAPI document; don't edit. Fill in the variables as you go: a quote gives
# intentId, your payment txHash, a session agentSessionToken.`;

/** The recipes as the text of requests.http. */
export function httpFile(recipes: readonly Recipe[]): string {
  // httpyac does not read a variable without a value, nor those beside it.
  const variables = Object.entries(VARIABLES).map(([name, value]) => `@${name} = ${value || "none"}`);
  return `${[HEAD, "", ...variables, "", ...recipes.map(request)].join("\n")}`;
}

function request({ name, title, method, path, query, inSession, isSigned, body }: Recipe): string {
  const needed = query.filter(({ isNeeded }) => isNeeded).map(({ name: key, value }) => `${key}=${value}`);
  const others = query.filter(({ isNeeded }) => !isNeeded).map(({ name: key }) => key);
  return [
    `### ${title}`,
    `# @name ${name.replace("-", "_")}`,
    ...(isSigned ? ["# To be signed: POST /mkt/sign/prepare writes the text, and gives timestamp and nonce."] : []),
    ...(others.length > 0 ? [`# Takes also: ${others.join(", ")}`] : []),
    `${method} {{baseUrl}}${path}${needed.length > 0 ? `?${needed.join("&")}` : ""}`,
    ...(inSession ? ["Authorization: Bearer {{agentSessionToken}}"] : []),
    ...(body === null ? [] : ["Content-Type: application/json", "", body]),
    "",
    "",
  ].join("\n");
}
