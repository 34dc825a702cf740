import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const SRC = path.join(__dirname, "../../functions/src");
/** What wire.ts builds for a paid endpoint beside the endpoint itself. */
const ANALYTICS = ["endpoints/paid/analytics.ts", "adapters/firestore/ledger/analytics.ts"];
const CHAT = ["endpoints/paid/answers.ts", "adapters/answers.ts", "adapters/firestore/snapshots.ts"];

/** Every file that is loaded with these, but for what is only a type or required where it is used. */
function loadedWith(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files.filter((name) => !found.has(name))) {
    found.add(file);
    const imports = readFileSync(path.join(SRC, file), "utf8").matchAll(/^import (?!type )[^;]*? from "(\.[^"]+)"/gm);
    const next = [...imports].map(([, target = ""]) => `${path.join(path.dirname(file), target)}.ts`);
    loadedWith(
      next.filter((name) => existsSync(path.join(SRC, name))),
      found,
    );
  }
  return found;
}

const of = (files: Set<string>, folder: RegExp) => [...files].filter((file) => folder.test(file));

describe("happy", () => {
  it("loads no answer engine and no dataset for analytics, and none of the analytics for a chat's answer", () => {
    const [analytics, chat] = [loadedWith(ANALYTICS), loadedWith(CHAT)];
    expect(of(analytics, /answers\/|dataset\/|snapshots/)).toEqual([]);
    expect(of(chat, /analytics/i)).toEqual([]);
    expect(
      [of(analytics, /domain\/analytics/).length, of(chat, /packages\/answers/).length].every((count) => count > 1),
    ).toBe(true);
  });

  it("loads what is published, and not how it is made, for an answer", () => {
    expect(of(loadedWith(ANALYTICS), /rollups/)).toEqual([]);
  });
});
