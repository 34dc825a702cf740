import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Deployment, localDeployment } from "./deployment";
import { document, documented, type Results } from "./report";
import { Run } from "./run";
import { find } from "./statement";
import { STATEMENTS } from "./statements/all";

const ROOT = path.join(__dirname, "../..");
const DOCUMENT = path.join(ROOT, "docs/conformance.md");

// Long, for busy machines: starting the service takes a quarter of a minute on an idle one.
jest.setTimeout(600_000);

const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "";
const expected = documented(text);
const found: Results = {};
let deployment: Deployment;
let run: Run;

beforeAll(async () => {
  deployment = await localDeployment();
  run = new Run(deployment);
});
afterAll(async () => {
  run?.close();
  await deployment?.close();
});

describe("the local stack", () => {
  it.each(STATEMENTS.filter(({ check }) => check).map((one) => [one.id, one.text, one] as const))(
    "%s: %s",
    async (id, _text, statement) => {
      const { result, why } = await find(statement, run);
      found[id] = result;
      if (why && expected[id] !== result) throw why;
      expect(result).toBe(expected[id]);
    },
  );
});

describe("docs/conformance.md", () => {
  it("has each statement once, with its test and what this run showed", () => {
    // Of a part of the tests, the rest is as it was.
    expect(text).toBe(document({ ...expected, ...found }));
    expect(new Set(STATEMENTS.map((one) => one.text)).size).toBe(STATEMENTS.length);
  });

  it.each(STATEMENTS.flatMap(({ id, decided }) => (decided === undefined ? [] : [[id, decided]])))(
    "%s is decided where it says: %s",
    (_id, link = "") => {
      const [file = "", anchor] = link.split("#");
      const headings = [...readFileSync(path.join(ROOT, file), "utf8").matchAll(/^#+ (.+)$/gm)].map(
        ([, heading = ""]) =>
          heading
            .toLowerCase()
            .replace(/[^\w\- ]/g, "")
            .replaceAll(" ", "-"),
      );
      expect(anchor === undefined || headings.includes(anchor)).toBe(true);
    },
  );
});
