import { createHash } from "node:crypto";
import { fileStatements } from "../../../functions/src/adapters/export/statements";
import { settlementsOf, totalsOf } from "../../../functions/src/domain/statement/statement";
import type { Parcel } from "../../../functions/src/ports/statements";
import { ALL, answer, movements, WALLET } from "../../setup/paying/movements";
import { filesOf, textsOf, whole } from "./reading";

const rows = [...movements(6), answer(6)];
const parcel = {
  wallet: WALLET,
  names: new Map(),
  filters: ALL,
  rows,
  totals: totalsOf(rows),
  settlements: settlementsOf(rows),
  works: [],
  nextCursor: null,
  recipient: null,
  issuer: null,
  explorer: "https://basescan.org",
  fiat: null,
};

const zipped = async (content: Parcel) => whole((await fileStatements.zip(content)).pieces);

describe("happy", () => {
  it("holds a PDF for each settlement, the CSV, and a manifest with the size and SHA-256 of each", async () => {
    const files = await filesOf(await zipped(parcel));
    const answered = `settlements/answer-${answer(6).txHash}-6.pdf`;
    expect([...files.keys()]).toEqual([
      "settlements/agent-fast-1.pdf",
      "settlements/agent-fast-2.pdf",
      answered,
      "settlements.csv",
      "movements.csv",
      "manifest.json",
    ]);
    const manifest = JSON.parse(String(files.get("manifest.json"))) as {
      files: { name: string; bytes: number; sha256: string }[];
    };
    expect(manifest).toMatchObject({ notice: "Not a tax invoice.", wallet: WALLET, movements: 7, nextCursor: null });
    expect(manifest.files.map(({ name }) => name)).toEqual([...files.keys()].slice(0, -1));
    for (const { name, bytes, sha256 } of manifest.files) {
      const content = files.get(name);
      expect(content).toHaveLength(bytes);
      expect(
        createHash("sha256")
          .update(content ?? "")
          .digest("hex"),
      ).toBe(sha256);
    }
    expect(files.get("movements.csv")).toEqual(await whole((await fileStatements.csv(rows, null)).pieces));
    expect(await textsOf(files.get("settlements/agent-fast-2.pdf") ?? Buffer.alloc(0))).toContain(
      movements(1)[0]?.title,
    );
  });

  it("is a whole archive without any movement, too", async () => {
    const empty = { ...parcel, rows: [], totals: [], settlements: [] };
    expect([...(await filesOf(await zipped(empty))).keys()]).toEqual([
      "settlements.csv",
      "movements.csv",
      "manifest.json",
    ]);
  });

  it("holds the links of work with the hashes of their files, and no more than can be sent", async () => {
    const link = { url: "https://files.example/ü?a=b#c", sha256: "5a".repeat(32), bytes: 7 };
    const work = { contract: "human", taskId: "1", submissionHash: `0x${"cd".repeat(32)}`, links: [link] } as const;
    const files = await filesOf(await zipped({ ...parcel, works: [work] }));
    expect(JSON.parse(String(files.get("links.json")))).toEqual({ works: [work], leftOut: 0 });
    const manifest = JSON.parse(String(files.get("manifest.json"))) as { files: { name: string; sha256: string }[] };
    expect(manifest.files.find(({ name }) => name === "links.json")?.sha256).toBe(
      createHash("sha256")
        .update(files.get("links.json") ?? "")
        .digest("hex"),
    );
  });

  it("gives the same bytes for the same movements", async () => {
    const [once, again] = [await zipped(parcel), await zipped(parcel)];
    expect(once.equals(again)).toBe(true);
  });
});

describe("security", () => {
  it("LP5: leaves out the links of later works where a counterparty's URLs are too much for one file", async () => {
    const links = Array.from({ length: 20 }, (_, at) => ({
      url: `https://files.example/${at}${"ü".repeat(990)}`,
      sha256: "5a".repeat(32),
    }));
    const works = Array.from({ length: 150 }, (_, at) => ({
      ...({ contract: "human", submissionHash: `0x${"cd".repeat(32)}` } as const),
      taskId: String(at + 1),
      links,
    }));
    const told = (await filesOf(await zipped({ ...parcel, works }))).get("links.json") ?? Buffer.alloc(0);
    const { works: fit, leftOut } = JSON.parse(String(told)) as { works: object[]; leftOut: number };
    expect([fit.length > 5, fit.length + leftOut, told.length < 800_000]).toEqual([true, 150, true]);
  });

  it("M13: makes a settlement's PDF only when the bytes before it are taken", async () => {
    let made = 0;
    const settlements = settlementsOf(movements(60)).map((settlement) => ({
      ...settlement,
      get rows() {
        made += 1;
        return settlement.rows;
      },
    }));
    const bytes = (await fileStatements.zip({ ...parcel, settlements })).pieces[Symbol.asyncIterator]();
    await bytes.next();
    expect(made).toBe(1);
    await bytes.return?.();
    expect(made).toBe(1);
  });
});
