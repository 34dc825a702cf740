import type { DocumentReference, Firestore } from "@google-cloud/firestore";
import type { Verdict } from "../../../domain/acceptance";
import type { Address } from "../../../domain/address";
import {
  contentHash,
  privateDetailsOf,
  type Citation,
  type Content,
  type ContentKind,
  type Submission,
} from "../../../domain/content";
import { DAY_MS } from "../../../domain/time";
import type { Hex } from "../../../domain/keccak";
import { taskName } from "../../../domain/task/events";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { ContentStore, Proven, Tasks } from "../../../ports/tasks";
import { asJson, Documents, fields, plain, time, type Codec } from "../documents";
import { reaching } from "../faults";
import { METADATA } from "./taskDocument";
import { chunksOf, getAll } from "../reading";
import { write, type Write } from "../unitOfWork";

const DRAFT_MS = DAY_MS;
/** Documents in one round trip. */
const BATCH = 100;

interface StoredContent {
  readonly author: Address;
  readonly kind: ContentKind;
  readonly value: Content["value"];
  readonly verdict?: Verdict;
}

const VALUE: Codec<Content["value"]> = {
  encode: (value) => ofMembers(value, "encode"),
  decode: (stored) => ofMembers(stored as Content["value"], "decode"),
};

function ofMembers(value: Content["value"], change: "encode" | "decode"): Content["value"] {
  if (typeof value === "string") return value;
  const codec: Codec<unknown> = "title" in value ? METADATA : fields<Submission>({ output: asJson() });
  return codec[change](value) as Content["value"];
}

/** Contents in `contents/{task}-{kind}-{author}-{hash}`. */
const CONTENTS = new Documents<StoredContent>("contents", {
  ...plain("author", "kind", "verdict"),
  value: VALUE,
});

/** Drafts in `drafts/{wallet}-{kind}-{hash}`, which TTL deletes after a day. */
const DRAFTS = new Documents<StoredContent & { readonly expireAt: number }>("drafts", {
  ...plain("author", "kind", "verdict"),
  value: VALUE,
  expireAt: time,
});

/** Public texts are in the task's own document, because lists show them. */
const isPublic = ({ kind }: { kind: ContentKind }) => kind === "metadata" || kind === "ruling";

export function firestoreContentStore(
  db: Firestore,
  tasks: () => Pick<Tasks, "setMetadata" | "setRulingReason">,
): ContentStore {
  const draftRef = ({ author, kind, hash }: { author: Address; kind: ContentKind; hash: Hex }) =>
    DRAFTS.in(db).doc(`${author}-${kind}-${hash}`);
  const contentRef = (citation: Citation) =>
    CONTENTS.in(db).doc(`${taskName(citation)}-${citation.kind}-${citation.author}-${citation.hash}`);

  return {
    keepDrafts(author, drafts, nowMs, unit) {
      const expireAt = nowMs + DRAFT_MS;
      const keep =
        (draft: Content): Write =>
        (batch) =>
          batch.set(draftRef({ author, kind: draft.kind, hash: contentHash(draft) }), { author, ...draft, expireAt });
      return write(db, unit, drafts.map(keep));
    },

    hasDraft: (author, kind, hash) => reaching(async () => (await draftRef({ author, kind, hash }).get()).exists),

    async adopt(citations, unit) {
      const drafts = await read(citations, draftRef);
      const cited = drafts.flatMap(({ citation, content }) =>
        content.kind === "metadata" ? privateDetailsOf(content.value, { ...citation, poster: citation.author }) : [],
      );
      // What is cited goes first, so that no reader finds the citation and not what it names.
      await store(await unknownOf([...(await read(cited, draftRef)), ...drafts]), unit);
    },

    put: store,
    find: (citations) => read(citations, contentRef),
  };

  /** What stands at the references, if it is what the citation names: the same kind, by the same author. */
  async function read(
    citations: readonly Citation[],
    refOf: (citation: Citation) => DocumentReference<StoredContent>,
  ): Promise<Proven[]> {
    const found: Proven[] = [];
    for (const some of chunksOf(citations, BATCH)) {
      const docs = await getAll(some.map(refOf));
      for (const [at, citation] of some.entries()) {
        const content = contentIn(docs[at]?.data(), citation);
        if (content) found.push({ citation, content });
      }
    }
    return found;
  }

  /** Those that are not stored yet: confirming a step again must not write anything. */
  async function unknownOf(proven: readonly Proven[]): Promise<Proven[]> {
    const stored = await read(
      proven.map(({ citation }) => citation).filter((citation) => !isPublic(citation)),
      contentRef,
    );
    const known = new Set(stored.map(({ citation }) => citation));
    return proven.filter(({ citation }) => !known.has(citation));
  }

  async function store(proven: readonly Proven[], unit?: UnitOfWork): Promise<void> {
    const put =
      ({ citation, content }: Proven): Write =>
      (batch) =>
        batch.set(contentRef(citation), { author: citation.author, ...content });
    const own = proven.filter(({ content }) => !isPublic(content));
    for (const some of chunksOf(own, BATCH)) await write(db, unit, some.map(put));
    for (const { citation, content } of proven) {
      if (content.kind === "metadata") await tasks().setMetadata(citation, content.value, unit);
      if (content.kind === "ruling") await tasks().setRulingReason(citation, content.value, unit);
    }
  }
}

function contentIn(stored: StoredContent | undefined, { kind, author }: Citation): Content | null {
  if (stored?.kind !== kind || stored.author !== author) return null;
  const { author: _author, ...content } = stored;
  // The kind says which value it is.
  return content as Content;
}
