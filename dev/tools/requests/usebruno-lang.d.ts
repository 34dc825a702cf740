/** Bruno's own reader and writer of its files; the package has no types. */
declare module "@usebruno/lang" {
  export function jsonToBruV2(request: object): string;
  export function bruToJsonV2(text: string): unknown;
  export function envJsonToBruV2(environment: object): string;
  export function bruToEnvJsonV2(text: string): unknown;
  export function jsonToCollectionBru(collection: object): string;
  export function collectionBruToJson(text: string): unknown;
}
