import { readFileSync } from "node:fs";
import { guide } from "../../packages/site/guide";
import { guideJson } from "../../packages/site/guideJson";
import { ERRORS } from "../../functions/src/domain/errors";
import { EDGES } from "../../functions/src/domain/workflow/edges";
import { STATES } from "../../functions/src/domain/workflow/states";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { textOf } from "../setup/chain/signing";
import { chapterOf, codeBlocks } from "./guideBlocks";

const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
const { inside: chapter } = chapterOf(text, "Working and having work done");
const request = codeBlocks(text)["request"] ?? "";

describe("what the guide says of signed requests", () => {
  it("is the text that the service checks, line by line", () => {
    const envelope = {
      action: "interest",
      chainId: 8453,
      contract: "0xA",
      taskId: "7",
      wallet: "0xB",
      payloadHash: "0xC",
      commentHash: null,
      timestamp: 1,
      nonce: "n",
    };
    const filled = request
      .replace(/<the path[^>]*>/, envelope.action)
      .replace(/<the deployment[^>]*>/, envelope.contract)
      .replace("<taskId, or ->", envelope.taskId)
      .replace(/<your address[^>]*>/, envelope.wallet)
      .replace("<hash of the body>", envelope.payloadHash)
      .replace("<unix seconds>", "1")
      .replace("<nonce>", envelope.nonce);
    expect(filled).toBe(textOf(envelope));
  });

  it("puts the comment's hash where the service has it", () => {
    expect(chapter).toContain("`commentHash: <keccak256 of the comment's UTF-8>` follows `payloadHash`");
    const rating = {
      action: "rating",
      chainId: 8453,
      contract: "-",
      taskId: "-",
      wallet: "-",
      payloadHash: "p",
      commentHash: "c",
      timestamp: 1,
      nonce: "n",
    };
    expect(textOf(rating)).toContain("payloadHash: p\ncommentHash: c\n");
  });
});

describe("the guide in JSON", () => {
  it("has the texts to sign, the workflow, and every code of it", () => {
    const json = guideJson(ENDPOINTS) as {
      signatures: { signedRequest: { lines: string[] } };
      workflow: { states: unknown[]; steps: unknown[] };
      errors: { codes: object };
    };
    expect(json.signatures.signedRequest.lines.join("\n")).toBe(request);
    expect([json.workflow.states.length, json.workflow.steps.length]).toEqual([
      Object.keys(STATES).length,
      EDGES.length,
    ]);
    expect(Object.keys(json.errors.codes).sort()).toEqual(Object.keys(ERRORS).sort());
  });
});
