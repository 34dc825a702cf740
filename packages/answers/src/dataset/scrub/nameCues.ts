/**
 * How surely the words around a place say that a person's name stands there: 0 not at all, 1 a preposition or a greeting
 * before it, 2 something that is done to people or that they do, 3 a word for a person before it, 4 "my name is".
 */
export type Trust = 0 | 1 | 2 | 3 | 4;

const RELATION =
  "wife|husband|son|daughter|brother|sister|boss|friend|mate|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|cousin|coach|colleague|co-?worker|roommate|flatmate|neighbou?r|uncle|aunt|auntie|niece|nephew|mother|father|mom|mum|dad|grandma|grandpa|nana|ex|landlord|landlady|tenant|doctor|lawyer|accountant|plumber|manager|assistant|idol|kid|child|baby|boy|girl|client|patient|student|agent";
/** Several people, whose names follow. */
const PEOPLE =
  "founders|co-?founders|authors|members|parents|children|kids|sons|daughters|brothers|sisters|siblings|twins|friends|colleagues|co-?workers|managers|agents|winners|players|tenants|neighbou?rs";
const ROLE =
  "payee|recipient|beneficiary|(?:account |card ?)?holder|cardholder|agent|advis[eo]r|rep|representative|employee|attn|attention";
/** Words that stand between a word for a person and the name. */
const NAMED = "(?: is| was| named| called| name)?,?:?";

const BEFORE: readonly (readonly [Trust, RegExp])[] = [
  [
    4,
    /(?<!\p{L})(?:(?:full|first|last|middle|maiden|sur|family|my|sons?|her|his|their|whose|holder|partner's|wife's|husband's|mother's) ?name(?:'s| is| was| should be|:)?|names? (?:is|was|:)|name on (?:the|my) (?:card|account) (?:is|should be)|name ?:|i am called|(?:was|is|guy|man|woman|person|lady|someone|somebody) (?:called|named)|named (?:him|her|it)|(?:they|people|friends|everyone) calls? me|known as|i go by|mein name ist|je m['’]appelle|me llamo|mi chiamo|ich hei(?:ß|ss)e|in the name of|surname from|what['’]s your (?:first |last |full )?name\?)\s{1,3}/giu,
  ],
  [
    4,
    /(?<!\p{L})(?:mr|mrs|ms|mx|dr|prof|herr|frau|monsieur|madame|mme|mlle|signora?|señora?|sr|sra)(?!\p{L})\.?(?: and (?:mr|mrs|ms)\.?)?\s{1,3}/giu,
  ],
  // A signature: one or two words after the last greeting.
  [
    4,
    /(?<!\p{L})(?:thanks|thank you|thx|cheers|regards|sincerely|wishes|love|best|faithfully|yours|xx?),?\s{1,3}(?=\p{L}[\p{L}'’-]{1,30}(?: \p{L}[\p{L}'’-]{1,30})?[.!]?$)/giu,
  ],
  [
    3,
    /(?<!\p{L})(?:Miss|Professor|Sir|Lady|Rev|Reverend|Captain|Capt|Coach|Judge|Aunt|Auntie|Uncle|Nana|Father|Sister)\.?\s{1,3}/gu,
  ],
  [
    3,
    new RegExp(
      `(?<!\\p{L})(?:my|his|her|our|their|your|a|the)\\s(?:[a-z]{2,12}\\s)?(?:${RELATION})${NAMED}\\s{1,3}`,
      "giu",
    ),
  ],
  [3, new RegExp(`(?<!\\p{L})(?:${PEOPLE})(?: are| were|[,:])\\s{1,3}`, "giu")],
  [3, new RegExp(`(?<!\\p{L})(?:${ROLE})${NAMED}\\s{1,3}`, "giu")],
  [
    3,
    /(?<!\p{L})(?:spoke|speak|spoken|speaking|talk|talked|talking|chat|chatted|chatting)\s(?:to|with)(?: (?:an?|your|my) agent)?\s{1,3}/giu,
  ],
  [
    3,
    /(?<!\p{L})(?:c\/o|directed by|starring|said(?= \p{Lu})|says(?= \p{Lu})|told by|helped by|signed(?: by)?|ask for|looking for|contact person|like uncle)[,:]?\s{1,3}/giu,
  ],
  [
    2,
    /(?<!\p{L})(?:contact|ring|call|tell|told|ask|asked|remove|text|message|email|emailed|paid|marry|miss|missed|add|beat|forgive|love|see|meet|met|gave|given|owed?|lent|invited?|hired?|dated?|dating|married|both|dear|hi|hello|hey)[,:]?\s{1,3}/giu,
  ],
  [
    1,
    /(?<!\p{L})(?:this is|it['’]?s|i['’]?m|i am|we are|hola|soy|morning|thanks|thank you|thank|cheers|regards|sincerely|wishes|best|to|from|for|by|with|and|like|did|is|says?|said|can|will|may|has|have|why is|why did)[,:]?\s{1,3}/giu,
  ],
  // Greetings, and verbs that take a person.
  [3, /(?<!\p{L})(?:dear|hi|hello|hey)\s(?=\p{L}{2,30}[,!])/giu],
  [
    3,
    /(?<!\p{L})(?:gave|given|owes?|owed|lent|showed|shown|promised)\s(?=\p{Lu}\p{L}{1,30} (?:my|his|her|their|our) )/gu,
  ],
  [3, /(?:^|[.!?]\s{1,3})[-–—~]\s{0,3}(?=\p{L}[\p{L}'’-]{1,30}(?: \p{L}[\p{L}'’-]{1,30})?\s*$)/gu],
];

