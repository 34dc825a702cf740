import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as Library from "@google-cloud/firestore";
import type { Root as ProtobufRoot } from "protobufjs";
import { messagesOf, type Description } from "../../../functions/messagesOf";

/*
 * What is deployed is not Firestore's client as it comes, but what functions/build.ts leaves of it. So what the adapters
 * promise is tested once more with that: every kind of read, write, count and transaction, and their faults.
 */
const folder = mkdtempSync(path.join(tmpdir(), "mkt-bundle-"));
execFileSync(process.execPath, ["--import", "tsx", "functions/build.ts", folder], { cwd: path.join(__dirname, "../../..") });
jest.doMock("@google-cloud/firestore", () => jest.requireActual<object>(path.join(folder, "firestore.js")));
afterAll(() => rmSync(folder, { recursive: true }));

describe("Firestore's client as it is bundled", () => {
  for (const stores of ["contents", "ledger", "payments", "tasks"]) describe(stores, () => void jest.requireActual(`./${stores}.test`));

  it("counts, sums and clears what is there", async () => {
    const { AggregateField, Firestore } = jest.requireMock<typeof Library>("@google-cloud/firestore");
    const db = new Firestore({ projectId: `demo-${randomUUID()}` });
    const all = db.collection("rows");
    await Promise.all([1, 2, 3].map((owed) => all.add({ owed })));
    const figures = async () => (await all.aggregate({ count: AggregateField.count(), owed: AggregateField.sum("owed") }).get()).data();
    expect(await figures()).toEqual({ count: 3, owed: 6 });
    await db.recursiveDelete(all);
    expect(await figures()).toEqual({ count: 0, owed: 0 });
    await db.terminate();
  });

  it("is what these tests run", () => {
    const { v1 } = jest.requireMock<typeof Library>("@google-cloud/firestore");
    expect(v1.FirestoreAdminClient).toBeUndefined();
  });
});

describe("the messages in the bundle", () => {
  const installed = createRequire(require.resolve("@google-cloud/firestore/package.json"));
  const whole = JSON.parse(readFileSync(installed.resolve("./build/protos/v1.json"), "utf8")) as Description;
  const own = messagesOf("Firestore", whole);
  const { Root } = createRequire(installed.resolve("google-gax"))("protobufjs") as { Root: typeof ProtobufRoot };

  it("are as they come, all that each call takes and gives, down to the last field", () => {
    const [before, after] = [whole, own].map((description) => Root.fromJSON(description as object).resolveAll());
    const compared = new Set<string>();
    const compare = (name: string) => {
      if (compared.has(name)) return;
      compared.add(name);
      const type = before!.lookupTypeOrEnum(name);
      expect(after!.lookupTypeOrEnum(name).toJSON()).toEqual(type.toJSON());
      if ("fieldsArray" in type) for (const { resolvedType } of type.fieldsArray) if (resolvedType) compare(resolvedType.fullName);
    };
    const [calls, kept] = [before, after].map((root) => root!.lookupService("google.firestore.v1.Firestore").methodsArray);
    expect(kept!.map(({ name }) => name)).toEqual(calls!.map(({ name }) => name));
    for (const { resolvedRequestType, resolvedResponseType } of calls!) {
      compare(resolvedRequestType!.fullName);
      compare(resolvedResponseType!.fullName);
    }
    expect(compared.size).toBeGreaterThan(50);
  });

  it("are those of no other service", () => {
    expect(Object.keys(own.nested?.["google"]?.nested ?? {}).sort()).toEqual(["firestore", "protobuf", "rpc", "type"]);
    expect(JSON.stringify(own).length).toBeLessThan(0.6 * JSON.stringify(whole).length);
  });
});
