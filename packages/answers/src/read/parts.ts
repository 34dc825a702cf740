import { asksSomething } from "./measure";
import { partOf, placesOf, textOf, type Place, type Text } from "./text";

/** A part of a message that asks for one thing, with the place of its first token in the message. */
export interface Part extends Text {
  from: number;
}

const ENDS = /^[.!?…;\n]$/;
/** What begins another question behind a comma or "and". */
const NEXT =
  /(?:^|(?<= ))(?:, (?:and |or |then |also )?|and (?:also |then )?|– |- )(?=(?:how (?:many|often|much|do|does|is|are|common|big)|what|whats|which|why|who (?:is|are|has|complains|talks|mentions)|where|show me|give me|tell me|list|compare|quote|rank|could (?:i|you)|can (?:i|you)|is it|are they|do they)(?= ))/g;
/** Before one of these, "which" and "what" go on with what was begun. */
const GOES_ON = /^(?:which|who) (?:is|are|has|have|was|were|means?|would|i|we|the|our)\b/;

/** The parts of a message: its questions, and the statements before and between them. */
export function partsOf(text: Text, isFollowUp: boolean): { asking: Part[]; told: Part[] } {
  const parts = sentencesIn(text).flatMap((place) => piecesOf(text, place));
  const all = parts.map((place): Part => ({ ...partOf(text, place), from: place.from }));
  const isWordy = (one: Part): boolean => one.tokens.some(({ isWord }) => isWord);
  const asking = all.filter((one) => asksSomething(one.said));
  if (asking.length > 0) {
    // What is told after a question may still name what it is about: "Rank these for me. Skiing, sailing and golf."
    return { asking, told: all.filter((one) => !asking.includes(one) && isWordy(one)) };
  }
  const last = isFollowUp ? all.filter(isWordy) : all.filter(isWordy).slice(-1);
  const whole = last.length > 1 ? [{ ...textOf(text.tokens.slice(last[0]!.from)), from: last[0]!.from }] : last;
  return { asking: whole, told: isFollowUp ? [] : all.filter((one) => isWordy(one) && !last.includes(one)) };
}

function sentencesIn({ tokens }: Text): Place[] {
  const found: Place[] = [];
  let from = 0;
  tokens.forEach(({ written }, at) => {
    if (!ENDS.test(written)) return;
    found.push({ from, to: at + 1 });
    from = at + 1;
  });
  if (from < tokens.length) found.push({ from, to: tokens.length });
  return found;
}

/** Splits a sentence that asks more than one question. */
function piecesOf(text: Text, { from, to }: Place): Place[] {
  const sentence = partOf(text, { from, to });
  const cuts = placesOf(sentence, NEXT)
    .filter(({ to: next, from: at }) => {
      const rest = sentence.tokens
        .slice(next)
        .map(({ said }) => said)
        .join(" ");
      const before = sentence.tokens.slice(0, at);
      // What only limits the question belongs to the piece after it.
      if (
        /^(?:and |so |but )?(?:among|amongst|of|out of|within|for|from|in|across|when|as|if|looking|given|apart|besides)\b/.test(
          before.map(({ said }) => said).join(" "),
        ) &&
        !asksSomething(before.map(({ said }) => said).join(" "))
      )
        return false;
      return at > 0 && !GOES_ON.test(rest) && before.some(({ isWord }) => isWord);
    })
    .map((cut) => cut.to);
  const bounds = [0, ...cuts, sentence.tokens.length];
  return bounds.slice(1).map((end, i) => ({ from: from + bounds[i]!, to: from + end }));
}
