import { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } from "@usebruno/lang";
import type { OpenApi } from "../openapiDocument";
import { VARIABLES, type Recipe } from "./recipes";

const SECRET: ReadonlySet<string> = new Set(["agentSessionToken"]);
const DOCS =
  "Written by `npm run build` from the OpenAPI document; don't edit. Choose an environment, and fill in its variables as you go.";

/** The recipes as a Bruno collection: the texts of its files, by their paths in it. Bruno's own writer spells them. */
export function brunoCollection(recipes: readonly Recipe[], { info, tags }: OpenApi): Record<string, string> {
  const files: Record<string, string> = {
    "bruno.json": `${JSON.stringify({ version: "1", name: info.title, type: "collection", ignore: ["node_modules", ".git"] }, null, 2)}\n`,
    "collection.bru": jsonToCollectionBru({ meta: { name: info.title }, docs: `${info.summary}\n\n${DOCS}` }),
    "environments/local.bru": environment(VARIABLES.baseUrl),
    "environments/base.bru": environment("https://mkt.example"),
  };
  for (const { name: tag, description } of tags) {
    const inTag = recipes.filter((recipe) => recipe.tag === tag);
    const folder = tag.toLowerCase().replaceAll(" ", "-");
    files[`${folder}/folder.bru`] = jsonToCollectionBru({ meta: { name: tag }, docs: description });
    for (const [at, recipe] of inTag.entries())
      files[`${folder}/${recipe.name}.bru`] = jsonToBruV2(requestJson(recipe, at + 1));
  }
  return files;
}

function requestJson(
  { name, title, method, path, query, inSession, isSigned, body, keeps }: Recipe,
  at: number,
): object {
  const needed = query.filter(({ isNeeded }) => isNeeded);
  const search = needed.map(({ name: key, value }) => `${key}=${value}`).join("&");
  return {
    meta: { name, type: "http", seq: String(at) },
    http: {
      method: method.toLowerCase(),
      url: `{{baseUrl}}${path}${search && `?${search}`}`,
      body: body === null ? "none" : "json",
      auth: inSession ? "bearer" : "none",
    },
    params: query.map(({ name: key, value, isNeeded }) => ({ name: key, value, type: "query", enabled: isNeeded })),
    ...(inSession && { auth: { bearer: { token: "{{agentSessionToken}}" } } }),
    ...(body !== null && { body: { json: body } }),
    vars: {
      res: Object.entries(keeps).map(([variable, field]) => ({
        name: variable,
        value: `res.body.${field}`,
        enabled: true,
        local: false,
      })),
    },
    docs: isSigned
      ? `${title}\n\nTo be signed: POST /mkt/sign/prepare writes the text, and gives timestamp and nonce.`
      : title,
  };
}

function environment(baseUrl: string): string {
  const variables = Object.entries({ ...VARIABLES, baseUrl }).map(([name, value]) => ({
    name,
    value,
    enabled: true,
    secret: SECRET.has(name),
  }));
  return envJsonToBruV2({ variables });
}
