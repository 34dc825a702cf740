import nlp from "compromise";
import { spansOf, type Finder, type Span } from "./span";

const CAPITAL = "\\p{Lu}[\\p{L}'’-]+";
const FULL_NAME = `${CAPITAL}(?:\\s+(?:(?:de|da|del|van|von|der|bin|al|la|le|di|dos|O)[ '’])?(?:${CAPITAL}|\\p{Lu}\\.(?=\\s|$)|\\p{Lu}\\b)){0,3}`;
const NAMES_BEFORE = [
  "[Mm]y (?:full |first |last |middle |maiden )?name(?:'s| is|:)",
  "[Tt]his is",
  "[Mm]y name",
  "[Nn]ame:",
  "[Cc]all me",
  "[Nn]amed",
  "[Rr]egards,?",
  "[Ss]incerely,?",
  "[Cc]heers,",
  "[Tt]hanks,",
  "[Dd]ear",
  "[Ss]igned,?",
  "[Aa]ttn:?",
  "(?:[Ww]ife|[Hh]usband|[Ss]on|[Dd]aughter|[Bb]rother|[Ss]ister|[Bb]oss|[Ff]riend|[Pp]artner|[Gg]irlfriend|[Bb]oyfriend|[Ff]ianc[eé]e?|[Cc]ousin|[Cc]oach|[Cc]olleague|[Rr]oommate|[Nn]eighbou?r|[Bb]aby|[Uu]ncle|[Aa]unt(?:ie)?|[Nn]iece|[Nn]ephew),?",
  "(?:[Aa]gent|[Aa]dvisor|[Pp]ayee|[Rr]ecipient|[Bb]eneficiary|[Aa]ccount holder|[Cc]ardholder|[Ll]andlord|[Tt]enant)(?: is| was| named| called|:)?",
];
const CUED = new RegExp(`(?<![\\p{L}])(?:${NAMES_BEFORE.join("|")})\\s+(?<it>${FULL_NAME})`, "dgu");
const TITLED = new RegExp(
  `(?<![\\p{L}])(?<it>(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam|Rev|Captain|Capt|Coach|Judge|Herr|Frau|Señora?|Sra?|Monsieur|Madame|Mme|Signora?)\\.?\\s+${FULL_NAME})`,
  "dgu",
);
const LOWER_CASE_NAME =
  /\b(?:my (?:full |first |last )?name is|my name's|i am called|they call me|i go by)\s+(?<it>\p{L}[\p{L}'’-]+(?:\s+(?!(?:and|but|i|is|so|on|in|my|the|please|can|from|with|for|at|to|not|or|what|how)\b)\p{L}[\p{L}'’-]+)?)/dgiu;
const SIGNED = new RegExp(`(?:^|\\n|[.!?]\\s+)[-–—~]\\s*(?<it>${FULL_NAME})\\s*$`, "dgu");

/** Capitalised words that a name rule can match but that are not names. */
const NOT_A_NAME =
  /^(?:a|an|the|i|i'm|it|he|she|we|they|you|my|your|our|please|thanks?|hi|hello|hey|dear|sir|madam|team|support|customer|service|services|sirs|all|everyone|card|bank|account|visa|mastercard|maestro|amex|american express|apple|apple pay|google|google pay|paypal|facebook|twitter|instagram|atm|pin|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|new year|god|jesus|christ|lord|santa|mom|mum|dad|mama|papa|grandma|grandpa|euro|euros|usd|gbp|eur|english|spanish|french|german|italian|not|no|yes|why|how|what|when|where|who|res|gen|lesson|guy|sen|mr|mrs|ms|miss|dr|amen|cheers|regards|best|happy|merry|mcdonald'?s?|wendy'?s|macy'?s|trader joe'?s|kohl'?s|victoria'?s secret|get rich|self|lt|gt|amp)$/i;
/**
 * First names that are more often plain words; they are kept when they appear without another name or an announcement.
 */
const PLAIN_WORD =
  /^(?:will|may|april|june|august|mark|bill|rose|grace|hope|faith|joy|art|rob|sue|jack|frank|grant|penny|sky|summer|dawn|chase|chance|miles|harmony|serenity|destiny|angel|star|melody|charity|constance|patience|prudence|ray|rich|dean|drew|pat|gene|guy|lane|max|van|wade|ward|cash|christian|lesson|sen|gen|res|cookie|candy|honey|ginger|ruby|pearl|olive|ivy|violet|lily|daisy|amber|jade|crystal|virginia|georgia|carolina|austin|dallas|houston|madison|charlotte|jackson|lincoln|washington|florence|sydney|paris|london|brooklyn|savannah|orlando|phoenix|denver|jordan|india|chad|asia|america|england|victoria|kobe|iphone|siri|alexa|macy|wendy|uber)$/i;

const EDGE = /^[^\p{L}\p{N}]+|['’]s[^\p{L}\p{N}]*$|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** The part of a match that is the name itself, without the quotation marks and commas around it. */
function trimmed(text: string, { start, end }: { start: number; end: number }): Span | null {
  const found = text.slice(start, end);
  const lead = /^[^\p{L}\p{N}]*/u.exec(found)![0].length;
  const name = found
    .slice(lead)
    .split(/(?<!\s)\s+#|[\n,;:!?]/u)[0]!
    .replace(EDGE, "")
    .trimEnd();
  if (name.length < 2) return null;
  return { kind: "name", start: start + lead, end: start + lead + name.length };
}

function people(text: string): Span[] {
  const found = nlp(text).people().out("offset") as { text: string; offset: { start: number; length: number } }[];
  return found.flatMap(({ offset }) => {
    if (text[offset.start - 1] === "@" || text[offset.start] === "@" || text[offset.start] === "#") return [];
    const span = trimmed(text, { start: offset.start, end: offset.start + offset.length });
    return span && !PLAIN_WORD.test(text.slice(span.start, span.end)) ? [span] : [];
  });
}

/** People's names: by the library's tagger, and after the words that announce a name. */
export const findNames: Finder = (text) => {
  const announced = [TITLED, CUED, LOWER_CASE_NAME, SIGNED].flatMap((rule) => spansOf(text, rule, "name"));
  return [...announced, ...people(text)].filter(({ start, end }) => !NOT_A_NAME.test(text.slice(start, end)));
};
