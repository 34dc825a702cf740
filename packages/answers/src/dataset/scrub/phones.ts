import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { spansOf, type Finder } from "./span";

/** Anything that can be a telephone number, with its extension. */
const CANDIDATE =
  /(?<![\p{L}\d#$€£¥₹]|[\d\p{L}][.,:/-]|[$€£¥₹] )(?<it>(?:\+\s?)?\(?\d(?:[ \u00a0.()/-]{0,3}\d){5,16}(?:,?\s?(?:x|ext|extn|extension)\.?:?\s?\d{1,6})?)(?![\d%]|[.,:/-]\d|\p{L})/dgiu;
const EXTENSION = /,?\s?(?:x|ext|extn|extension)\.?:?\s?\d{1,6}$/i;
/** What announces a telephone number, in the few words before it. */
const ANNOUNCED =
  /(?<!\p{L})(?:phone|tel|telephone|telefon|mobile|mob|cell|cellphone|handy|portable|móvil|fax|desk|office|landline|hotline|whats ?app|viber|signal|sms|texts?|text me|messages?|codes?|calls?|called|calling|ring|rang|reach|reached|dial|contact|kontakt|registered|answering|answer|number|numbers|no\.)(?!\p{L})[^\d\p{L}]{0,3}(?:\p{L}{1,12}[^\d\p{L}]{1,3}){0,4}$/iu;
/** Numbers of other things. */
const OTHER_NUMBER =
  /(?:card|account|acct|order|ticket|case|ref|reference|booking|invoice|tracking|customer|serial|routing|sort|transaction|policy|iban|pin|zip|verification|security|promo|discount|error) ?(?:number|no|no\.|nr|code|id)?(?: is| was)?\W{0,3}$/iu;
const AFTERWARDS =
  /^(?:[\s-]{1,3}\(?(?:office|fax|mobile|cell|home|work|desk|landline)(?!\p{L})| is (?:my|her|his|our|the) (?:new |old )?(?:number|cell|mobile|phone|office|landline|work)| c['’]est)/iu;
const SAID =
  /(?<!\p{L})(?:no answer|not answering|answering|reach|messages?|texts?|call|phone) (?:\p{L}{1,10} ){0,2}$/iu;
/** Two numbers in a row: the second is one where the first was announced. */
const DATE_OR_YEARS =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})|(?:(?:19|20)\d\d[\s/-]*){1,5})$/;
const SOCIAL_SECURITY = /^\d{3}-\d{2}-\d{4}$/;
const THOUSANDS = /^\d{1,3}(?: 000)+$|^\d{1,3}(?:\.000)+$/;
const NORTH_AMERICAN = /^(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}$/;
/** Countries whose numbers are known without a country code, if they are written as numbers are there. */
const REGIONS: readonly CountryCode[] = [
  "US",
  "GB",
  "IN",
  "AU",
  "DE",
  "FR",
  "ES",
  "IT",
  "NL",
  "IE",
  "BE",
  "SE",
  "PL",
  "ZA",
  "NZ",
];
/** Texts with more digits are no messages; they are not parsed number by number. */
const MAX_DIGITS = 250;
const digitsIn = (text: string): number => text.replace(/\D/g, "").length;

/** True for a number that some country's numbering plan has. */
function isValid(found: string): boolean {
  if (/^(?:\+|00)/.test(found)) return parsePhoneNumberFromString(found.replace(/^00/, "+"))?.isValid() === true;
  const national = REGIONS.filter(
    (region) => found.startsWith("0") || found.startsWith("(") || region === "US" || region === "IN",
  );
  return national.some((region) => parsePhoneNumberFromString(found, region)?.isValid() === true);
}

function isPhone(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end).replace(EXTENSION, "").trim();
  const digits = digitsIn(found);
  if (digits < 6 || digits > 15) return false;
  if (DATE_OR_YEARS.test(found) || SOCIAL_SECURITY.test(found) || THOUSANDS.test(found)) return false;
  const before = text.slice(Math.max(0, start - 50), start);
  if (EXTENSION.test(text.slice(start, end)) || NORTH_AMERICAN.test(found)) return true;
  if (/^(?:\+|00)/.test(found)) return digits >= 8;
  if (OTHER_NUMBER.test(before)) return false;
  if (digits >= 7 && (ANNOUNCED.test(before) || SAID.test(before) || AFTERWARDS.test(text.slice(end, end + 40))))
    return true;
  const grouped = /\d[\s.()/-]+\d/.test(found);
  if (found.startsWith("(") && digits >= 8) return true;
  return digits >= 9 && (grouped || digits >= 10) && isValid(found);
}

/** Telephone numbers: those of a numbering plan, and those that the words around them announce. */
export const findPhones: Finder = (text) => {
  const count = digitsIn(text);
  if (count < 6) return [];
  if (count > MAX_DIGITS) return spansOf(text, CANDIDATE, "phone", (found) => digitsIn(found) >= 7);
  return spansOf(text, CANDIDATE, "phone").filter(({ start, end }) => isPhone(text, start, end));
};
