import { toolListOf } from "../../functions/src/catalogue/toolList";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { forFile } from "../setup/forFile";
import { Market } from "../setup/market";
import { currentClient } from "./clients";

const market = Market.forFile();
const client = forFile(() => currentClient(`${market.service.baseUrl}/mcp`));
beforeAll(async () => {
  await client.tools();
});

/** What the service says to a well-formed request about a task, a payment or a role that does not exist here. */
const NOT_HERE = (
  "not_found relay_unavailable task_not_found intent_not_found webhook_not_found payment_required " +
  "session_required session_invalid signature_invalid signature_expired state_conflict forbidden_role " +
  "relay_unavailable"
).split(" ");

/** The same of a webhook: no host of an example can be resolved. */
const NO_HOST = "url must have a host that can be resolved.";

/** The arguments of a tool: its example, signed where it has to be. */
function argumentsOf({ inputSchema, description = "" }: ReturnType<typeof LIST.tools>[number]) {
  const [example = {}] = (inputSchema.examples ?? []) as Record<string, unknown>[];
  const path = /\(POST (\/\S+)\)$/.exec(description)?.[1] ?? "";
  const endpoint = Object.values(ENDPOINTS)
    .flat()
    .find((one) => one.method === "POST" && one.path === path);
  return endpoint?.auth.kind.startsWith("signed") ? market.sign(path, "stranger", example) : example;
}
/** Asks to wait for nothing. */
const unhurried = (input: Record<string, unknown>) => ("wait" in input ? { ...input, wait: 0 } : input);
const LIST = toolListOf(ENDPOINTS);

describe("each listed example is one real case", () => {
  it.each(LIST.tools())("$name is answered, or refused for what does not exist here", async (tool) => {
    const { isError, json } = await client.call(tool.name, unhurried(await argumentsOf(tool)));
    const { code = "", detail } = (json ?? {}) as { code?: string; detail?: string };
    const isNotHere = NOT_HERE.includes(code) || detail === NO_HOST;
    if (isError) expect([isNotHere ? "not here" : code, detail]).toEqual(["not here", detail]);
  });
});
