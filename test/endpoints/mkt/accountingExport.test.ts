import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { rowName, ROWS } from "../../../functions/src/adapters/firestore/ledger/ledger";
import { rowKey, type AccountingRow } from "../../../functions/src/domain/accounting/row";
import { toAddress } from "../../../functions/src/domain/address";
import { filesOf, textsOf } from "../../adapters/export/reading";
import { answer, movement, movements } from "../../setup/paying/movements";
import { postAll } from "../../setup/bookkeeping";
import { partsOver, runToEnd } from "../../setup/projected";
import { firestorePayments } from "../../../functions/src/adapters/firestore/payments/payments";
import { paymentOf, purchaseOf } from "../../setup/paying/claims";
import { Agent } from "../../setup/agent";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { freshCaller } from "../../setup/payments";
import { Market, METADATA } from "../../setup/market";
import type { Role } from "../../../dev/local/wallets";

const PATH = "/mkt/accounting/export";
const SAFE_DEPTH = 2;

const { db } = testFirestore();
const count = countFirestore(db);

/** Rows of a wallet that has no part in the market's own tasks. */
const MANY = 310;

const market = Market.forFile(db, { OPERATOR_NAME: "Mercado Lda" }, { safeDepth: SAFE_DEPTH });
beforeAll(async () => {
  await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
  await market.task("agent-fast", {}, { steps: ["cancel"] });
  await market.followChain();
  await market.chain.mine(2 * SAFE_DEPTH);
  await runToEnd(partsOver(db, market.stage.escrow));
  await postAll(db);
  await writeRows([...movements(MANY).map(ofOther), ofOther(answer(MANY))]);
});

function ofOther(row: AccountingRow): AccountingRow {
  const wallet = toAddress(market.address("stranger"));
  if (!wallet) throw new Error("an address");
  return { ...row, wallet };
}

async function writeRows(rows: readonly AccountingRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 400) {
    const batch = db.batch();
    for (const row of rows.slice(at, at + 400)) batch.set(ROWS.in(db).doc(rowName(row)), row);
    await batch.commit();
  }
}

interface File {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

async function sent(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<File> {
  const reply = await fetch(`${market.service.baseUrl}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...freshCaller(), ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}
const exported = async (role: Role, body: Record<string, unknown>) => sent(await market.sign(PATH, role, body));
const recordsOf = ({ bytes }: File) =>
  parse<Record<string, string>>(bytes, { bom: true, columns: true, record_delimiter: "\r\n" });

describe("happy", () => {
  it("gives the CSV of what /mkt/accounting tells, the oldest first, with its length and digest", async () => {
    const file = await exported("worker", { format: "csv" });
    expect([file.status, file.headers.get("content-type"), file.headers.get("x-next-cursor")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      null,
    ]);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="mkt-statement-${market.address("worker").slice(0, 10)}.csv"`,
    );
    expect(file.headers.get("content-digest")).toBe(
      `sha-256=:${createHash("sha256").update(file.bytes).digest("base64")}:`,
    );
    expect(file.headers.get("content-length")).toBe(String(file.bytes.length));
    const { json } = await market.call("/mkt/accounting", "worker", { limit: 100 });
    const told = (json["items"] as Record<string, unknown>[]).toReversed();
    const same = (
      "contract taskId title role type direction grossUsdc feeUsdc counterparty txHash blockNumber " + "logIndex"
    ).split(" ");
    expect(recordsOf(file).map((record) => same.map((name) => record[name]))).toEqual(
      told.map((row) => same.map((name) => String(row[name]))),
    );
    expect(told).toHaveLength(3);
    // A sum of the column is the net.
    const net = recordsOf(file).reduce((sum, { netUsdc }) => sum + Number(netUsdc), 0);
    expect(net).toBeCloseTo(Number(json["netUsdc"]), 6);
  });

  it("gives the PDF statement and the ZIP with a settlement for each task", async () => {
    const pdf = await exported("worker", { format: "pdf" });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    const texts = await textsOf(pdf.bytes);
    for (const text of ["Statement of account", market.address("worker"), METADATA.title, "+5.000001", "Page 1 of 1"])
      expect(texts).toContain(text);
    // A later period begins with what has moved by then, and ends with the same.
    const later = await textsOf((await exported("worker", { format: "pdf", from: "2100-01-01" })).bytes);
    expect(later.filter((text) => text === "+5.000001")).toHaveLength(2);
    const profile = await market.call("/mkt/profile", "worker", { displayName: "Ana translates", avatarSeed: "a" });
    expect(profile.status).toBe(200);
    const other = `With ${market.address("worker")} (Ana translates)`;
    const bought = await textsOf((await exported("buyer", { format: "pdf" })).bytes);
    expect(bought).toContain(other);
    const [settled] = recordsOf(await exported("buyer", { format: "settlements" }));
    expect(bought).toContain(`Settled by transaction ${settled?.["transactions"]?.split("/").at(-1)}`);
    const paid = (await market.call("/mkt/accounting", "worker", { type: "reward" })).json["items"];
    expect(settled?.["transactions"]).toContain((paid as { txHash: string }[])[0]?.txHash);
    const zip = await exported("buyer", { format: "zip" });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    const files = await filesOf(zip.bytes);
    expect([...files.keys()]).toEqual([
      "settlements/human-1.pdf",
      "settlements/agent-fast-1.pdf",
      "settlements.csv",
      "movements.csv",
      "manifest.json",
    ]);
    expect(files.get("movements.csv")).toEqual((await exported("buyer", { format: "csv" })).bytes);
  });

