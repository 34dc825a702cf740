/** Those who speak in the data, as a question calls them. */
export const PEOPLE =
  "people|visitors|users|customers|clients|folks|subscribers|respondents|participants|men|women|guys|girls|them|those|everyone|everybody|others";

/** How many quotes a question asks for. */
export const SOME = "few|couple|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|2|3|4|5|6|7|8|9|10|11|12";

/** Patterns of what is said in many wordings, each with one in its place. */
export type Same = readonly (readonly [said: string, instead: string])[];
