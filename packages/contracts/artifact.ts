import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InterfaceAbi } from "ethers";

export interface Artifact {
  readonly contractName: string;
  readonly abi: InterfaceAbi;
  readonly bytecode: string;
  readonly deployedBytecode: string;
}

/** The committed artifact of a contract, written by `npm run contracts:build`. */
export function artifact(name: "TaskEscrow" | "TaskForwarder" | "TestUSDC"): Artifact {
  return JSON.parse(readFileSync(join(__dirname, "artifacts", `${name}.json`), "utf8")) as Artifact;
}