  it.each(["worker", "buyer"] as const)("ends the PDF of the %s in the net of all movements", async (role) => {
    const texts = await textsOf((await exported(role, { format: "pdf" })).bytes);
    const at = texts.findIndex((text) => text.startsWith("Change of the wallet's balance through this service, as of"));
    const { json } = await market.call("/mkt/accounting", role, {});
    expect(Number(texts[at + 1]?.replace("−", "-"))).toBe(Number(json["netUsdc"]));
  });

  it("M11: names a bought answer by the beginning of its question, to the wallet that asked it", async () => {
    const [asked, row] = ["How many ask for their money back, and what do they say of it? ".repeat(2), answer(MANY)];
    const payer = ofOther(row).wallet;
    await firestorePayments(db).claim({
      purchase: purchaseOf("statement", { txHash: row.txHash, body: JSON.stringify({ query: asked }) }),
      candidates: [paymentOf("statement", "statement", { payer, txHash: row.txHash })],
      quotedAt: 0,
    });
    const begin = `${asked.slice(0, 119)}…`;
    const { json } = await market.call("/mkt/accounting", "stranger", { type: "paid_answer" });
    expect((json["items"] as { title: string }[]).map(({ title }) => title)).toEqual([begin]);
    const [settled] = recordsOf(await exported("stranger", { format: "settlements", type: "paid_answer" }));
    expect(settled?.["title"]).toBe(`Answer bought: “${begin}”`);
    const texts = await textsOf((await exported("stranger", { format: "pdf", type: "paid_answer" })).bytes);
    expect(texts.find((text) => text.startsWith("Answer"))).toMatch(
      /^Answer bought: “How many ask for their money back/,
    );
    expect(texts).toContain(`With ${row.counterparty} (Mercado Lda)`);
    expect(texts).toContain("Amounts are in USDC, a digital US dollar");
  });

  it("books what was settled in one calendar year for DATEV, and refuses a longer period", async () => {
    const file = await exported("stranger", { format: "datev", from: "2026-01-01", to: "2026-12-31" });
    expect(file.headers.get("content-disposition")).toMatch(/filename="EXTF_mkt-statement-datev-0x\w{8}-2026-01-01-/);
    const lines = file.bytes.toString("latin1").split("\r\n");
    expect(lines[0]).toMatch(/^"EXTF";700;21;/);
    expect(lines.length).toBeGreaterThan(100);
    for (const days of [{}, { from: "2025-12-31", to: "2026-01-01" }, { from: "2026-01-01" }])
      expect((await exported("stranger", { format: "datev", ...days })).status).toBe(400);
  });

  it("M11: names the wallet's own legal name on its PDFs, which no one else reads, until it is removed", async () => {
    const set = (legalName?: string | null) =>
      market.call("/mkt/profile", "worker", {
        displayName: "Ana",
        avatarSeed: "a",
        ...(legalName !== undefined && { legalName }),
      });
    const own = async () => (await market.call("/mkt/accounting", "worker", {})).json["legalName"];
    const printed = async (body = {}) => textsOf((await exported("worker", { format: "pdf", ...body })).bytes);
    expect(JSON.stringify((await set("Ana Lima, Lda")).json)).not.toContain("Lda");
    await set();
    expect(await own()).toBe("Ana Lima, Lda");
    expect(await printed()).toContain("Ana Lima, Lda");
    expect(await printed({ recipient: "Another" })).not.toContain("Ana Lima, Lda");
    const profile = await market.get("/mkt/profiles", { addresses: market.address("worker") });
    expect(JSON.stringify(profile.json)).not.toContain("Lda");
    expect((await market.call("/mkt/accounting", "buyer", {})).json["legalName"]).toBeNull();
    await set(null);
    expect([await own(), (await printed()).includes("Ana Lima, Lda")]).toEqual([null, false]);
  });

  it("takes the filters of /mkt/accounting, and names the file after the days", async () => {
    const file = await exported("stranger", {
      format: "csv",
      from: "2026-01-02",
      to: "2026-01-02",
      type: "reward",
      role: "worker",
      contract: "agent-fast",
    });
    const records = recordsOf(file);
    expect(records).toHaveLength(32);
    for (const record of records)
      expect(record).toMatchObject({ type: "reward", movedAtUtc: expect.stringMatching(/^2026-01-02 /) as string });
    expect(file.headers.get("content-disposition")).toContain("-2026-01-02-2026-01-02.csv");
    expect(recordsOf(await exported("stranger", { format: "csv", type: "cancel_fee" }))).toEqual([]);
  });

  it("takes a session's token for the signature", async () => {
    const headers = await new Agent(market, "worker").session();
    expect((await sent({ format: "csv" }, headers)).bytes).toEqual((await exported("worker", { format: "csv" })).bytes);
  });

  it("gives the same bytes again, for the same request and for a new one", async () => {
    // A PDF says when it was issued.
    for (const format of ["csv", "zip"]) {
      const body = await market.sign(PATH, "buyer", { format });
      const [once, again, anew] = [await sent(body), await sent(body), await exported("buyer", { format })];
      expect([once.status, again.bytes.equals(once.bytes), anew.bytes.equals(once.bytes)]).toEqual([200, true, true]);
    }
  });
});

