import { PEOPLE, SOME, type Same } from "./peopleWords";

const QUOTES_CALLED: Readonly<Record<string, string>> = { couple: "2", few: "some", any: "some" };
const RECORDS = "questions|messages|chats|goals|resolutions|posts|tweets|comments|complaints|requests|queries|tickets";

/** Quotes, and how many of them. */
export const QUOTES: Same = [
  // "Read me two of them", "three of their questions", "two of their own sentences".
  ...SOME.split("|").flatMap((many): [string, string][] => {
    const quotes = `${QUOTES_CALLED[many] ?? many} quotes`;
    return [
      [
        `read|show|give|send|quote|print|pick me|us? out? a? ${many} of? them|those|these word|verbatim? for? word?`,
        `show me ${quotes}`,
      ],
      [
        `a? ${many} of? their|those|these|the own? sentences|lines|questions|messages|chats|goals|resolutions|posts|tweets|comments|statements|remarks|wordings|words`,
        quotes,
      ],
    ];
  }),
  ...[...SOME.split("|"), "some", "any"].map((many): [string, string] => [
    `show|give|find|read|send|share|list|pull|get|fetch|dig me|us? up|out? a? ${many} of? the|these|those? real|actual|typical|good|nice|interesting? ${RECORDS} about|on|regarding|concerning|mentioning`,
    `show me ${QUOTES_CALLED[many] ?? many} quotes about`,
  ]),
  ...SOME.split("|").map((many): [string, string] => [
    `show|give|find|read|send|share|list|pull|get me|us? a? ${many} from|in`,
    `show me ${QUOTES_CALLED[many] ?? many} quotes from`,
  ]),
  ["in? their own sentences|lines|statements", "quotes"],
  [`how do|did|would they|you|${PEOPLE} put|word|phrase|express it|this|that|themselves`, "quotes"],
  [
    "a? few|some|couple? of? real|actual|original|typical lines|sentences|remarks|statements|wordings|voices",
    "some quotes",
  ],
  ["let me|us see|hear|read some|a|few few? of? them|those|it?", "show me some quotes"],
  ["can|could|may i|we see|hear|read|get|have", "show me"],
  ["a? couple of? examples|quotes", "2 quotes"],
  ["good|nice|real|typical|interesting|best quotes|examples", "quotes"],
  ["two or three examples|quotes", "3 quotes"],
  ["three or four examples|quotes", "4 quotes"],
  ["four or five examples|quotes", "5 quotes"],
  ["examples|quotes would|will do|help|suffice|be? nice|great|good|enough|fine?", "quotes"],
];
