import { dataHashOf, firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { MEASURED, type SnapshotPointer } from "../../functions/src/ports/answers";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { publishSample } from "../setup/sample";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const { db, another } = testFirestore();
const { db: empty } = testFirestore();
const count = countFirestore(db);
const NOW = Date.UTC(2026, 10, 1);
const OLD = Buffer.from("a snapshot of an older import");
let service: TestServer;
let goals: SnapshotPointer;

beforeAll(async () => {
  const snapshots = firestoreSnapshots(another());
  const stated = { licence: "CC0", source: "a survey", period: null, languages: null };
  goals = await publishSample(snapshots, "goals", { publishedAt: NOW, stated });
  await snapshots.publish({ kind: "chats", dataHash: dataHashOf(OLD), count: 7, publishedAt: NOW }, OLD);
  service = await testService({ db });
});
afterAll(() => service.close());

const read = (of = service, headers = {}) => fetch(`${of.baseUrl}/datasets`, { headers });

it("lists each dataset with what its import said, and one without a card", async () => {
  const { items } = (await (await read()).json()) as { items: unknown[] };
  expect(items).toEqual([
    {
      kind: "chats",
      endpoint: "/demand-insights",
      datasetCount: 7,
      copies: null,
      dataHash: dataHashOf(OLD),
      importedAt: "2026-11-01T00:00:00.000Z",
      minGroupSize: 5,
      period: null,
      licence: null,
      source: null,
      languages: null,
      columns: null,
      examples: [],
      quality: null,
    },
    expect.objectContaining({
      kind: "goals",
      endpoint: "/ai-early-adopters-goals",
      datasetCount: goals.count,
      // Fewer than five rows of the sample are copies.
      copies: null,
      licence: "CC0",
      source: "a survey",
      period: null,
      languages: ["English"],
      columns: expect.arrayContaining([expect.objectContaining({ name: "gender" })]),
      examples: expect.arrayContaining([
        { question: "What do people want most?", reply: expect.stringMatching(/\d+%/) },
      ]),
    }),
  ]);
});

it("tells how good replies were measured to be on unseen questions", async () => {
  const { measured } = (await (await read()).json()) as { measured: typeof MEASURED };
  expect(measured).toEqual(MEASURED);
});

it("DS1: reads two documents for each dataset, once a minute for all, and answers 304 to who has it", async () => {
  const fresh = await testService({ db, caches: true });
  try {
    count.reset();
    const first = await read(fresh);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, max-age=60, s-maxage=60"]);
    expect([count.documentsRead, count.documentsWritten]).toEqual([4, 0]);
    const again = await read(fresh, { "if-none-match": first.headers.get("etag")! });
    expect([again.status, count.documentsRead]).toEqual([304, 4]);
  } finally {
    await fresh.close();
  }
});

it("lists none where none is published", async () => {
  const fresh = await testService({ db: empty });
  try {
    const answer = await read(fresh);
    expect([answer.status, await answer.json()]).toEqual([200, { items: [], measured: MEASURED }]);
  } finally {
    await fresh.close();
  }
});
