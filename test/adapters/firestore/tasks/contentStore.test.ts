import { FieldValue } from "@google-cloud/firestore";
import { firestoreContentStore } from "../../../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import {
  citedBy,
  contentHash,
  privateDetailsOf,
  salted,
  type Citation,
  type Content,
} from "../../../../functions/src/domain/content";
import { taskName, type TaskKey } from "../../../../functions/src/domain/task/events";
import { EMPTY_PROJECTION, reconcile } from "../../../../functions/src/domain/task/projection";
import { event, POSTER, STRANGER, WORKER } from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const tasks = firestoreTasks(db);
const contentStore = firestoreContentStore(db, () => tasks);
const count = countFirestore(db);
const NOW = Date.parse("2026-05-04T12:00:00Z");
const DAY = 24 * 3_600_000;

let salts = 0;
let ids = 0n;
/** A task of its own for each test. */
const key = (): TaskKey => ({ contract: "human", taskId: ++ids });
const words = (text: string) => salted({ text }, Buffer.alloc(32, ++salts));

/** Metadata with private details, and the event that proves the one by the other. */
function offer(of: TaskKey) {
  const details: Content = { kind: "privateDetails", value: words("under the mat") };
  const metadata: Content = {
    kind: "metadata",
    value: {
      title: "Find the key",
      description: "Somewhere.",
      category: "search",
      privateDetailsHash: contentHash(details),
    },
  };
  const created = event("TaskCreated", { block: 1, key: of }, { metadataHash: contentHash(metadata) });
  return { details, metadata, created };
}

async function onChain(of: TaskKey, created: ReturnType<typeof offer>["created"]): Promise<void> {
  await firestoreProjections(db).change([of], () =>
    reconcile(EMPTY_PROJECTION, { fromBlock: 0n, toBlock: 9n, events: [created] }),
  );
}

describe("happy", () => {
  it("moves a draft to the task that cites it, and the private details along with their metadata", async () => {
    const of = key();
    const { details, metadata, created } = offer(of);
    await contentStore.keepDrafts(POSTER, [metadata, details], NOW);
    await onChain(of, created);
    count.reset();
    await contentStore.adopt(citedBy(created, null));
    // The metadata with the task, the details, and the words that searches find the task by.
    expect(count).toMatchObject({ documentsRead: 4, documentsWritten: 3 });
    expect((await tasks.get(of))?.metadata).toEqual(metadata.value);
    const [citation] = privateDetailsOf({ privateDetailsHash: contentHash(details) } as never, {
      ...of,
      poster: POSTER,
    });
    expect(await contentStore.find([citation as Citation])).toEqual([{ citation, content: details }]);
  });

  it("moves it once more where it is told twice, and is not troubled where there is no draft", async () => {
    const of = key();
    const { metadata, created } = offer(of);
    await contentStore.adopt(citedBy(created, null));
    await contentStore.keepDrafts(POSTER, [metadata], NOW);
    await onChain(of, created);
    await contentStore.adopt(citedBy(created, null));
    await contentStore.adopt(citedBy(created, null));
    expect((await tasks.get(of))?.metadata).toEqual(metadata.value);
  });

  it("D19: writes nothing if the cited content is already stored, so that no posted task can be posted again", async () => {
    const of = key();
    const { details, metadata, created } = offer(of);
    await contentStore.keepDrafts(POSTER, [metadata, details], NOW);
    await onChain(of, created);
    await contentStore.adopt(citedBy(created, null));
    const doc = db.doc(`tasks/${taskName(of)}`);
    await doc.update({ unbooked: FieldValue.delete() });
    count.reset();
    await contentStore.adopt(citedBy(created, null));
    await tasks.setMetadata(of, metadata.value);
    await contentStore.put([{ citation: citedBy(created, null)[0] as Citation, content: metadata }]);
    expect([count.documentsWritten, (await doc.get()).get("unbooked")]).toEqual([0, undefined]);
  });

  it("M3: keeps the same words of both sides, each its author's", async () => {
    const of = key();
    const content: Content = { kind: "comment", value: "Thank you." };
    const citations = [POSTER, WORKER].map((author): Citation => ({
      ...of,
      kind: "comment",
      hash: contentHash(content),
      author,
    }));
    for (const { author } of citations) await contentStore.keepDrafts(author, [content], NOW);
    for (const citation of citations) await contentStore.adopt([citation]);
    expect(await contentStore.find(citations)).toEqual(citations.map((citation) => ({ citation, content })));
  });

  it("keeps what came after its event, and gives several in one round trip", async () => {
    const of = key();
    const proven = ["one", "two"].map((text) => {
      const content: Content = { kind: "submission", value: words(text) };
      return { citation: { ...of, kind: content.kind, hash: contentHash(content), author: WORKER }, content };
    });
    await contentStore.put(proven);
    count.reset();
    expect(await contentStore.find(proven.map(({ citation }) => citation))).toEqual(proven);
    expect(count).toMatchObject({ roundTrips: 1, documentsRead: 2 });
  });

  it("lets a draft end after a day", async () => {
    const draft: Content = { kind: "comment", value: "Thanks" };
    await contentStore.keepDrafts(STRANGER, [draft], NOW);
    const kept = await db
      .collection("drafts")
      .doc(`${STRANGER}-comment-${contentHash(draft)}`)
      .get();
    expect((kept.get("expireAt") as { toMillis(): number }).toMillis()).toBe(NOW + DAY);
  });

  it("adopts the drafts of many tasks in a few round trips", async () => {
    const many = Array.from({ length: 250 }, () => ({
      of: key(),
      draft: { kind: "comment", value: "Thanks" } as const,
    }));
    await contentStore.keepDrafts(STRANGER, [many[0]!.draft], NOW);
    const cited = many.map(({ of, draft }) => ({
      ...of,
      kind: draft.kind,
      hash: contentHash(draft),
      author: STRANGER,
    }));
    count.reset();
    await contentStore.adopt(cited);
    expect(count.roundTrips).toBeLessThanOrEqual(9);
    expect(await contentStore.find(cited)).toHaveLength(250);
  });
});

