import { lazyPart } from "../lazyPart";
import type { ChatAnswer } from "../../lib/ask";
import { count } from "../../lib/text";
import { Boundary } from "../boundary";
import { Fact } from "../ratings";

const Markdown = lazyPart(() => import("../markdown").then(({ Markdown }) => Markdown));

/** Loads what shows a reply. */
export const loadReply = () => Markdown.preload();

/** An answer in words, with its tables and rankings drawn as bars, too. */
export function Reply({ answer }: { answer: Pick<ChatAnswer, "reply"> }) {
  return (
    <Boundary>
      <Markdown text={answer.reply} hasBars />
    </Boundary>
  );
}

/** Which data an answer was computed from. */
export function ComputedFrom({ answer }: { answer: ChatAnswer }) {
  const size = "datasetCount" in answer ? answer.datasetCount : null;
  return (
    <Fact name="Computed from">
      {size !== null && `${count(size, "record")}, `}
      <span class="address">{answer.dataHash}</span>
    </Fact>
  );
}
