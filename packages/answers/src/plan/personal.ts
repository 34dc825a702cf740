import { formsOf } from "./forms";
import { isGivenName } from "./givenNames";
import { PLACES } from "./names";
import { afterLeads } from "./parts";
import type { Known } from "./plan";
import { firstFit, fits, longestFit, pattern, writtenOf, type Token } from "./tokens";

const ONE = "person|customer|user|visitor|client|subscriber|member|individual|man|woman|guy|lady|buyer|caller|employee";
const PERSONS = `${ONE}|persons|people|customers|users|visitors|clients|subscribers|members|individuals|men|women|guys|ladies|buyers|callers|employees|everyone|everyones|everybody|everybodys|someone|someones|somebody|somebodys|anyone|anyones|whoever|those|him|her|them|whose`;

/** Who said something, and what is one person's own, by the words that ask for it. */
const ASKED = [
  "who exactly? said|wrote|asked|posted|mentioned|sent|complained",
  "who|whos typed|submitted|owns|behind",
  "whos the|this|that|behind",
  `which|what ${ONE}|account said|wrote|asked|posted|sent|mentioned|complained|reported|told|called|lost|had|has|is|was|did|made|got`,
  `which|what one? of these|those|the|them|our ${PERSONS}? said|wrote|asked|posted|sent|mentioned|complained|reported|told|called`,
  "names|name|emails|email|e-mail|e-mails|phones|phone|telephone|addresses|address|handles|handle|usernames|username|identities|identity|contact|contacts|details address|addresses|number|numbers|details|data? of|for|from|behind the|all|any|every|each|these|those|a|this|that|everyone|people|users|customers|men|women|whoever",
  "names|emails|e-mails|identities|usernames|handles|phone|email|e-mail numbers|addresses? of|for|behind",
  "personal|private|identifying data|information|details|info of|on|about",
  "what|whats|tell|give|send|show|find is|was|are|me|us? her|his twitter|instagram|facebook|social|full|real|user|screen|first|last|home|street|e-mail|email|phone|telephone|mobile? media? handle|handles|username|name|names|account|profile|address|email|e-mail|phone|number",
  "what|whats are|is? their twitter|instagram|facebook|full|real? handle|handles|username|usernames|name|names|e-mail|email|emails|e-mails",
  "who|what|which|where|how * is|was|does|did|has she|he",
  "who|where|when|what is|was|does|did|has she|he",
  "how old is|was she|he",
  "what did name|mr|mrs|ms",
  "email|phone|contact|card|account address addresses|numbers|details of|for people|users|customers|everyone|those|women|men",
  "whose name|phone|telephone|mobile|number|e-mail|email|address|card|account|chat|message|conversation|goal|resolution|question|order is|was|number|did|does|it|this|that",
  `how can|do|could|would|might|should i|we|one reach|contact|call|email|e-mail|message|phone|text|visit|find|write to? the|these|those|this|that|a|each|every|all? ${PERSONS}`,
].map(pattern);

/** "The names of the biggest topics" */
const NAME_OF_TOPIC = pattern(
  "name|names of|for the|all|any|each|every|these|those|your? most|main|top|biggest|largest? common|popular|frequent? topic|topics|theme|themes|category|categories|group|groups|column|columns|subject|subjects|issue|issues",
);

/** "Name the customers who …": these begin what is asked. */
const IDENTIFY = [
  `name|unmask|expose|dox|doxx|deanonymize|deanonymise|de-anonymize|de-anonymise|reidentify|re-identify the|all|every|each|any|those|these|this|that|a|some? ${PERSONS} who|that|behind|in|by|with|from|?|.`,
  `identify the|this|that|a|any ${ONE} who|that|behind|in|by|from|?|.`,
].map(pattern);

const WHICH_OF = pattern("which one? of the|these|those|them|our|your");
const COUNTED = pattern("how many|often|much");

/** What can be asked of many without naming any: counts and comparisons are of five at least. */
const OF_MANY = [
  "how many|often|common|frequent|frequently|popular|widespread|much",
  "what|which|whats|is? the|a? share|percentage|percent|proportion|fraction|part of|? *",
  "compare|rank|count",
  "give|tell|show me|us? the? number|share|percentage|proportion|count of *",
  "do|does|did|are|is|have|has|why|what|which * * people|customers|visitors|users|clients|they|women|men|anyone|many|any",
  "do|does|did|are|is|have|has|why|what|which *? people|customers|visitors|users|clients|they|women|men|anyone|many|any",
].map(pattern);

const NUMBERED =
  "phone|telephone|mobile|cell|card|account|passport|contact|bank|credit|debit|home|licence|license|tax|insurance|iban";
