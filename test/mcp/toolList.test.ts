import Ajv2020 from "ajv/dist/2020";
import { toolListOf } from "../../functions/src/catalogue/toolList";
import { anyFormOf } from "../../functions/src/catalogue/access";
import { operationsOf } from "../../functions/src/catalogue/operations";
import { TOOLSETS, type Toolset } from "../../functions/src/catalogue/toolsets";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";
import { currentClient, legacyClient, type ListedTool } from "./clients";

/** Bytes of one list, and of one toolset. */
const MAX_BYTES = 60_000;
const MAX_TOOLSET_BYTES = 30_000;
/** Tools of the average size that each list must have room for. */
const SPARE = 4;

const list = toolListOf(ENDPOINTS);
const names = Object.keys(TOOLSETS) as Toolset[];
const { db } = testFirestore();

const service = forFile(() => testService({ db }));

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

/** The result of tools/list as it is sent, and its size. */
async function listed(query = ""): Promise<{ bytes: number; tools: ListedTool[]; nextCursor?: string }> {
  const response = await fetch(`${service.baseUrl}/mcp${query}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } }),
  });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result: { tools: ListedTool[]; nextCursor?: string } };
  return { ...result, bytes: Buffer.byteLength(text) };
}

describe("T2: tools/list over HTTP", () => {
  it("has all tools on one page that leaves room for more", async () => {
    const { bytes, tools, nextCursor } = await listed();
    expect([tools.length, nextCursor]).toEqual([Object.values(ENDPOINTS).flat().length, undefined]);
    expect(bytes + (bytes / tools.length) * SPARE).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.each(names)("has the toolset %s alone", async (name) => {
    const { bytes, tools } = await listed(`?toolset=${name}`);
    expect(tools).toEqual(JSON.parse(JSON.stringify(list.tools(name))));
    expect(tools.length).toBeGreaterThan(0);
    expect(bytes + (bytes / tools.length) * SPARE).toBeLessThanOrEqual(MAX_TOOLSET_BYTES);
  });

  it("has each tool in some toolset, and what each side needs to prove itself in its own", () => {
    const inSets = new Set(names.flatMap((name) => list.tools(name).map((tool) => tool.name)));
    expect([...inSets].sort()).toEqual(
      list
        .tools()
        .map(({ name }) => name)
        .sort(),
    );
    for (const name of ["work", "hire", "disputes", "account"] as const)
      expect(list.tools(name).map((tool) => tool.name)).toEqual(
        expect.arrayContaining(["mktAgentSessionChallenge", "mktAgentSession", "mktSignPrepare"]),
      );
  });

  it("refuses an unknown toolset and names the known ones", async () => {
    const response = await fetch(`${service.baseUrl}/mcp?toolset=none`, { method: "POST", body: "{}" });
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining(names.join(", ")) }),
      }),
    ]);
  });
});

describe.each([
  ["2026-07-28", currentClient],
  ["2025-11-25", legacyClient],
] as const)("the official client at revision %s with a toolset", (_revision, connect) => {
  it("lists the toolset and can call every tool", async () => {
    const client = await connect(`${service.baseUrl}/mcp?toolset=answers`);
    expect((await client.tools()).map(({ name }) => name)).toEqual(list.tools("answers").map(({ name }) => name));
    const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    expect(await client.call("mktAgentSessionChallenge", { wallet })).toMatchObject({
      json: { message: expect.stringContaining(wallet) },
    });
    await client.close();
  });
});

describe("a listed tool", () => {
  const ajv = new Ajv2020({ strict: false });
  const full = new Map(
    operationsOf(ENDPOINTS).map((operation) => [operation.id, { ...anyFormOf(operation), type: "object" }]),
  );

  /** As mktSignPrepare and the wallet add them. */
  const ADDED = {
    wallet: `0x${"7".repeat(40)}`,
    timestamp: 1_769_860_800,
    nonce: "q7Jx2mB0dV9wKc4t",
    signature: "0x5a",
  };

  it.each(list.tools())(
    "$name has one example unless it takes nothing, valid by its short schema and by the full one as soon as it is signed",
    (tool) => {
      const { examples = [], required = [] } = tool.inputSchema;
      expect(examples).toHaveLength(Object.keys(tool.inputSchema.properties ?? {}).length > 0 ? 1 : 0);
      const isSigned = /[Ss]igned by mktSignPrepare\./.test(tool.description) && required.includes("nonce");
      const example = { ...(examples[0] as object | undefined), ...(isSigned && ADDED) };
      for (const schema of [tool.inputSchema, full.get(tool.name) ?? false])
        expect([ajv.validate(schema, example), ajv.errorsText()]).toEqual([true, "No errors"]);
      if (isSigned) expect(Object.keys(examples[0] as object)).not.toEqual(expect.arrayContaining(["nonce"]));
    },
  );

  it("takes the payment fields where it is paid, and requires none, so that a replay is a call too", () => {
    const { inputSchema } = list.tools().find(({ name }) => name === "demandInsights")!;
    expect(Object.keys(inputSchema.properties ?? {})).toEqual([
      "query",
      "messages",
      "intentId",
      "txHash",
      "payerSignature",
      "plan",
    ]);
    expect(inputSchema.required ?? []).toEqual([]);
  });

  it("says in the instructions where the fields come from that its example leaves out", () => {
    expect(list.instructions).toContain(`Their examples leave out ${Object.keys(ADDED).join(", ")}`);
  });

  it.each(list.tools())("$name has every field of the full schema, and what is required", (tool) => {
    const { properties = {}, required = [] } = tool.inputSchema;
    const whole = full.get(tool.name);
    // A longer answer is for programs; the server takes the field all the same.
    const fields = Object.keys(whole?.properties ?? {}).filter((field) => field !== "view");
    expect([Object.keys(properties), required]).toEqual([fields, whole?.required ?? []]);
    expect(tool.description).toMatch(/ \((GET|POST) \/\S+\)$/);
  });
});
