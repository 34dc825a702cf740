import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.join(__dirname, "..", "..");
const run = promisify(execFile);
/** As strict as a reader may be, and nothing left unchecked but TypeScript's own library. */
const STRICT = (
  "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target ES2022 --lib " +
  "ES2022 --skipDefaultLibCheck --ignoreConfig"
).split(" ");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mkt-types-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const compile = (file: string) =>
  run(process.execPath, [path.join(ROOT, "node_modules/typescript/bin/tsc"), ...STRICT, file], { cwd: folder });

/** A program that knows the service by these types alone: what it takes for granted compiles, and what is wrong does not. */
const PROGRAM = `
import type { operations, paths } from "./openapi";

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Answer = Json<operations["demandInsights"]["responses"][200]>;
type Asked = Json<NonNullable<operations["demandInsights"]["requestBody"]>>;
type Problem = operations["mktTaskGet"]["responses"]["4XX"];

export const asked: Asked = { query: "What do people ask about most?" };
export const reply = (answer: Answer): string => answer.reply;
export const tasks: keyof paths = "/mkt/tasks";
export type { Problem };
// @ts-expect-error no answer has such a field
export const wrong = (answer: Answer) => answer.nothing;
// @ts-expect-error there is no such path
export const nowhere: keyof paths = "/nothing";
`;

it("openapi-typescript makes types of the OpenAPI document that compile, and that tell right from wrong", async () => {
  const cli = path.join(ROOT, "node_modules/openapi-typescript/bin/cli.js");
  await run(
    process.execPath,
    [cli, path.join(ROOT, "hosting/well-known/mkt-openapi.json"), "-o", path.join(folder, "openapi.d.ts")],
    { cwd: folder },
  );
  expect(readFileSync(path.join(folder, "openapi.d.ts"), "utf8")).toContain("export interface paths");
  writeFileSync(path.join(folder, "program.ts"), PROGRAM);
  await expect(compile("program.ts")).resolves.toMatchObject({ stdout: "" });
}, 120_000);
