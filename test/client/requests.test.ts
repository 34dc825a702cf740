import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from "@usebruno/lang";
import { builtPages } from "../../dev/tools/generated";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";

const ROOT = path.join(__dirname, "../..");
const BRUNO = "hosting/bruno/";
const BUILT = builtPages(ROOT);

interface Sent {
  name: string;
  method: string;
  url: string;
  body: string | null;
  isBearer: boolean;
}

const { db } = testFirestore();
let bruno: Sent[];
let http: Sent[];
let market: Market;
let variables: Record<string, string>;
beforeAll(async () => {
  [bruno, http] = [brunoRequests(), httpRequests()];
  market = await Market.open(db);
  const { taskId, contract } = await market.task("agent-fast");
  variables = {
    baseUrl: market.service.baseUrl,
    wallet: market.address("buyer"),
    contract,
    taskId: String(taskId),
    intentId: "k1.none.none",
    txHash: `0x${"5f".repeat(32)}`,
    agentSessionToken: `mkts_${"a".repeat(43)}`,
  };
});
afterAll(() => market.close());

const filled = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => variables[name] ?? `no variable ${name}`);

/** The collection as Bruno itself reads it. */
function brunoRequests(): Sent[] {
  const files = Object.keys(BUILT).filter(
    (file) => file.startsWith(BRUNO) && file.endsWith(".bru") && !/collection|folder|environments/.test(file),
  );
  return files.map((file) => {
    const read = bruToJsonV2(BUILT[file]!) as {
      meta: { name: string };
      http: { method: string; url: string; auth: string };
      body?: { json?: string };
    };
    return {
      name: read.meta.name,
      method: read.http.method.toUpperCase(),
      url: read.http.url,
      body: read.body?.json ?? null,
      isBearer: read.http.auth === "bearer",
    };
  });
}

/** requests.http as the format is written: requests between ###, a request line, headers, an empty line, a body. */
function httpRequests(): Sent[] {
  const text = readFileSync(path.join(ROOT, "docs/recipes/requests.http"), "utf8");
  return text
    .split(/^### .*$/m)
    .slice(1)
    .map((block) => {
      const [head = "", ...rest] = block.trim().split("\n\n");
      const lines = head.split("\n");
      const [method = "", url = ""] = (lines.find((line) => /^(GET|POST) /.test(line)) ?? "").split(" ");
      const name = /# @name (\w+)/.exec(head)?.[1] ?? "";
      return {
        name,
        method,
        url,
        body: rest.length > 0 ? rest.join("\n\n") : null,
        isBearer: lines.some((line) => line.startsWith("Authorization: Bearer ")),
      };
    });
}

async function codeOf({ method, url, body, isBearer }: Sent): Promise<string> {
  const headers = {
    ...(body !== null && { "content-type": "application/json" }),
    ...(isBearer && { authorization: `Bearer ${variables["agentSessionToken"]}` }),
  };
  const response = await fetch(filled(url), { method, headers, ...(body !== null && { body: filled(body) }) });
  const answer = (await response.json()) as { code?: string };
  return response.ok ? "ok" : `${answer.code}`;
}

/** Codes by which the service says that a request itself was good, and only its example's values are no one's. */
const WELL_FORMED = new Set(
  (
    "relay_unavailable ok payment_required intent_not_found signature_invalid signature_expired " +
    "session_invalid session_required task_not_found forbidden_role state_conflict tx_not_confirmed " +
    "not_found metadata_hash_mismatch"
  ).split(" "),
);

describe("requests that readers send", () => {
  it("are all there, in both forms, under the same names", () => {
    const names = (list: readonly Sent[]) => list.map(({ name }) => name.replace("-", "_")).sort();
    expect(names(bruno)).toEqual(names(http));
    expect(bruno.length).toBeGreaterThan(50);
  });

  it("are well-formed for the service: none is refused for its shape", async () => {
    for (const requests of [bruno, http]) {
      const codes = await Promise.all(requests.map(async (sent) => [sent.name, await codeOf(sent)] as const));
      expect(codes.filter(([, code]) => !WELL_FORMED.has(code))).toEqual([]);
      expect(codes.filter(([, code]) => code === "ok" || code === "payment_required").length).toBeGreaterThan(12);
    }
  });

  it("name only variables that the environments have", () => {
    for (const name of ["local", "base"]) {
      const environment = bruToEnvJsonV2(BUILT[`${BRUNO}environments/${name}.bru`]!) as {
        variables: { name: string }[];
      };
      const known = new Set(environment.variables.map((variable) => variable.name));
      const used = bruno.flatMap(({ url, body }) =>
        [...`${url}${body ?? ""}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable ?? ""),
      );
      expect(used.filter((variable) => !known.has(variable))).toEqual([]);
    }
    const given = [
      ...readFileSync(path.join(ROOT, "docs/recipes/requests.http"), "utf8").matchAll(/^@(\w+) = (.*)$/gm),
    ];
    expect(given.map(([, name, value]) => [name, value !== ""])).toEqual(
      Object.keys(variables).map((name) => [name, true]),
    );
    expect(collectionBruToJson(BUILT[`${BRUNO}collection.bru`]!)).toMatchObject({
      meta: { name: "mkt" },
    });
  });

  it("are what `npm run generate` writes, and so are the client's types and the vectors", () => {
    const check = spawnSync(process.execPath, ["--import", "tsx", "dev/tools/recipes.ts", "--check"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect([check.status, check.stderr]).toEqual([0, ""]);
  });
});