describe("security", () => {
  it("M13: gives what is too much for one ZIP in parts, in which each row stands once and each settlement once and whole", async () => {
    const stated = new Map<string, string[]>();
    const rows: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const body = { format: "zip", ...(cursor !== null && { cursor }) };
      const file: File = await exported("stranger", body);
      if (sizes.length === 1) expect((await exported("stranger", body)).bytes.equals(file.bytes)).toBe(true);
      const files = await filesOf(file.bytes);
      const manifest = JSON.parse(String(files.get("manifest.json"))) as {
        movements: number;
        nextCursor: string | null;
      };
      sizes.push(manifest.movements);
      rows.push(
        ...recordsOf({ ...file, bytes: files.get("movements.csv") ?? Buffer.alloc(0) }).map(
          ({ txHash = "" }) => txHash,
        ),
      );
      const names = [...files.keys()].filter((name) => name.startsWith("settlements/"));
      for (const name of names) stated.set(name, [...(stated.get(name) ?? []), name]);
      const last = names.at(-1) ?? "";
      const texts = await textsOf(files.get(last) ?? Buffer.alloc(0));
      expect(texts.filter((text) => /^0x[0-9a-f]{64}$/.test(text)).length).toBe(
        last.includes("answer") || last.endsWith("-104.pdf") ? 1 : 3,
      );
      cursor = file.headers.get("x-next-cursor");
      expect(manifest.nextCursor).toBe(cursor);
      if (cursor !== null) expect(file.headers.get("content-disposition")).not.toContain("/");
    } while (cursor !== null);
    expect(sizes).toEqual([150, 150, 11]);
    expect(rows).toEqual([...movements(MANY), answer(MANY)].map(({ txHash }) => txHash));
    expect(stated.size).toBe(Math.ceil(MANY / 3) + 1);
    expect([...stated.values()].every((names) => names.length === 1)).toBe(true);
  }, 60_000);

  it("M13: reads no more of the rows than a part has, and a page beyond", async () => {
    const body = await market.sign(PATH, "stranger", { format: "zip", cursor: rowKey(movement(0)) });
    count.reset();
    expect((await sent(body)).headers.get("x-next-cursor")).toBe(rowKey(movement(150)));
    // The rows of the part's tasks are read once more, and the totals of all.
    expect(count.documentsRead).toBeLessThan(300 + 2 * 150 + 5);
  });

  it("M11: shows a wallet's rows to no other wallet, by any request", async () => {
    const own = new Set<string>([...movements(MANY), answer(MANY)].map(({ txHash }) => txHash));
    const foreign = market.address("buyer");
    const token = await new Agent(market, "stranger").session();
    const attempts = [
      await market.sign(PATH, "stranger", { format: "csv" }, { wallet: foreign }),
      { ...(await market.sign(PATH, "stranger", { format: "csv" })), wallet: foreign },
      await market.sign(PATH, "stranger", { format: "csv", wallet: foreign }),
    ];
    for (const body of attempts) {
      const reply = await sent(body);
      expect([401, 400]).toContain(reply.status);
      expect(reply.headers.get("content-type")).toBe("application/problem+json");
    }
    expect((await sent({ format: "csv", wallet: foreign }, token)).status).toBe(401);
    const cursor = rowKey(movement(0));
    for (const file of [
      await exported("stranger", { format: "csv" }),
      await exported("stranger", { format: "csv", cursor }),
      await sent({ format: "csv" }, token),
    ]) {
      expect(recordsOf(file).every(({ txHash = "" }) => own.has(txHash))).toBe(true);
    }
    expect(recordsOf(await exported("arbiter", { format: "csv" }))).toEqual([]);
  });
});

describe("refusals", () => {
  it.each([
    [{}, "/format"],
    [{ format: "xlsx" }, "/format"],
    [{ format: "csv", from: "2026-02-31" }, "/from"],
    [{ format: "pdf", type: "gift" }, "/type"],
    [{ format: "csv", cursor: "a b" }, "/cursor"],
    [{ format: "csv", limit: 5 }, "/limit"],
    [{ format: "zip", contract: "other" }, "/contract"],
  ])("refuses %j with a problem document that points at %s", async (body, pointer) => {
    const { status, headers, bytes } = await exported("buyer", body);
    expect([status, headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(String(bytes))).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
  });
});
