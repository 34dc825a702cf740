import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { EDGES } from "../../../functions/src/domain/workflow/edges";
import { STATES, stateOfNumber, WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { artifact } from "../../../packages/contracts/artifact";

const ROOT = path.join(__dirname, "../../..");
const TESTS = path.join(ROOT, "packages/contracts/test");

interface Parameter {
  readonly name: string;
  readonly indexed?: boolean;
  readonly components?: readonly Parameter[];
}
interface Entry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly Parameter[];
}
const abi = artifact("TaskEscrow").abi as readonly Entry[];

/** The tests that a tree asks for: one for each condition that has only outcomes below it. */
function leavesOf(tree: string): string[] {
  const lines = tree
    .split("\n")
    .slice(1)
    .map((line) => ({ depth: line.search(/[a-z]/), text: line.replace(/^[^a-z]*/, "") }));
  return lines.flatMap(({ depth, text }, at) => {
    const next = lines[at + 1];
    if (text.startsWith("it ") || !next?.text.startsWith("it ") || next.depth <= depth) return [];
    const [word = "", ...rest] = text
      .replace(/['’]/g, "")
      .split(/[\s-]+/)
      .map((each) => each.charAt(0).toUpperCase() + each.slice(1));
    return [
      next.text.startsWith("it should revert with")
        ? `test_Revert${word}_${rest.join("")}`
        : `test_${word}${rest.join("")}`,
    ];
  });
}

describe("happy", () => {
  it.each(readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tree")))(
    "has one test for each leaf of %s, and no other",
    (file) => {
      const tests = readFileSync(path.join(TESTS, file.replace(".tree", ".t.sol")), "utf8").matchAll(
        /function (test_\w+)/g,
      );
      const leaves = leavesOf(readFileSync(path.join(TESTS, file), "utf8"));
      // A test may carry the ids of what it proves between "test_" and the leaf.
      expect([...tests].map(([, name = ""]) => name.replace(/^test_(?:[A-Z]\d+_)+/, "test_")).sort()).toEqual(
        leaves.sort(),
      );
      expect(leaves.length).toBeGreaterThan(0);
    },
  );

  it("M3: has every function and event of the table in the contract, with the task and its parties indexed", () => {
    for (const { function: name, event } of EDGES) {
      expect(abi.some((entry) => entry.type === "function" && entry.name === name)).toBe(true);
      const inputs = abi.find((entry) => entry.type === "event" && entry.name === event)?.inputs ?? [];
      expect(
        inputs
          .filter(({ indexed }) => indexed)
          .map((input) => input.name)
          .slice(0, 2),
      ).toEqual(["taskId", "poster"]);
      if (!["TaskCreated", "TaskFundedMore", "TaskCancelled"].includes(event))
        expect(inputs[2]).toMatchObject({ name: "worker", indexed: true });
    }
  });

  it("names states and windows in the contract's order", () => {
    const source = readFileSync(path.join(ROOT, "packages/contracts/src/interfaces/ITaskEscrow.sol"), "utf8");
    const [, body = ""] = /enum State \{([^}]*)\}/.exec(source) ?? [];
    const inContract = body
      .split(",")
      .map((name) => name.trim())
      .slice(1);
    const snake = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
    expect(Object.keys(STATES)).toEqual(inContract.map(snake));
    expect(Object.keys(STATES).map((_, at) => stateOfNumber(at + 1))).toEqual(Object.keys(STATES));
    expect([stateOfNumber(0), stateOfNumber(12)]).toEqual([null, null]);
    const bounds = abi
      .find(({ name }) => name === "createTask")
      ?.inputs?.[0]?.components?.find(({ name }) => name === "windows");
    expect(bounds?.components?.map(({ name }) => name)).toEqual([...WINDOW_NAMES]);
  });
});