/** Where a name would begin, and how surely. */
export function before(text: string): { trust: Trust; end: number }[] {
  return BEFORE.flatMap(([trust, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ trust, end: match.index + match[0].length })),
  );
}

const DOES_SURELY =
  /^(?:,? (?:here|speaking)(?!\p{L})|['’]s (?:wife|husband|account|card|phone|killers|basement|kid|kids|son|daughter|mother|father|mom|mum|dad|brother|sister|boyfriend|girlfriend|house|birthday)(?!\p{L})| (?:said|told|phoned|rang|texted|emailed|replied|promised|helped|hung|shouted|lives|is from|had given|spent a year|from (?:support|customer|billing|sales|hr|your))(?!\p{L})|, (?:can|could|would|may|please) )/u;
const DOES =
  /^(?:['’]s(?!\p{L})|,? (?:\([^)]{1,20}\) )?(?:says|tells|asks|asked|called|calls|wrote|answered|wants|needs|paid|owes|works|thinks|knows|lost|opened|handled|sends|can't|cannot|has|had|is my|moved|turned|never|and i|and \p{Lu}\p{L}+ both)(?!\p{L})|, (?:can|could|please|thanks)(?!\p{L})| <)/u;

/** Works that follow their author's name; after a word in lower case they say nothing. */
const OF_A_WORK = /^ (?:novels?|songs?|albums?|concerts?|biography|memoirs?|paintings?|version)(?!\p{L})/u;

const DOES_SOMETHING = /^ (?:is|was|has|had|will|would|can|could|began|grew|\p{Ll}{2,12}ed|\p{Ll}{2,12}es)(?!\p{L})/u;
const OF_A_PERSON = /(?<!\p{L})(?:he|she|him|her|hers|his|himself|herself)(?!\p{L})/iu;

/** True for a sentence that says what somebody does, and of whom "she" or "him" is said after it. */
export function isToldOf(rest: string): boolean {
  return DOES_SOMETHING.test(rest) && OF_A_PERSON.test(rest.slice(0, 120));
}

/** How surely what follows a word says that the word is a person's name; `isPlain` is a word of the language in small letters. */
export function after(rest: string, isPlain: boolean): Trust {
  if (OF_A_WORK.test(rest)) return isPlain ? 0 : 3;
  return DOES_SURELY.test(rest) ? 3 : DOES.test(rest) ? 2 : 0;
}

/** What follows the name of a company, a street, a feast or a town. */
const NO_PERSON =
  /^(?:['’]s (?:day|eve|cups?)|,? (?:inc|llc|ltd|limited|gmbh|plc|corp|corporation|incorporated|company|co|group|bank|investments?|technolog(?:y|ies)|analytics|consulting|partners|associates|solutions|(?:country )?club|museum|library|cathedral|clinic|pharmacy|restaurant|stadium|theatre|theater|arena|systems|sciences|bioscience|foundation|and sons|& sons|university|college|school|hospital|airport|station|hotel|orchestra|festival|beach|island|ranch|county|city|council|border|republic|lakers|packers|airlines|airways|card|app|pay|day|eve|cups?|of all))(?!\p{L})/iu;

/** True unless what follows a name shows it to be no person's. */
export function followsAPerson(rest: string): boolean {
  return !NO_PERSON.test(rest);
}

/** What follows the name of a street; a known first name before it is a person's all the same. */
export const STREET_AFTER = /^ (?:street|st|road|rd|avenue|ave|lane|drive|hill|park)(?!\p{L})/iu;

/** What stands before a place's name. */
export const IN_A_PLACE =
  /(?<!\p{L})(?:in|near|around|visit|visited|visiting|across|outside|travelling to|travel to|originally from|(?:flew|fly|flying|went|returned|moved|moving|travelled|trip) to|based in|(?:university|city|town|port) of)(?:\s(?:de[nr]|la|le|el|los|las|san|santa|st))?\s{1,3}$/iu;

/** A title, which goes with the name after it. */
export const TITLE =
  /(?<!\p{L})(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|coach|uncle|aunt|auntie|nana|captain|judge|herr|frau)\.?\s{1,3}$/iu;
