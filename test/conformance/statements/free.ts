import { strict as assert } from "node:assert";
import { OPTIONAL } from "../feedback";
import { NotShown } from "../world";
import { has, holds } from "../holds";
import { shown, type Statement } from "../statement";

const DOCUMENTS: [path: string, type: RegExp, what: string][] = [
  ["/.well-known/mkt-earn.json", /^application\/json/, "the manifest"],
  ["/.well-known/mkt-openapi.json", /^application\/json/, "an OpenAPI document in JSON"],
  ["/.well-known/mkt-tools.json", /^application\/json/, "a catalogue of tools in JSON"],
  ["/docs/mkt-earn-agent-api.md", /^text\/(markdown|plain)/, "the guide in Markdown"],
  ["/docs/mkt-earn-agent-api.json", /^application\/json/, "the guide in compact JSON"],
];

const KINDS: Record<string, string> = { string: "a text", number: "a number", object: "an object" };

/** Sections 4.3 and 4.4: documents and feedback. */
export const FREE: Statement[] = [
  ...DOCUMENTS.map(([path, type, what]) =>
    shown(`${path} is free: ${what}.`, async ({ api }) => {
      const reply = await api.get(path);
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get("content-type") ?? "", type);
      holds(reply.bytes.length > 0);
    }),
  ),
  shown("The OpenAPI document covers the endpoints.", async ({ openapi }) => {
    const { openapi: version, paths } = await openapi();
    assert.match(version, /^3\./);
    for (const path of ["/agentCreateTask", "/mkt/tasks", "/mkt/interest", "/mkt/accounting", "/mkt/health"])
      has(paths, path);
  }),
  shown("The OpenAPI document covers authentication and sessions.", async ({ openapi }) => {
    has((await openapi()).paths, "/mktAgentSessionChallenge", "/mktAgentSession", "/mktAgentRevokeSession");
  }),
  shown("The tools are for the marketplace's workflow.", async ({ api }) => {
    const catalogue = await api.ok("/.well-known/mkt-tools.json");
    holds(Array.isArray(catalogue.tools) && catalogue.tools.length > 0);
    for (const path of ["/agentCreateTaskSimple", "/agentStakeAndConfirm", "/agentSubmitWork"])
      holds(JSON.stringify(catalogue).includes(path.slice(1)) || JSON.stringify(catalogue).includes(path), path);
  }),
  ...["auth", "signature", "endpoint", "flow"].map((subject) =>
    shown(
      `The Markdown guide covers ${{ auth: "authentication", signature: "signatures", endpoint: "endpoints", flow: "flows" }[subject]}.`,
      async ({ guide }) => {
        const text = (await guide()).toLowerCase();
        const words = {
          auth: ["access", "session"],
          signature: ["signed request"],
          endpoint: ["## endpoints"],
          flow: ["prepare", "confirm", "redeem"],
        };
        for (const word of words[subject as keyof typeof words]) holds(text.includes(word), word);
      },
    ),
  ),
  ...["auth", "groups", "flows"].map((member) =>
    shown(
      `The compact guide has ${{ auth: "the model of authentication", groups: "groups of endpoints", flows: "flows" }[member]}.`,
      async ({ api }) => {
        const guide = await api.ok("/docs/mkt-earn-agent-api.json");
        holds(Object.keys(guide[member]).length > 0);
      },
    ),
  ),
  shown("Feedback is free.", async ({ feedback }) => {
    assert.equal((await feedback.plain()).status, 200);
  }),
  shown("Feedback needs `message`, a text.", async ({ feedback }) => {
    assert.deepEqual([(await feedback.empty()).status, (await feedback.mistyped()).status], [400, 400]);
  }),
  ...Object.entries(OPTIONAL).map(([field, [right]]) =>
    shown(`Feedback may have \`${field}\`, ${KINDS[typeof right]}.`, async ({ feedback }) => {
      assert.deepEqual([(await feedback.whole()).status, (await feedback.wrong(field)).status], [200, 400]);
    }),
  ),
  shown("Feedback is answered 200 with `ok` and `id`.", async ({ feedback }) => {
    const { status, json } = await feedback.plain();
    assert.equal(status, 200);
    has(json, "ok", "id");
  }),
  shown("A mail is queued where an address is configured.", async ({ feedback }) => {
    if ((await feedback.plain()).json.emailQueued !== true)
      throw new NotShown("this deployment has no address for feedback");
  }),
];