const OWN =
  "name|names|surname|surnames|e-mail|e-mails|email|emails|phone|phones|telephone|address|addresses|handle|handles|username|usernames|identity|identities|iban|ibans|ssn|ssns|password|passwords|birthday|birthdays|dob";
const CONTACTS = [
  OWN,
  `phone|telephone|mobile|cell|home|work|e-mail|email|mail|postal|street|billing|delivery|shipping|full|first|last|real|user|twitter|instagram|facebook ${OWN}`,
  `${NUMBERED} number|numbers|no|details`,
  `${NUMBERED} card|account|phone number|numbers|no|details`,
  "social security number|numbers",
  "date|dates of birth",
  "personal|contact|bank|payment data|details|information|info",
].map(pattern);
const PLURAL = /s$/;
/** What may follow one's own: another noun makes it a topic, as in "address changes". */
const AFTER_CONTACT =
  /^(?:of|for|from|and|or|who|whose|behind|with|in|to|please|as|that|belonging|also|does|do|did|is|are|was|were|used|here|you|we|they|now|she|he|too|again|instead|asap|if|so|but|then|next|who|whoever|along|together|right)$/;

/** The length of one's own things that are named at a place, where nothing else is made of them. */
function contactAt(tokens: readonly Token[], at: number): number {
  const length = longestFit(tokens, at, CONTACTS);
  const next = tokens[at + length];
  return length > 0 && (!next?.isWord || AFTER_CONTACT.test(next.said)) ? length : 0;
}

const LISTS =
  /^(?:list|give|export|show|print|send|dump|extract|collect|provide|get|return|output|tell|share|display|fetch|find|reveal|read|download|copy|need|want|have|see|pull|look|leak)$/;
const WHAT_IS = [pattern("what is|are|was|were"), pattern("whats")];
const BETWEEN =
  /^(?:me|us|the|all|every|each|any|our|those|these|their|his|her|some|of|a|an|full|complete|entire|list|lists|table|file|csv|out|down|up|single|is|are|was|were|i|we|to|by|with|,)$/;
const EACH = /^(?:all|every|each|any|their|his|her)$/;
const PERSON = new RegExp(`^(?:${PERSONS})$`);
const TO_WHOM = /^(?:of|for|from|behind)$/;

/** "Now list every customer's e-mail": what is listed, where it is one's own. */
function listedIn(tokens: readonly Token[], from: number): string | null {
  const isList = LISTS.test(tokens[from]?.said ?? "") || /^(?:i|we)$/.test(tokens[from]?.said ?? "");
  const length = isList ? 1 : longestFit(tokens, from, WHAT_IS);
  if (length === 0) return null;
  let at = from + length;
  while (
    at < tokens.length &&
    (BETWEEN.test(said(tokens, at)) || PERSON.test(said(tokens, at)) || LISTS.test(said(tokens, at)))
  )
    at += 1;
  const contact = contactAt(tokens, at);
  if (contact === 0) return null;
  const words = writtenOf(tokens.slice(from, at + contact));
  const between = tokens.slice(from + length, at);
  if (between.some((token) => PERSON.test(token.said) || EACH.test(token.said))) return words;
  let next = at + contact;
  if (TO_WHOM.test(said(tokens, next))) {
    next += 1;
    while (BETWEEN.test(said(tokens, next))) next += 1;
    return PERSON.test(said(tokens, next)) ? writtenOf(tokens.slice(from, next + 1)) : null;
  }
  return PLURAL.test(said(tokens, at + contact - 1)) && isList && !/^(?:address|details)$/.test(said(tokens, at))
    ? words
    : null;
}

const said = (tokens: readonly Token[], at: number): string => tokens[at]?.said ?? "";

const SPOKE =
  /^(?:asks?|asked|says?|said|writes?|wrote|wants?|wanted|mentions?|mentioned|tells?|told|sends?|sent|complains?|complained)$/;
