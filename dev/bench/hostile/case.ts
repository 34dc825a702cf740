/** A bad request to one function. */
export interface Case {
  what: string;
  target: string;
  body?: string | Buffer;
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  chunked?: boolean;
}

export const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const json = (value: unknown): string => JSON.stringify(value);
export const times = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
/** A text that takes quadratic time to normalise. */
export const MARKS = "a" + "\u0315".repeat(65_000) + "\u0316".repeat(65_000);
/** A body just under the limit. */
export const BYTES = 260_000;
export const question = json({ query: "What do people ask about most?" });
