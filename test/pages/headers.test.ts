import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PATHS } from "../../packages/app/src/paths";
import { serve } from "../setup/http/server";
import { forFile } from "../setup/forFile";

const ROOT = path.join(__dirname, "../..");
const HOSTING = path.join(ROOT, "hosting");
const APP_SHELL = path.join(ROOT, "packages/app/index.html");
/** Copied from packages, or built: not there in every clone. */
const PLACED = /^(vendor|app)\//;

const files = readdirSync(HOSTING, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(HOSTING, path.join(entry.parentPath, entry.name)))
  .filter((file) => !PLACED.test(file));
const appPaths = Object.values(PATHS).map((pattern) => pattern.replaceAll(/:\w+/g, "x"));

const server = forFile(() => serve({}));

describe("security", () => {
  it("UI1: sends the security headers with every hosted file, the app's pages and a page that is missing", async () => {
    expect(files.length).toBeGreaterThan(15);
    const weak: string[] = [];
    for (const at of [
      ...files.map((file) => `/${file}`),
      "/",
      ...appPaths,
      "/nothing",
      "/app/nothing",
      "/.well-known/mkt-earn.json",
    ]) {
      const { headers } = await fetch(server.baseUrl + at, { redirect: "manual" });
      const policy = headers.get("content-security-policy") ?? "";
      const isStrict =
        policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';") &&
        /connect-src 'self';.*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/.test(policy) &&
        !/unsafe|\*|https?:/.test(policy) &&
        headers.get("x-content-type-options") === "nosniff" &&
        headers.get("referrer-policy") === "no-referrer" &&
        headers.get("cross-origin-opener-policy") === "same-origin" &&
        /camera=\(\).*geolocation=\(\).*payment=\(\)/.test(headers.get("permissions-policy") ?? "");
      if (!isStrict) weak.push(at);
    }
    expect(weak).toEqual([]);
  });

  it("UI1: has no script, style or handler within any page", () => {
    const pages = [
      ...files.filter((file) => file.endsWith(".html")).map((file) => path.join(HOSTING, file)),
      APP_SHELL,
    ];
    for (const page of pages) {
      const text = readFileSync(page, "utf8");
      expect([page, text.match(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|<[^>]+\son\w+=|javascript:/i)]).toEqual([
        page,
        null,
      ]);
    }
  });
});
