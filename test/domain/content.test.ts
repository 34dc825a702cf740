import {
  citationOf,
  citationsOf,
  citedBy,
  contentHash,
  mayRead,
  MAX_ARBITER_DAYS,
  privateDetailsOf,
  requireGoodContent,
  salted,
  submissionOf,
  type Content,
  type ContentKind,
} from "../../functions/src/domain/content";
import { keccak256 } from "../../functions/src/domain/keccak";
import type { TaskEvent } from "../../functions/src/domain/task/events";
import { metadataHash, tidyMetadata, type TaskMetadata } from "../../functions/src/domain/task/metadata";
import { applyAll } from "../../functions/src/domain/task/applyEvent";
import type { Task } from "../../functions/src/domain/task/task";
import { ARBITER, event, GENESIS, history, KEY, POSTER, STRANGER, WORK, WORKER } from "../setup/tasks/histories";
import { refusalOf } from "../setup/tasks/refusals";

const SALT = Buffer.alloc(32, 7);
const WORDS = salted({ text: "the key is under the mat", links: [{ url: "https://files.example/a" }] }, SALT);
const METADATA: TaskMetadata = { title: "Find the key", description: "It is somewhere.", category: "search" };

function taskAfter(events: readonly TaskEvent[]): Task {
  const task = applyAll(null, events);
  if (!task) throw new Error("no task");
  return task;
}

const byEvent = (one: TaskEvent) => citedBy(one, ARBITER);
const disputed = history("TaskCreated", "TaskStarted", "WorkSubmitted", "TaskRejected", "TaskDisputed");
const rated = history("TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed");

describe("happy", () => {
  it("hashes a private text with its links and its salt, in the canonical form", () => {
    const hash = contentHash({ kind: "submission", value: WORDS });
    expect(hash).toBe(
      keccak256(
        `{"links":[{"url":"https://files.example/a"}],"salt":"0x${"07".repeat(32)}","text":"the key is under the mat"}`,
      ),
    );
    expect(contentHash({ kind: "privateDetails", value: WORDS })).toBe(hash);
  });

  it("hashes metadata and comments as the chain holds them", () => {
    expect(contentHash({ kind: "metadata", value: METADATA })).toBe(metadataHash(METADATA));
    expect(contentHash({ kind: "comment", value: "Well done" })).toBe(keccak256("Well done"));
  });

  it("hides a short text behind its salt", () => {
    const other = salted({ text: WORDS.text, links: WORDS.links }, Buffer.alloc(32, 8));
    expect(contentHash({ kind: "submission", value: other })).not.toBe(
      contentHash({ kind: "submission", value: WORDS }),
    );
  });

  it("knows what each event proves, and whose word it is", () => {
    const proven = [...disputed, ...rated].flatMap(byEvent).map(({ kind, author }) => [kind, author]);
    expect(proven).toEqual([
      ["metadata", POSTER],
      ["submission", WORKER],
      ["evidence", WORKER],
      ["metadata", POSTER],
      ["submission", WORKER],
      ["comment", POSTER],
      ["comment", WORKER],
    ]);
    expect(byEvent(event("ChangesRequested", { block: 4 }))).toEqual([
      { ...KEY, kind: "reason", hash: keccak256("why"), author: POSTER },
    ]);
  });

  it("cites in a task what its events proved, and its private details by its metadata", () => {
    const events = [...disputed];
    const task = taskAfter(events);
    const details = contentHash({ kind: "privateDetails", value: WORDS });
    const cited = citationsOf(task, { ...METADATA, privateDetailsHash: details });
    expect(cited).toEqual(expect.arrayContaining(events.flatMap(byEvent)));
    expect(cited).toContainEqual({ ...KEY, kind: "privateDetails", hash: details, author: POSTER });
    expect(cited).toHaveLength(events.flatMap(byEvent).length + 1);
  });

  it("makes one spelling of metadata that reads the same", () => {
    const given = {
      ...METADATA,
      title: " Ｆｉｎｄ  the key ",
      description: "It is\r\nsomewhere.",
      tags: ["keys", "ｋｅｙｓ"],
    };
    expect(tidyMetadata(given)).toEqual({ ...METADATA, description: "It is\nsomewhere.", tags: ["keys"] });
    requireGoodContent({ kind: "metadata", value: tidyMetadata(given) });
  });
});

