import { spansOf, type Finder, type Span } from "./span";

const digits = (text: string): number[] => [...text.replace(/\D/g, "")].map(Number);

/** ISO/IEC 7812-1 check digit (Luhn). */
function passesLuhn(text: string): boolean {
  const found = digits(text).reverse();
  if (found.length < 12 || found.length > 19) return false;
  const sum = found.reduce(
    (total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  );
  return sum % 10 === 0;
}

/** ISO 13616 check digits of an IBAN. */
function passesIban(text: string): boolean {
  const compact = text.replace(/[\s-]/g, "").toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  return [...moved].reduce((rest, char) => Number(`${rest}${parseInt(char, 36)}`) % 97, 0) === 1;
}

const CARD = /(?<![\p{L}\d.+])(?<it>[2-6]\d(?:[ -]?\d){11,17})(?![\p{L}\d])/dgu;
const CUED_CARD =
  /\bcard(?:\s{1,3}(?:number|no\.?|num|nr|details?|ending|ends|is|was|are|in|with|on|that|of|the|last|four|4|digits)){0,8}\s{0,3}[:#]?\s{0,3}(?<it>(?:[*x•][*x• -]{0,24})?\d{4}(?:[ -]?\d{3,4}){0,4})\b/dgi;
const LAST_FOUR =
  /\b(?:last|final)\s{1,3}(?:four|4)(?:\s{1,3}(?:digits|numbers|of|the|my|card|are|is|being)){0,8}\s{0,3}:?\s{0,3}(?<it>\d{4})\b/dgi;
const ENDING = /\b(?:ending|ends)\s{1,3}(?:(?:in|with|on)\s{1,3})?(?<it>\d{4})\b/dgi;
const MASKED_CARD = /(?<it>(?:[*xX•]{2,4}[ -]?){1,4}\d{4})\b/dg;
const CVV =
  /\b(?:cvv2?|cvc2?|security code|pin(?: code| number)?|passcode|otp|one[- ]time (?:code|password)|(?:my|the|sms|login|access|verification) code)(?:\s{1,3}(?:is|was|code|number)){0,4}\s{0,3}[:=#]?\s{0,3}(?<it>\d{3,8})\b/dgi;

/** Payment cards: whole numbers by their check digit, ends of numbers and codes by the words before them. */
export const findCards: Finder = (text) => [
  ...spansOf(text, CARD, "card", passesLuhn),
  ...spansOf(text, CUED_CARD, "card", (found) => !/^(?:19|20)\d\d$/.test(found)),
  ...spansOf(text, LAST_FOUR, "card"),
  ...spansOf(text, ENDING, "card", (found) => !/^(?:19|20)\d\d$/.test(found)),
  ...spansOf(text, MASKED_CARD, "card"),
  ...spansOf(text, CVV, "card"),
];

const IBAN =
  /\b(?<it>[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?|[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,3})?)\b/dg;
const CUED_ACCOUNT =
  /\b(?:account|acct|acc|a\/c|iban|routing|sort[- ]?code|aba|swift|bic|bsb|ifsc)(?:\s{1,3}(?:number|no\.?|num|nr|code|is|was|ending|ends|in|with|ref)){0,6}\s{0,3}[:#]?\s{0,3}(?<it>[A-Z]{0,6}\d[A-Z0-9]*(?:[ -]?\d[A-Z0-9]*){0,6})/dgi;
const BIC =
  /\b(?:[Ss]wift|SWIFT|[Bb]ic|BIC)(?:\s{1,3}(?:code|is)){0,3}\s{0,3}[:#]?\s{0,3}(?<it>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/dg;
const SORT_CODE = /(?<![\d-])(?<it>\d{2}-\d{2}-\d{2})(?![\d-])/dg;
const WALLET = /\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,59}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b/dg;

/** IBANs; a match can have taken in the words behind one, which are given back until its check digits are right. */
function findIbans(text: string): Span[] {
  return spansOf(text, IBAN, "account").flatMap((span) => {
    for (let { end } = span; end - span.start >= 15; end = text.lastIndexOf(" ", end - 1)) {
      if (passesIban(text.slice(span.start, end))) return [{ ...span, end }];
    }
    return [];
  });
}

/** Bank accounts and wallets. */
export const findAccounts: Finder = (text) => [
  ...spansOf(text, WALLET, "account"),
  ...findIbans(text),
  ...spansOf(text, BIC, "account"),
  ...spansOf(text, CUED_ACCOUNT, "account", (found) => digits(found).length >= 4 && !/^(?:19|20)\d\d$/.test(found)),
  ...spansOf(text, SORT_CODE, "account"),
];

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/dgi;
const HEX = /\b(?:0x)?[0-9a-f]{16,}\b/dgi;
const SOCIAL_SECURITY = /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/dg;
const CUED_SOCIAL_SECURITY =
  /\b(?:ssn|social(?: security)?(?: (?:number|no\.?))?)(?:\s{1,3}(?:is|was))?\s{0,3}[:#]?\s{0,3}(?<it>\d{3}[ .-]?\d{2}[ .-]?\d{4})\b/dgi;
const IP = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/dg;
const IPV6 =
  /(?<![\p{L}\p{N}:])(?:(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})(?![\p{L}\p{N}:])/dgiu;
/** A card's number with a wrong digit is still somebody's. */
const FOUR_FOURS = /(?<![\d-])\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?![\d-])/dg;
const CUED_ID =
  /\b(?:order|ticket|case|booking|invoice|reference|ref|transaction|txn|transfer|payment|tracking|confirmation|customer|member(?:ship)?|user|client|employee|student|patient|policy|claim|passport|licen[cs]e|driving licen[cs]e|driver'?s licen[cs]e|national insurance|ni|ssn|social security|tax|vat|nhs|id|imei|serial|vin|plate|registration)(?:\s{1,3}(?:number|no\.?|num|nr|id|code|card|is|was|ref|reference)){0,6}\s{0,3}[:#=]?\s{0,3}#?(?<it>[A-Z]{0,5}[-_/]?\d[A-Z0-9]*(?:[-_/][A-Z0-9]+){0,5})/dgi;
const HASHED_NUMBER = /(?<![\p{L}\p{N}])(?<it>#(?=[A-Z-]*\d{4})[A-Z0-9-]{5,24})\b/dgu;
const CUED_NI =
  /\b(?:national insurance|ni)(?:\s{1,3}(?:number|no\.?|is|was)){0,4}\s{0,3}:?\s{0,3}(?<it>[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D])\b/dgi;
const NI_NUMBER = /\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/dg;
const LONG_CODE = /\b[A-Z0-9]{2,}(?:-[A-Z0-9]+)*\b/dg;
/** As in the hashtag #NYE2015. */
const WORD_AND_YEAR = /^#?[A-Z]+(?:19|20)\d\d$/;
const LONG_NUMBER = /(?<![\d.,$€£₹])\d{8,}(?![\d]|[.,]\d)/dg;
const BIRTH_DATE =
  /\b(?:born(?:\s{1,3}on)?|d\.?o\.?b\.?|date of birth|birth ?date|birthday)(?:\s{1,3}(?:is|was))?\s{0,3}:?\s{0,3}(?<it>\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|(?:\d{1,2}(?:st|nd|rd|th)?\s{1,3})?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s{1,3}\d{1,2}?(?:st|nd|rd|th)?,?\s{0,3}\d{4}|\d{1,2}(?:st|nd|rd|th)?\s{1,3}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s{1,3}\d{4})/dgi;

/** Numbers and codes that stand for one person, order, device or document. */
export const findIds: Finder = (text) => [
  ...spansOf(text, UUID, "id"),
  ...spansOf(text, HEX, "id", (found) => /\d/.test(found) && /[a-f]/i.test(found)),
  ...spansOf(text, SOCIAL_SECURITY, "id"),
  ...spansOf(text, CUED_SOCIAL_SECURITY, "id"),
  ...spansOf(text, IP, "id"),
  ...spansOf(text, IPV6, "id"),
  ...spansOf(text, FOUR_FOURS, "id"),
  ...spansOf(text, NI_NUMBER, "id"),
  ...spansOf(text, CUED_NI, "id"),
  ...spansOf(text, BIRTH_DATE, "id"),
  ...spansOf(text, CUED_ID, "id", (found) => digits(found).length >= 4 && !/^(?:19|20)\d\d$/.test(found)),
  ...spansOf(text, HASHED_NUMBER, "id", (found) => !WORD_AND_YEAR.test(found)),
  ...spansOf(
    text,
    LONG_CODE,
    "id",
    (found) => !WORD_AND_YEAR.test(found) && found.length >= 7 && digits(found).length >= 4 && /[A-Z]/.test(found),
  ),
  ...spansOf(text, LONG_NUMBER, "id"),
];
