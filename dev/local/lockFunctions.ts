/**
 * `npm run lock`: writes functions/package-lock.json, which the cloud build installs from.
 *
 * A deployment uploads the functions folder alone, without the workspace's lockfile above it. This
 * one is that lockfile without everything the functions do not need, at the same versions.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(__dirname, "../..");
const scratch = mkdtempSync(path.join(tmpdir(), "mkt-lock-"));
try {
  copyFileSync(path.join(root, "functions/package.json"), path.join(scratch, "package.json"));
  copyFileSync(path.join(root, "package-lock.json"), path.join(scratch, "package-lock.json"));
  execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { cwd: scratch, stdio: "inherit" });
  copyFileSync(path.join(scratch, "package-lock.json"), path.join(root, "functions/package-lock.json"));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
