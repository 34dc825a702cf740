import { createHash } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { endpoint, open, requests } from "../../functions/src/http/endpoint";
import { object } from "../../functions/src/schema/build";
import { download, type Download } from "../../functions/src/schema/download";
import { StoreUnavailable } from "../../functions/src/ports/storeUnavailable";
import { testFirestore } from "../setup/firestore";
import { start } from "./start";
import { KeptLog } from "../setup/service";
import { until } from "../setup/until";

const { db } = testFirestore();

const KIB = 1024;

/** Pieces that tell how many were made and whether they were let go. */
class Pieces {
  made = 0;
  ended = false;

  constructor(
    private readonly count: number,
    private readonly size: number,
    private readonly failsAt: { piece: number; with: Error } | null = null,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = 0; piece < this.count; piece++) {
        if (this.failsAt?.piece === piece) throw this.failsAt.with;
        this.made += 1;
        yield Buffer.alloc(this.size, piece);
      }
    } finally {
      this.ended = true;
    }
  }
}

/** Serves an endpoint whose answer is these pieces. */
async function startPieces(pieces: Pieces, changes: Partial<Download> = {}): Promise<{ url: string; log: KeptLog }> {
  const log = new KeptLog();
  const file = {
    contentType: "text/csv; charset=utf-8",
    filename: "a.csv",
    pieces,
    length: null,
    sha256: null,
    nextCursor: null,
    ...changes,
  };
  const serving = endpoint({
    method: "POST",
    path: "/file",
    summary: "a",
    auth: open,
    input: object({}),
    output: download("A file.", "text/csv"),
    errors: [],
    rateLimit: requests(1_000),
    example: {},
    handle: async () => file,
  });
  return { url: await start([serving], { db, log }), log };
}

const ask = (url: string) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

/** The answer's head, with nothing of its body read. */
async function asked(url: string): Promise<IncomingMessage> {
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": "2" },
    agent: false,
  });
  sent.end("{}");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

describe("happy", () => {
  it("sends a file in pieces, with its type, its name and where the next part begins", async () => {
    const { url } = await startPieces(new Pieces(3, KIB), { nextCursor: "7-human" });
    const reply = await ask(url);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="a.csv"',
      "x-next-cursor": "7-human",
      "cache-control": "no-store",
      "transfer-encoding": "chunked",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers.get("access-control-expose-headers")).toContain("X-Next-Cursor");
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(
      Buffer.concat([0, 1, 2].map((piece) => Buffer.alloc(KIB, piece))),
    );
  });

  it("says the length and the digest where they are known", async () => {
    const sha256 = createHash("sha256").update(Buffer.alloc(KIB)).digest("hex");
    const reply = await ask((await startPieces(new Pieces(1, KIB), { length: KIB, sha256 })).url);
    expect([reply.headers.get("content-length"), reply.headers.get("x-next-cursor")]).toEqual([String(KIB), null]);
    expect(reply.headers.get("content-digest")).toBe(`sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`);
    await reply.arrayBuffer();
  });

  it("sends a file without any piece, too", async () => {
    const reply = await ask((await startPieces(new Pieces(0, KIB))).url);
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });
});

describe("faults", () => {
  it.each([
    [new StoreUnavailable(new Error("down")), 503, "dependency_unavailable"],
    [new Error("a defect"), 500, "internal"],
  ])("answers with a problem document where the first piece fails with %p", async (error, status, code) => {
    const pieces = new Pieces(3, KIB, { piece: 0, with: error });
    const shown = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const reply = await ask((await startPieces(pieces)).url).finally(() => shown.mockRestore());
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("content-disposition")]).toEqual([
      status,
      "application/problem+json",
      null,
    ]);
    expect(await reply.json()).toMatchObject({ code });
  });

  it.each([null, 10 * KIB])(
    "cuts the connection where a later piece fails, so that nothing looks whole (length %p)",
    async (length) => {
      const pieces = new Pieces(10, KIB, { piece: 5, with: new Error("a defect") });
      const { url, log } = await startPieces(pieces, { length });
      const reply = await ask(url);
      expect(reply.status).toBe(200);
      await expect(reply.arrayBuffer()).rejects.toThrow();
      await until(() => log.lines.some(({ event }) => event === "request.broken"));
      expect(JSON.stringify(log.lines)).not.toContain("a defect");
      expect(pieces.ended).toBe(true);
    },
  );
});

describe("security", () => {
  it("M13: makes no more pieces than a slow reader takes", async () => {
    const pieces = new Pieces(1_000, 64 * KIB);
    const { url } = await startPieces(pieces);
    const answer = await asked(url);
    answer.pause();
    await until(() => pieces.made > 1);
    // What the sockets on both sides take unread is some megabytes.
    expect(pieces.made).toBeLessThan(500);
    answer.destroy();
    await until(() => pieces.ended);
  });

  it("M13: makes nothing more for a reader who went away, and takes it for no fault", async () => {
    const pieces = new Pieces(1_000, 64 * KIB);
    const { url, log } = await startPieces(pieces);
    const answer = await asked(url);
    answer.once("data", () => answer.destroy());
    answer.resume();
    await until(() => pieces.ended);
    expect(pieces.made).toBeLessThan(1_000);
    expect(log.lines).toEqual([]);
  });
});
