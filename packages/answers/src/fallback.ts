import type { DatasetKind } from "./answers";
import { cut, joined, number, recordsCalled } from "./engine/wording";

/** The answer to a question that could not be computed: the dataset's overview, or its size where there is none yet. */
export function fallbackReply(kind: DatasetKind, count: number, overview: string | null): string {
  const { many } = recordsCalled(kind);
  return cut(
    joined([
      `This question could not be worked through in time, so here is an overview of all ${many} instead.`,
      "Ask about one topic or group at a time, in a short sentence, such as “How many mention money?”.",
      "",
      overview ?? `The data holds **${number(count)}** ${many}.`,
    ]),
  );
}