const CAPITAL = /^\p{Lu}\p{Ll}+$/u;
const TITLE = /^(?:mr|mrs|ms|dr|miss)$/;
const bare = (written: string): string => written.replace(/['’ʼ]s?$/u, "");
const isWhose = ({ written }: Token): boolean => /['’ʼ]s?$/u.test(written);
const OWNED =
  /^(?:numbers?|chats?|messages?|accounts?|balance|orders?|transactions?|goals?|resolutions?|questions?|conversations?|tickets?|files?|records?|cards?|salary|age|complaints?|requests?|texts?)$/;
const BEFORE_NAME =
  /^(?:named|called|customer|user|visitor|client|subscriber|member|person|did|does|is|was|has|had|of|for|from|about|by|to|on|find|contact)$/;

/** The length of a person's name at a place; 0 where none stands there. `isSure`: only what is surely one. */
function nameAt(tokens: readonly Token[], at: number, known: Pick<Known, "countOf">, isSure: boolean): number {
  const word = (i: number): string => bare(tokens[i]?.written ?? "");
  const isUnknown = (i: number): boolean =>
    CAPITAL.test(word(i)) && formsOf(word(i).toLowerCase()).every((stem) => known.countOf(stem) === undefined);
  if (!tokens[at]) return 0;
  if (TITLE.test(said(tokens, at))) return CAPITAL.test(word(at + 1)) ? 2 : 0;
  if (isGivenName(word(at).toLowerCase()))
    return !isWhose(tokens[at]) && (isUnknown(at + 1) || isGivenName(word(at + 1).toLowerCase())) ? 2 : 1;
  if (isSure || !isUnknown(at) || PLACES.has(word(at).toLowerCase())) return 0;
  const both = writtenOf(tokens.slice(at, at + 2)).toLowerCase();
  return !isWhose(tokens[at]) && isUnknown(at + 1) && !PLACES.has(both) ? 2 : 1;
}

/** "Anna's phone number", "what card number does John Smith use": what is asked of a person who is named. */
function ofNamed(tokens: readonly Token[], known: Pick<Known, "countOf">): string | null {
  const contacts = tokens.flatMap((_, at) => (contactAt(tokens, at) > 0 ? [at] : []));
  for (let at = 0; at < tokens.length; at++) {
    const isSureName = nameAt(tokens, at, known, true) > 0;
    // The first word of a sentence is capitalised whatever it is.
    const length = nameAt(tokens, at, known, contacts.length === 0 || (at === 0 && !isSureName));
    if (length === 0) continue;
    const next = at + length;
    const words = writtenOf(tokens.slice(at, next));
    if (isWhose(tokens[next - 1]!)) {
      if (contacts.some((one) => one >= next && one <= next + 2)) return writtenOf(tokens.slice(at, next + 2));
      if (isSureName && OWNED.test(said(tokens, next))) return writtenOf(tokens.slice(at, next + 1));
      continue;
    }
    const isAsked = BEFORE_NAME.test(said(tokens, at - 1)) || (at > 0 && isSureName && SPOKE.test(said(tokens, next)));
    if (isAsked && (isSureName || contacts.length > 0)) return words;
  }
  return null;
}

/** The words of a sentence's part that ask who someone is, or for what is theirs alone; null where none do. */
export function personalIn(part: readonly Token[], known: Pick<Known, "countOf">): string | null {
  const from = afterLeads(part, 0);
  if (isOfMany(part, from)) return null;
  // "Visitors who wrote" and "people whose card was stolen" name nobody: "who wrote" and "whose card was it" ask for a person.
  const tokens = part.filter(({ said: word }, at) => !/^who(?:se)?$/.test(word) || !MANY.test(said(part, at - 1)));
  if (firstFit(part, [NAME_OF_TOPIC]) !== null) return null;
  const found = firstFit(tokens, ASKED) ?? whoIsIn(tokens);
  if (found) return writtenOf(tokens.slice(found.at, found.at + found.length));
  const identified = longestFit(part, from, IDENTIFY);
  if (identified > 0) return writtenOf(part.slice(from, from + identified));
  return listedIn(part, from) ?? ofNamed(part, known);
}

/** "What do customers say of …", and not "what are the customers' names". */
function isOfMany(part: readonly Token[], from: number): boolean {
  const length = fits(part, from, WHICH_OF) > 0 ? 0 : longestFit(part, from, OF_MANY);
  return length > 0 && (fits(part, from, COUNTED) > 0 || contactAt(part, from + length) === 0);
}

const WHO_IS = [pattern("who exactly? is|was|are|were *"), pattern("whos *")];
/** "Who is it mostly?", "who is more religious?": a group answers. */
const OF_GROUP =
  /^(?:it|they|more|most|mostly|mainly|less|least|likelier|likeliest|likely|typically|usually|keen|keener|keenest|asking|complaining|interested|saying|talking|wanting|right|wrong|correct|ahead|behind|first|winning|the)$/;

const COMPARED = /^[a-z]{3,}(?:er|est)$/;
const IS_ONE = new RegExp(`^(?:${ONE}|one|author|writer|owner|sender|name)$`);

/** "Who is John?", "who was that?" */
function whoIsIn(tokens: readonly Token[]): ReturnType<typeof firstFit> {
  const found = firstFit(tokens, WHO_IS);
  if (!found) return null;
  const last = found.at + found.length - 1;
  const next = said(tokens, last);
  const isOne = IS_ONE.test(said(tokens, last + 1));
  return (OF_GROUP.test(next) || COMPARED.test(next)) && !(next === "the" && isOne) ? null : found;
}

const MANY =
  /^(?:people|visitors|users|customers|clients|subscribers|members|folks|those|ones|others|anyone|anybody|everyone|everybody|women|men)$/;
