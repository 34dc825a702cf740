import { execFileSync } from "node:child_process";
import { chromium, type Browser } from "playwright-core";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Debian's Chromium, or null where it is not installed. */
export function chromiumPath(): string | null {
  try {
    return execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** Chromium without anything that calls home. */
export function startChromium(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...ARGS, ...QUIET, ...more] });
}