describe("security", () => {
  it("M4: moves no draft of another wallet, though its hash is on the chain", async () => {
    const of = key();
    const { details, metadata } = offer(of);
    await contentStore.keepDrafts(POSTER, [metadata, details], NOW);
    const copied = event(
      "TaskCreated",
      { block: 1, key: of },
      { poster: STRANGER, metadataHash: contentHash(metadata) },
    );
    await onChain(of, copied);
    await contentStore.adopt(citedBy(copied, null));
    expect((await tasks.get(of))?.metadata).toBeNull();
    expect(
      await contentStore.find([{ ...of, kind: "privateDetails", hash: contentHash(details), author: STRANGER }]),
    ).toEqual([]);
  });

  it("M4: does not give one task's private details to another task that cites the same hash", async () => {
    const [first, second] = [key(), key()];
    const { details, metadata, created } = offer(first);
    await contentStore.keepDrafts(POSTER, [metadata, details], NOW);
    await onChain(first, created);
    await contentStore.adopt(citedBy(created, null));
    expect(
      await contentStore.find([{ ...second, kind: "privateDetails", hash: contentHash(details), author: STRANGER }]),
    ).toEqual([]);
    expect(
      await contentStore.find([{ ...first, kind: "privateDetails", hash: contentHash(details), author: STRANGER }]),
    ).toEqual([]);
    expect(
      await contentStore.find([{ ...first, kind: "submission", hash: contentHash(details), author: POSTER }]),
    ).toEqual([]);
  });

  it("M3: adopts nothing under a hash that is one byte off", async () => {
    const of = key();
    const draft: Content = { kind: "submission", value: words("work") };
    await contentStore.keepDrafts(WORKER, [draft], NOW);
    const hash = contentHash(draft).replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) as `0x${string}`;
    await contentStore.adopt([{ ...of, kind: "submission", hash, author: WORKER }]);
    expect(await contentStore.find([{ ...of, kind: "submission", hash, author: WORKER }])).toEqual([]);
  });
});
