import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { REVERTS } from "../../functions/src/domain/task/call";

const SRC = path.join(__dirname, "../../functions/src");
const REFUSAL = /refuse(?:With)?\(\s*"\w+",\s*((?:"(?:[^"\\]|\\.)*"|`[^`]*`)(?:\s*\+\s*"(?:[^"\\]|\\.)*")*)/g;

/** What tells the caller what to do: an imperative, a rule, or a text that is put in from elsewhere. */
const REMEDY = new RegExp(
  '(^|^["`]|[.:;,`"] |then |or |and )(' +
    "add|approve|ask|choose|correct|decide|delete|encode|follow|fund|get|give|GET|POST|leave|look|name|offer|omit|open|pay|" +
    "prepare|publish|rate|read|redeem|register|reject|repeat|request|retry|rotate|send|sign|submit|take|tell|try|use|wait|withdraw|write)\\b" +
    "|\\bmust\\b|\\bonly\\b|\\bneeds?\\b|at most|call it|\\$\\{(first\\?*\\.message|message|rule|broken|otherwise|missing|[A-Z_]+|prepareAgain)\\b",
  "i",
);

describe("the details of errors", () => {
  const details = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(path.join(SRC, file), "utf8").matchAll(REFUSAL)].map(([, text = ""]) => `${file}: ${text}`),
    );

  it("say what to do, besides what was wrong", () => {
    expect(details.length).toBeGreaterThan(100);
    expect(details.filter((detail) => !REMEDY.test(detail.slice(detail.indexOf(": ") + 2)))).toEqual([]);
  });

  it.each(Object.entries(REVERTS))("%s says so too", (_name, text) => {
    expect(text).toMatch(REMEDY);
  });
});
