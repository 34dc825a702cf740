import { placesOf, partOf, textOf, type Place, type Text } from "./text";

const ENDS = /^[.!?…;\n]$/;
/** What begins another question behind a comma or "and". */
const NEXT =
  /(?:^|(?<= ))(?:, (?:and |or |then |also )?|and (?:also |then )?|– |- )(?=(?:how (?:many|often|much|do|does|is|are|common|big)|what|whats|which|why|who (?:is|are|has|complains|talks|mentions)|where|show me|give me|tell me|list|compare|quote|rank|is it|are they|do they)(?= ))/g;
/** Before one of these, "which" and "what" go on with what was begun. */
const GOES_ON = /^(?:which|who) (?:is|are|has|have|was|were|means?|would|i|we|the|our)\b/;
/** What only limits a question belongs to the piece behind it. */
const LIMITS =
  /^(?:and |so |but )?(?:among|amongst|of|out of|within|for|from|in|across|when|as|if|looking|given|apart|besides)\b/;

/** True for words that ask for something, or tell to do so. */
export const asksSomething = (said: string): boolean =>
  /\?$/.test(said) ||
  /\b(?:how (?:many|much|often|common|big)|what (?:share|percent\w*|proportion|fraction)|why|quotes?|average|whether|i wonder|wondering|interested in)\b/.test(
    said,
  ) ||
  /^(?:(?:and|so|but|ok|okay|also|then|now|please|just) )*(?:is|are|do|does|did|has|have|was|can|could|should) /.test(
    said,
  ) ||
  /^(?:[\w']+ ){0,3}?(?:how|what|whats|wat|which|who|whos|where|whose) /.test(said) ||
  /^(?:and |so |also |then |please |now |ok |okay |kindly |can you |could you |would you |just |i want |i need |let me |lets )*(?:compare|rank|list|summari[sz]e|describe|show|give|tell|count|split|break|name|find|quote|read|explain|identify|analy[sz]e|only|same|total|any)\b/.test(
    said,
  ) ||
  /\b(?:like|love|want|need|curious|trying|hoping) to (?:know|see|understand|learn|find out|hear)\b/.test(said);

/** What a message asks, one by one: each question, the first with what is told beside it. */
export function partsOf(text: Text): Text[] {
  const pieces = sentencesIn(text).flatMap((place) => piecesOf(text, place));
  const asking = pieces.filter((place) => asksSomething(partOf(text, place).said));
  if (asking.length < 2) return [text];
  const [first, ...others] = asking;
  const told = pieces.filter((place) => !others.includes(place) && place.from <= first!.from);
  const tokens = told.flatMap((place) => partOf(text, place).tokens);
  return [textOf(tokens), ...others.map((place) => partOf(text, place))];
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
  const saidOf = (place: Place): string => partOf(sentence, place).said;
  const cuts = placesOf(sentence, NEXT)
    .filter(({ from: at, to: next }) => {
      const before = saidOf({ from: 0, to: at });
      const isLimit = LIMITS.test(before) && !asksSomething(before);
      return at > 0 && !isLimit && !GOES_ON.test(saidOf({ from: next, to: sentence.tokens.length }));
    })
    .map((cut) => cut.to);
  const bounds = [0, ...cuts, sentence.tokens.length];
  return bounds.slice(1).map((end, i) => ({ from: from + bounds[i]!, to: from + end }));
}
