import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { taskEscrowAbi } from "../../functions/src/adapters/ethers/abi/TaskEscrow";
import { ERRORS } from "../../functions/src/domain/errors";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { SETTINGS } from "../../functions/src/settings/table";
import { JOB_MINUTES } from "../../functions/src/domain/jobs";

const ROOT = path.join(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const runbook = read("docs/runbook.md");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const found = (pattern: RegExp) => [...new Set([...runbook.matchAll(pattern)].map(([, name]) => name ?? ""))];

/** Names in capitals that are no settings of the functions. */
const NO_SETTINGS = new Set(["PROJECT", "BASE", "FILE", "SITE", "VERSION", "DAILY", "HEAD"]);

describe("the runbook", () => {
  it("names only commands that there are", () => {
    const names = found(/npm run ([\w:-]+)/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names only commands that the Firebase CLI has", () => {
    const names = found(/npx firebase ([\w:]+)/g);
    expect(names.length).toBeGreaterThan(5);
    const fileOf = (name: string) => `node_modules/firebase-tools/lib/commands/${name.replaceAll(":", "-")}.js`;
    expect(names.filter((name) => !existsSync(path.join(ROOT, fileOf(name))))).toEqual([]);
  });

  it("names only settings that the functions, the client or the deployment have", () => {
    const names = found(/\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|COMMIT)\b/g).filter((name) => !NO_SETTINGS.has(name));
    expect(names.length).toBeGreaterThan(12);
    const others = sources("packages/client/src/cli", "packages/contracts", "dev/tools").join("\n");
    const known = new Set([...Object.keys(SETTINGS), ...(others.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it("names only log lines that are written", () => {
    const written = new Set([...eventNames(), ...walletLines(/log\.\w+\(`\$\{name\}(\.[a-z_]+)/g)]);
    const named = found(/`((?:payment|ledger|budget|indexer|settlement|relay|keeper|output|rpc|facilitator)\.\w+)`/g);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !written.has(name))).toEqual([]);
  });

  it("names every log line that is written as an error or a warning", () => {
    const plain = logged(/\.(?:error|warn)\(\s*["`]([a-z_.]+)/g);
    const ofWallets = logged(/\.(?:error|warn)\(`\$\{name\}(\.[a-z_]+)/g);
    const written = [...new Set([...plain, ...ofWallets])];
    expect(written).toContain(".budget_used_up");
    expect(written.length).toBeGreaterThan(15);
    expect(written.filter((name) => !runbook.includes(`\`${name}`))).toEqual([]);
  });

  it("names only functions, jobs, errors, files and calls of the contract that there are", () => {
    for (const name of ["demandInsights", "aiEarlyAdoptersGoals", "agentConversions"])
      expect(Object.keys(ENDPOINTS)).toContain(name);
    for (const job of ["settlements", "keeper", "paymentFinality"]) expect(Object.keys(JOB_MINUTES)).toContain(job);
    for (const code of ["tx_not_confirmed", "dependency_unavailable", "intent_not_found"])
      expect(Object.keys(ERRORS)).toContain(code);
    for (const file of ["functions/.env.example", "packages/contracts/README.md"])
      expect(existsSync(path.join(ROOT, file))).toBe(true);
    expect(taskEscrowAbi.map((entry) => ("name" in entry ? entry.name : ""))).toContain("setCreationPaused");
  });

  it("leads nowhere that is not in it", () => {
    const headings = new Set(
      [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        (title ?? "")
          .toLowerCase()
          .replace(/[^\w -]/g, "")
          .replaceAll(" ", "-"),
      ),
    );
    expect(found(/\]\(#([\w-]+)\)/g).filter((anchor) => !headings.has(anchor))).toEqual([]);
  });

  it("names every check of health, and every secret", () => {
    const checks = /checks: object\(\{([\s\S]*?)\n {2}\}\)/.exec(read("functions/src/schema/about.ts"))?.[1] ?? "";
    const names = [...checks.matchAll(/^\s+(\w+):/gm)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
    const secrets = Object.entries(SETTINGS).flatMap(([name, row]) => ("secret" in row ? [name] : []));
    expect(secrets.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
  });
});

/** Every name that could be a log line's, wherever it is in the code. */
function eventNames(): string[] {
  return logged(/"([a-z_]+\.[a-z_]+)"/g);
}

/** The lines whose names begin with the name of the wallet that writes them. */
function walletLines(pattern: RegExp): string[] {
  const wallets = logged(/ownWallet\(\{[^}]*\bname: "([a-z]+)"/g);
  return wallets.flatMap((wallet) => logged(pattern).map((line) => `${wallet}${line}`));
}

function logged(pattern: RegExp): string[] {
  return sources("functions/src", "packages/answers/src").flatMap((text) =>
    [...text.matchAll(pattern)].map(([, name]) => name ?? ""),
  );
}

function sources(...rooms: string[]): string[] {
  return rooms.flatMap((room) => {
    const folder = path.join(ROOT, room);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    return files.map((file) => readFileSync(path.join(folder, file), "utf8"));
  });
}
