import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Firestore } from "@google-cloud/firestore";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import type { SnapshotPointer, Snapshots } from "../../functions/src/ports/answers";
import { MemorySnapshots } from "../fakes/snapshots";
import { testFirestore } from "../setup/firestore";

const hashOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const pointerTo = (bytes: Uint8Array, change: Partial<SnapshotPointer> = {}): SnapshotPointer => ({
  kind: "chats",
  dataHash: hashOf(bytes),
  count: 7,
  publishedAt: 1_790_000_000_000,
  ...change,
});
const { db } = testFirestore();

describe.each<[string, () => Snapshots]>([
  ["in memory", () => new MemorySnapshots()],
  ["in Firestore", () => firestoreSnapshots(db)],
])("snapshots %s", (_, build) => {
  const snapshots = build();

  describe("happy", () => {
    it("has no current snapshot before the first is published", async () => {
      expect(await snapshots.current("goals")).toBeNull();
    });

    it("gives back what was published, and points at it", async () => {
      const bytes = Buffer.from("the first snapshot");
      await snapshots.publish(pointerTo(bytes), bytes);
      const pointer = (await snapshots.current("chats"))!;
      expect(pointer).toEqual(pointerTo(bytes));
      expect(Buffer.from(await snapshots.load(pointer))).toEqual(bytes);
    });

    it("keeps an older snapshot readable after the pointer moved", async () => {
      const [old, young] = [Buffer.from("old"), Buffer.from("young")];
      await snapshots.publish(pointerTo(old), old);
      await snapshots.publish(pointerTo(young), young);
      expect((await snapshots.current("chats"))!.dataHash).toBe(hashOf(young));
      expect(Buffer.from(await snapshots.load(pointerTo(old)))).toEqual(old);
    });

    it("takes the same bytes twice, and points at an old snapshot again", async () => {
      const [first, second] = [Buffer.from("first"), Buffer.from("second")];
      for (const bytes of [first, second, first]) await snapshots.publish(pointerTo(bytes), bytes);
      expect((await snapshots.current("chats"))!.dataHash).toBe(hashOf(first));
    });

    it("holds snapshots far larger than one document", async () => {
      const bytes = randomBytes(5_000_000);
      await snapshots.publish(pointerTo(bytes), bytes);
      expect(hashOf(await snapshots.load(pointerTo(bytes)))).toBe(hashOf(bytes));
    });
  });

  describe("refusals", () => {
    it("refuses bytes that the pointer does not name", async () => {
      await expect(snapshots.publish(pointerTo(Buffer.from("these")), Buffer.from("those"))).rejects.toThrow("hash");
    });

    it("refuses to load a snapshot that was never stored", async () => {
      await expect(snapshots.load(pointerTo(Buffer.from("never")))).rejects.toThrow("not stored");
    });
  });
});

describe("snapshots in Firestore", () => {
  const snapshots = firestoreSnapshots(db);
  const chunks = (bytes: Uint8Array) => db.collection("snapshots").doc(hashOf(bytes).slice(7)).collection("chunks");

  describe("security", () => {
    it("refuses a snapshot whose stored bytes were changed", async () => {
      const [bytes, other] = [Buffer.from("what was published"), Buffer.from("what was something")];
      await snapshots.publish(pointerTo(bytes), bytes);
      await chunks(bytes)
        .doc("00000")
        .set({ bytes: gzipSync(other) });
      await expect(snapshots.load(pointerTo(bytes))).rejects.toThrow("does not match its hash");
    });
  });

  describe("faults", () => {
    it("leaves the old snapshot current when a publication stops before its pointer", async () => {
      const old = Buffer.from("still current");
      await snapshots.publish(pointerTo(old), old);
      const stops = { withConverter: () => stops, doc: () => ({ set: () => Promise.reject(new Error("stopped")) }) };
      const withoutPointer = Object.create(db, {
        collection: { value: (path: string) => (path === "datasets" ? stops : db.collection(path)) },
      }) as Firestore;
      const broken = firestoreSnapshots(withoutPointer);
      const young = Buffer.from("never pointed at");
      await expect(broken.publish(pointerTo(young), young)).rejects.toThrow("stopped");
      expect((await snapshots.current("chats"))!.dataHash).toBe(hashOf(old));
    });

    it("says that a chunk is missing", async () => {
      const bytes = randomBytes(3_000_000);
      await snapshots.publish(pointerTo(bytes), bytes);
      await chunks(bytes).doc("00001").delete();
      await expect(snapshots.load(pointerTo(bytes))).rejects.toThrow("not stored completely");
    });
  });
});
