import { FRAME_WORDS, FUNCTION_WORDS, OPENERS } from "./lexicon";
import { firstFit, fits, longestFit, pattern, type Token } from "./tokens";

/** What an answer is to be put in: said of the request, and not of the data. */
const DOCUMENTS =
  "article|articles|essay|column|piece|blog|blogpost|newsletter|story|feature|report|memo|brief|briefing|paper|thesis|dissertation|slide|slides|deck|presentation|pitch|keynote|talk|speech|webinar|infographic|chart|graph|dashboard|headline|magazine|journal|tagline|slogan|caption|blurb|banner|poster|flyer|leaflet|brochure|sign|signs|ad|ads|advert|adverts|campaign|appeal|homepage|proposal|podcast|book|interview|meeting|workshop|release|post|website|ebook|spreadsheet|study";
const OWNER = "a|an|the|my|our|this|his|her";
/** "For an article", "in our January deck", "as a tagline"; "for ad copy research". */
export const PLACES = [
  ...["* * * *", "* * *", "* *", "*", ""].map((between) =>
    pattern(`for|in|on|as|to|into ${OWNER} ${between === "" ? "" : `${between} `}${DOCUMENTS} post|page|copy|release?`),
  ),
  pattern(
    "for|as|in ad|ads|advert|marketing|press|social|product|user|market media|copy? research|material|inspiration|purposes|copy",
  ),
];

/** So many of the openers ask wherever they stand. */
const STRONG = 5;
const BEGINS = [...OPENERS, ...["is|are|was|were|do|does|did|has|have|can|could *"].map(pattern)];

const MAKING = [
  `i|im|we|were am|are? currently|just? writing|preparing|drafting|researching|producing|making|doing|planning|working|putting on|together? ${OWNER} ${DOCUMENTS}`,
  `i|im|we|were am|are? currently|just? writing|preparing|drafting|researching|producing|making|doing|planning|working|putting on|together? ${OWNER} * ${DOCUMENTS}`,
].map(pattern);
/** These mean what was said of the document. */
const BACK = /^(?:them|that|this|it|those|these)$/;

/** True for a comma after which something is asked that names what it is about. */
const asksAfterComma = (sentence: readonly Token[], at: number): boolean =>
  sentence[at]!.written === "," &&
  OPENERS.some((one) => fits(sentence, at + 1, one) > 0) &&
  !sentence.slice(at + 1).some(({ said }) => BACK.test(said)) &&
  sentence.slice(at + 1).some(({ said, isWord }) => isWord && !FRAME_WORDS.has(said) && !FUNCTION_WORDS.has(said));

/** "I'm preparing a pitch: how many …?": what stands before a colon, or a comma, where the rest asks by itself. */
export function withoutLead(sentence: readonly Token[]): readonly Token[] {
  const isMade = longestFit(sentence, 0, MAKING) > 0;
  const colon = sentence.findIndex(
    ({ written }, at) =>
      written === ":" || written === "–" || written === "—" || (isMade && asksAfterComma(sentence, at)),
  );
  if (colon < 1) return sentence;
  const [lead, rest] = [sentence.slice(0, colon), sentence.slice(colon + 1)];
  const from = rest.findIndex(({ isWord }) => isWord);
  const asks = from >= 0 && BEGINS.some((one) => fits(rest, from, one) > 0);
  return asks && isStory(lead) && firstFit(lead, OPENERS.slice(0, STRONG)) === null ? rest : sentence;
}

const SELF = /^(?:i|im|ive|id|we|weve|my|our|us|me)$/;
const PLAIN = /^(?:quick|short|simple|quickly|honest|curious|random|bit|background|context)$/;

/** True for what tells of the one who asks, or only that something is asked: "Goals about money: how many?" says more. */
const isStory = (lead: readonly Token[]): boolean =>
  lead.some(({ said }) => SELF.test(said)) ||
  lead.some((_, at) => longestFit(lead, at, PLACES) > 0) ||
  lead.every(({ said, isWord }) => !isWord || PLAIN.test(said) || FRAME_WORDS.has(said) || FUNCTION_WORDS.has(said));
