import { randomUUID } from "node:crypto";
import { connect, createServer, type Http2Server, type Http2Session, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { Firestore } from "@google-cloud/firestore";
import { countFirestore } from "./countFirestore";
import { testFirestore } from "../firestore";

const { db, another } = testFirestore();
const count = countFirestore(db);
afterEach(() => count.reset());

const seen = () => {
  const { roundTrips, documentsRead, documentsWritten } = count;
  return { roundTrips, documentsRead, documentsWritten };
};

describe("happy", () => {
  it("counts a write", async () => {
    await db.doc("things/a").set({ n: 1 });
    expect(seen()).toEqual({ roundTrips: 1, documentsRead: 0, documentsWritten: 1 });
    expect(count.calls).toEqual(["commit"]);
  });

  it("counts every document of a batch, in one round trip", async () => {
    const batch = db.batch();
    for (const id of ["b", "c", "d"]) batch.set(db.doc(`things/${id}`), { n: 2 });
    await batch.commit();
    expect(seen()).toEqual({ roundTrips: 1, documentsRead: 0, documentsWritten: 3 });
  });

  it("counts a read, and a read of a document that is missing", async () => {
    await db.doc("things/a").get();
    await db.doc("things/nothing").get();
    expect(seen()).toEqual({ roundTrips: 2, documentsRead: 2, documentsWritten: 0 });
  });

  it("counts several documents read at once as one round trip", async () => {
    const documents = await db.getAll(...["a", "b", "c"].map((id) => db.doc(`things/${id}`)));
    expect(documents.map((document) => document.exists)).toEqual([true, true, true]);
    expect(seen()).toEqual({ roundTrips: 1, documentsRead: 3, documentsWritten: 0 });
  });

  it("counts a query's documents, and a query that finds nothing as one", async () => {
    expect((await db.collection("things").limit(3).get()).size).toBe(3);
    expect(seen()).toEqual({ roundTrips: 1, documentsRead: 3, documentsWritten: 0 });
    count.reset();
    expect((await db.collection("none").get()).empty).toBe(true);
    expect(seen()).toEqual({ roundTrips: 1, documentsRead: 1, documentsWritten: 0 });
  });

  it("counts a transaction's steps", async () => {
    await db.runTransaction(async (transaction) => {
      const thing = await transaction.get(db.doc("things/a"));
      transaction.update(thing.ref, { n: 3 });
    });
    expect(seen()).toEqual({ roundTrips: 2, documentsRead: 1, documentsWritten: 1 });
    expect(count.calls).toEqual(["batchGetDocuments", "commit"]);
  });

  it("does not count another client", async () => {
    await another().doc("things/a").get();
    expect(seen()).toEqual({ roundTrips: 0, documentsRead: 0, documentsWritten: 0 });
  });
});

describe("faults", () => {
  it("counts the attempts of a transaction that had to run again, as many as an eavesdropper on the wire sees", async () => {
    const wire = await eavesdrop(process.env["FIRESTORE_EMULATOR_HOST"] ?? "");
    const client = clientOf(wire.host);
    const counted = countFirestore(client);
    try {
      await client.doc("counters/x").set({ n: 0 });
      const increment = () =>
        client.runTransaction(async (transaction) => {
          const read = await transaction.get(client.doc("counters/x"));
          transaction.update(read.ref, { n: (read.get("n") as number) + 1 });
        });
      await Promise.all([increment(), increment()]);
      expect((await client.doc("counters/x").get()).get("n")).toBe(2);
      expect(counted.roundTrips).toBeGreaterThanOrEqual(6);
      expect(wire.requests).toBe(counted.roundTrips);
    } finally {
      await client.terminate();
      wire.close();
    }
  });
});

/** A client reads the emulator's address when it is built, from the environment alone. */
function clientOf(host: string): Firestore {
  const real = process.env["FIRESTORE_EMULATOR_HOST"];
  process.env["FIRESTORE_EMULATOR_HOST"] = host;
  const client = new Firestore({ projectId: `demo-${randomUUID()}` });
  process.env["FIRESTORE_EMULATOR_HOST"] = real;
  return client;
}

/** Passes HTTP/2 on to the emulator and counts the requests: an observer that is independent of the client library. */
async function eavesdrop(target: string): Promise<{ host: string; requests: number; close(): void }> {
  const upstream = connect(`http://${target}`);
  const sessions = new Set<Http2Session>([upstream]);
  const server: Http2Server = createServer();
  server.on("session", (session) => sessions.add(session));
  const witness = {
    host: "",
    requests: 0,
    close: () => (server.close(), sessions.forEach((session) => session.destroy())),
  };
  server.on("stream", (stream, headers) => {
    witness.requests += 1;
    const forwarded = upstream.request({ ...headers, ":authority": target });
    stream.pipe(forwarded);
    forwarded.on("response", (answer) => stream.respond(answer, { waitForTrailers: true }));
    forwarded.on("trailers", (trailers: IncomingHttpHeaders) =>
      stream.once("wantTrailers", () => stream.sendTrailers({ ...trailers })),
    );
    forwarded.on("error", () => stream.destroy());
    stream.on("error", () => forwarded.destroy());
    forwarded.pipe(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  witness.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return witness;
}
