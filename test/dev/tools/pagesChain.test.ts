import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pagesChainFault } from "../../../dev/tools/pagesChain";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "mkt-pages-"));
  mkdirSync(path.join(root, "hosting/well-known"), { recursive: true });
  mkdirSync(path.join(root, "functions"));
});
afterEach(() => rmSync(root, { recursive: true }));

const pages = (id: number, name: string) =>
  writeFileSync(path.join(root, "hosting/well-known/mkt-earn.json"), JSON.stringify({ api: { chain: { id, name } } }));
const settings = (file: string, text: string) => writeFileSync(path.join(root, "functions", file), text);

it("takes pages of the chain that the settings name, Base where they name none", () => {
  pages(8453, "Base");
  expect(pagesChainFault(root, "mkt")).toBeNull();
  settings(".env", "CHAIN_ID=8453\n");
  expect(pagesChainFault(root, "mkt")).toBeNull();
});

it("refuses pages of another chain, and says how to deploy", () => {
  pages(8453, "Base");
  settings(".env", "CHAIN_ID=84532 # rehearsal\n");
  expect(pagesChainFault(root, "mkt")).toBe(
    "The pages are for Base, and the functions' settings for Base Sepolia: deploy with CHAIN_ID=84532 npm run deploy.",
  );
});

it("reads the project's own settings over the general ones", () => {
  pages(84_532, "Base Sepolia");
  settings(".env", "CHAIN_ID=8453\n");
  settings(".env.rehearsal", "CHAIN_ID=84532\n");
  expect(pagesChainFault(root, "rehearsal")).toBeNull();
  expect(pagesChainFault(root, "mkt")).toContain("CHAIN_ID=8453 npm run deploy");
});

it("names a chain that the service does not know", () => {
  pages(8453, "Base");
  settings(".env", "CHAIN_ID=10\n");
  expect(pagesChainFault(root, "mkt")).toContain("is 10, which is no chain");
});