describe("who may read", () => {
  const PUBLIC: readonly ContentKind[] = ["metadata", "ruling"];
  const KINDS: readonly ContentKind[] = [
    ...PUBLIC,
    ...(["privateDetails", "submission", "reason", "evidence", "answer", "comment"] as const),
  ];
  const readable = (events: readonly TaskEvent[], wallet: Task["poster"] | null, nowMs = GENESIS * 1000) =>
    KINDS.filter((kind) => mayRead(kind, taskAfter(events), wallet, nowMs));

  it("M4: gives a stranger what is public and nothing else, in every state", () => {
    for (const events of [disputed, rated]) {
      for (let step = 1; step <= events.length; step++) {
        for (const wallet of [null, STRANGER]) expect(readable(events.slice(0, step), wallet)).toEqual(PUBLIC);
      }
    }
  });

  it("gives the poster and the worker who staked everything", () => {
    expect(readable(disputed, POSTER)).toEqual(KINDS);
    expect(readable(disputed, WORKER)).toEqual(KINDS);
  });

  it("M5: gives a worker nothing before the stake", () => {
    expect(readable(history("TaskCreated"), WORKER)).toEqual(PUBLIC);
  });

  it("M5: takes the private details back from a worker who let the task expire", () => {
    const expired = [
      ...history("TaskCreated", "TaskStarted"),
      event("TaskExpired", { block: 3, time: 1_900_000_000 }, { worker: WORKER, from: "STARTED" }),
    ];
    expect(readable(expired, WORKER)).not.toContain("privateDetails");
    expect(readable(expired, POSTER)).toContain("privateDetails");
  });

  it("R2: gives the arbiter everything of a dispute, and nothing before", () => {
    for (let step = 1; step < disputed.length; step++)
      expect(readable(disputed.slice(0, step), ARBITER)).toEqual(PUBLIC);
    expect(readable(disputed, ARBITER, Number.MAX_SAFE_INTEGER)).toEqual(KINDS);
    expect(readable(rated, ARBITER)).toEqual(PUBLIC);
  });

  it("R1: gives the arbiter of another contract nothing", () => {
    const [created, ...later] = disputed;
    const others = [{ ...created, arbiter: STRANGER } as TaskEvent, ...later];
    expect(readable(others, ARBITER)).toEqual(PUBLIC);
    expect(readable(others, STRANGER)).toEqual(KINDS);
  });

  it("R2: takes the case back from the arbiter 30 days after its end, however it ended", () => {
    for (const byDefault of [false, true]) {
      const ended = event("TaskResolved", { block: 9, time: GENESIS + 7_000 }, { byDefault });
      const until = (GENESIS + 7_000 + MAX_ARBITER_DAYS * 86_400) * 1000;
      expect(readable([...disputed, ended], ARBITER, until)).toEqual(KINDS);
      expect(readable([...disputed, ended], ARBITER, until + 1)).toEqual(PUBLIC);
      expect(readable([...disputed, ended], WORKER, until + 1)).toEqual(KINDS);
    }
  });
});

describe("security", () => {
  it("M3: cites no content with one character flipped, and none of another kind", () => {
    const created = event("TaskCreated", { block: 1 }, { metadataHash: metadataHash(METADATA) });
    const task = taskAfter([created]);
    expect(citationOf(task, null, { kind: "metadata", value: METADATA })).toEqual(byEvent(created)[0]);
    expect(citationOf(task, null, { kind: "metadata", value: { ...METADATA, title: "Find the kez" } })).toBeNull();
    expect(citationOf(task, null, { kind: "metadata", value: { ...METADATA, tags: [] } })).toBeNull();
    const worked = taskAfter([
      created,
      ...history("TaskStarted", "WorkSubmitted").map((_, at) =>
        at === 0
          ? event("TaskStarted", { block: 2 })
          : event("WorkSubmitted", { block: 3 }, { submissionHash: contentHash({ kind: "submission", value: WORDS }) }),
      ),
    ]);
    expect(citationOf(worked, null, { kind: "submission", value: WORDS })?.author).toBe(WORKER);
    expect(citationOf(worked, null, { kind: "evidence", value: WORDS })).toBeNull();
    expect(citationOf(worked, null, { kind: "submission", value: { ...WORDS, text: `${WORDS.text}.` } })).toBeNull();
  });

  it("M4: finds private details by the task and its poster, never by their hash alone", () => {
    const task = taskAfter(history("TaskCreated"));
    expect(privateDetailsOf({ ...METADATA, privateDetailsHash: WORK }, task)).toEqual([
      { ...KEY, kind: "privateDetails", hash: WORK, author: POSTER },
    ]);
    expect(privateDetailsOf(METADATA, task)).toEqual([]);
    expect(submissionOf(task, WORK)).toEqual([]);
  });

  it.each<[string, Content, string]>([
    ["a hidden character in a tag", { kind: "metadata", value: { ...METADATA, tags: ["a", "b\u202e"] } }, "/at/tags/1"],
    ["an untidy title", { kind: "metadata", value: { ...METADATA, title: " Find" } }, "/at/title"],
    [
      "a link that is no https",
      { kind: "evidence", value: { ...WORDS, links: [{ url: "https://a.example" }, { url: "http://b.example" }] } },
      "/at/links/1/url",
    ],
    ["an empty comment", { kind: "comment", value: " " }, "/at"],
  ])("M14: refuses %s and points at it, without repeating the text", (_name, content, pointer) => {
    const refusal = refusalOf(() => requireGoodContent(content, "/at"));
    expect(refusal.code).toBe("invalid_request");
    expect(refusal.options.errors).toEqual([{ pointer, message: expect.stringMatching(/^must/) as string }]);
    expect(refusal.detail).not.toContain("mat");
  });

  it("makes no salt of fewer than 32 bytes", () => {
    expect(() => salted({ text: "a" }, Buffer.alloc(31))).toThrow(RangeError);
  });
});
