import { findAddresses } from "../../packages/answers/src/dataset/scrub/addresses";
import { findHandles, findLinks, findOddEmails } from "../../packages/answers/src/dataset/scrub/contacts";
import { findNames } from "../../packages/answers/src/dataset/scrub/names";
import { findAccounts, findCards, findIds } from "../../packages/answers/src/dataset/scrub/numbers";
import { findPhones } from "../../packages/answers/src/dataset/scrub/phones";
import { scrubForm } from "../../packages/answers/src/dataset/scrub/patterns";
import { words } from "../../packages/answers/src/dataset/words";
import { brokenLinks } from "../../functions/src/domain/link";
import { brokenPublicRule } from "../../functions/src/domain/text";
import { safeCell } from "../../functions/src/domain/statement/statement";

const LENGTH = 4_000;

/** What expressions of the engine and the scrubber look for, in pieces that make them begin again and again. */
const FRAGMENTS = (
  "a¦A¦0¦1¦9¦*¦x¦ ¦\t¦\n¦-¦_¦.¦,¦@¦#¦/¦:¦(¦)¦[¦]¦{¦“¦”¦'¦é¦É¦\ud83d\ude00¦\u00a0¦A1¦A-¦-0¦a.¦a@¦@a¦a@a¦a.a¦" +
  "1.¦1,¦1 ¦1-¦0-¦+1¦+1 ¦00¦(1¦1)¦1a¦#1¦$1¦::¦a:¦ff:¦0x¦/a¦//¦card ¦card card ¦card *¦card ending ¦card 4 ¦" +
  "****¦**** ¦*-¦x*¦1234¦1234 ¦12 34 ¦1234-¦A1234¦A1234-¦AB12 ¦GB12 3456 ¦last four ¦last 4 of ¦cvv is ¦pin ¦" +
  "otp code ¦account number ¦acct is ¦iban ¦sort code ¦swift code ¦bic ¦id ¦id id is ¦ref ¦ref number ¦" +
  "order #¦order A-¦ni number ¦AB 12 34 56 ¦born on ¦dob ¦12 jan ¦jan ¦1 jan 1 ¦date of birth is ¦12/12/¦" +
  "1 a a a ¦12 A Street, A ¦12 Rose Hill ¦flat 1 ¦1st ¦Via A ¦Rue de la ¦Avenida Avenida ¦12 rue de ¦A-A-¦" +
  "Aa-¦A, ¦Aa Aa, ¦TX 1234¦zip ¦zip is ¦ZIP A1 ¦a at a ¦a at a dot a ¦a (at) ¦a [at] a [dot] ¦www.¦http://¦" +
  "https://a.¦a.com ¦mailto:¦a@a.a¦username is ¦insta: ¦call me ¦my number ¦phone 1 ¦+44 ¦(555) ¦555-1234 ¦" +
  "+1 (¦ext ¦555 0100 x¦Apt 1, ¦12 Aa ¦Aa 12, ¦12 Aa Aa Hill ¦corner of A and ¦Rose Cottage, A ¦" +
  "address is A ¦live at ¦send it to ¦A u. 1 ¦PO box 1 ¦1234 AB ¦M5V 3L9 ¦NSW 2000 ¦00-590 ¦a.b/¦es91 2100 ¦" +
  "my name is ¦Mr. ¦Ann ¦Ann Lee, ¦ann ¦A. ¦de la ¦thanks ¦my wife ¦and Ann ¦how many ¦between ¦between and ¦" +
  "compare a ¦a and ¦a vs ¦more ¦more than ¦more or ¦is how ¦do a and b ¦differ from ¦about ¦top ¦mention ¦" +
  'the words ¦not ¦broken down by ¦why ¦; ¦=1¦=cmd|¦"='
).split("¦");

/** Each fragment alone, also before an end that makes a match fail at its last character, and in turn with another. */
export function hostileTexts(): string[] {
  const repeated = (unit: string, head = "", tail = "") =>
    (head + unit.repeat(Math.ceil(LENGTH / unit.length))).slice(0, LENGTH - tail.length) + tail;
  const alone = FRAGMENTS.flatMap((unit) => ["", "_"].map((tail) => repeated(unit, "", tail)));
  const pairs = FRAGMENTS.map((one, i) => repeated(one + FRAGMENTS[(i + 7) % FRAGMENTS.length]!));
  return [
    ...alone,
    ...pairs,
    `card ${"*".repeat(4)}(40)${"*".repeat(4)}`.repeat(100),
    `A1234${"A".repeat(60)}_`.repeat(60),
  ];
}

/** What reads strangers' texts of this length. */
export const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ["links", findLinks],
  ["odd e-mail addresses", findOddEmails],
  ["handles", findHandles],
  ["cards", findCards],
  ["accounts", findAccounts],
  ["addresses", findAddresses],
  ["phones", findPhones],
  ["ids", findIds],
  ["names", findNames],
  ["the whole scrubber", scrubForm],
  ["the words of a text", words],
  [
    "the rules of public texts",
    (text) => [
      brokenPublicRule(text, "line", LENGTH),
      brokenPublicRule(text, "lines", LENGTH),
      brokenLinks([{ url: `https://${text}` }], ""),
    ],
  ],
  ["a cell of a spreadsheet", safeCell],
];
