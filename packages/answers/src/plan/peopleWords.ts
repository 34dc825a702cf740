/** Those who speak in the data, as a question calls them. */
export const PEOPLE =
  "people|visitors|users|customers|clients|folks|subscribers|respondents|participants|men|women|guys|girls|them|those|everyone|everybody|others";

/** What they wrote, as a question calls it. */
export const RECORDS = "messages|chats|questions|records|goals|resolutions|tweets|posts";

/** What is thought of a good quote; such quotes are chosen anyway. */
export const OPINIONS =
  "good|nice|typical|best|short|interesting|real|actual|representative|nicest|strongest|clearest|telling|great|punchy|memorable";

/** How many quotes a question asks for. */
export const SOME = "few|couple|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|2|3|4|5|6|7|8|9|10|11|12";

/** Patterns of what is said in many wordings, each with one in its place. */
export type Same = readonly (readonly [said: string, instead: string])[];
