import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { EDGES } from "../../../functions/src/domain/workflow/edges";
import { STATES, stateOfNumber, WINDOW_NAMES } from "../../../functions/src/domain/workflow/states";
import { artifact } from "../../../packages/contracts/artifact";

const ROOT = path.join(__dirname, "../../..");
const TESTS = path.join(ROOT, "packages/contracts/test");
const SOURCES = path.join(ROOT, "packages/contracts/src");

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

interface Leaf {
  /** The name of its test. */
  readonly test: string;
  /** The errors and events that its outcomes name. */
  readonly names: readonly string[];
}

/** The tests that a tree asks for: one for each condition that has only outcomes below it. */
function leavesOf(tree: string): Leaf[] {
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
    const below = lines.slice(at + 1);
    const end = below.findIndex((line) => line.depth <= depth);
    const outcomes = (end === -1 ? below : below.slice(0, end)).map((line) => line.text);
    const reverts = outcomes.some((outcome) => outcome.startsWith("it should revert with"));
    return [
      {
        test: reverts ? `test_Revert${word}_${rest.join("")}` : `test_${word}${rest.join("")}`,
        names: outcomes.flatMap((outcome) => /^it should (?:revert with|emit) ([A-Z]\w+)/.exec(outcome)?.[1] ?? []),
      },
    ];
  });
}

/** The bodies of a source's functions, by name. */
function bodiesIn(source: string): Map<string, string> {
  return new Map([...source.matchAll(/^ {4}function (\w+)\([^]*?^ {4}\}/gm)].map(([body, name = ""]) => [name, body]));
}

/** What a test says, with what the helpers say that it calls. */
function textOf(name: string, bodies: ReadonlyMap<string, string>, seen = new Set<string>()): string {
  const body = bodies.get(name) ?? "";
  if (seen.has(name) || body === "") return "";
  seen.add(name);
  const called = [...body.matchAll(/\b(\w+)\(/g)].map(([, helper = ""]) => textOf(helper, bodies, seen));
  return [body, ...called].join("\n");
}

/** How many names or types a Solidity list has: "uint256 taskId, Task storage task" has two. */
function countOf(list: string): number {
  return list.trim() === "" ? 0 : list.split(",").length;
}

/**
 * The functions and constructors of a source whose natspec lacks a notice, a parameter or a return value. solhint's
 * use-natspec checks names, but skips a private function without any tag and return values without a name.
 */
function undocumentedIn(source: string): string[] {
  const signatures = /((?:^ {4}\/\/\/.*\n)*)^ {4}(?:function (\w+)|(constructor))\s*\(([^)]*)\)([^{;]*)[{;]/gm;
  return [...source.matchAll(signatures)].flatMap(([, natspec = "", name, constructor, parameters = "", rest = ""]) => {
    if (natspec.includes("@inheritdoc")) return [];
    const named = parameters.split(",").filter((each) => each.trim().includes(" ")).length;
    const returned = countOf(/returns \(([^)]*)\)/.exec(rest)?.[1] ?? "");
    const tags = (tag: string) => natspec.split(`/// @${tag} `).length - 1;
    const complete = tags("notice") === 1 && tags("param") === named && tags("return") === returned;
    return complete ? [] : [name ?? constructor ?? ""];
  });
}

describe("happy", () => {
  it.each(
    readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
      // Test wallets are part of the tests; the mock's functions are USDC's, which Circle documents.
      (file) => file.endsWith(".sol") && !/^(?:test|mocks)\//.test(file),
    ),
  )("documents every function of %s, private ones too: what it does, its parameters and its return values", (file) => {
    expect(undocumentedIn(readFileSync(path.join(SOURCES, file), "utf8"))).toEqual([]);
  });

  it.each(readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tree")))(
    "has one test for each leaf of %s, which expects the errors and events of the leaf, and no other",
    (file) => {
      const own = bodiesIn(readFileSync(path.join(TESTS, file.replace(".tree", ".t.sol")), "utf8"));
      const bodies = new Map([...bodiesIn(readFileSync(path.join(TESTS, "Base.t.sol"), "utf8")), ...own]);
      const leaves = leavesOf(readFileSync(path.join(TESTS, file), "utf8"));
      // A test may carry the ids of what it proves between "test_" and the leaf.
      const tests = new Map(
        [...own.keys()]
          .filter((name) => name.startsWith("test_"))
          .map((name) => [name.replace(/^test_(?:[A-Z]+\d+_)+/, "test_"), name]),
      );
      expect([...tests.keys()].sort()).toEqual(leaves.map(({ test }) => test).sort());
      expect(leaves.length).toBeGreaterThan(0);
      const unsaid = leaves.flatMap(({ test, names }) => {
        const text = textOf(tests.get(test) ?? "", bodies);
        return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${test}: ${name}`);
      });
      expect(unsaid).toEqual([]);
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
