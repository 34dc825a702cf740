/** Reads what a node answered; everything throws `TypeError` where the node talks nonsense. */
import { toAddress, type Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";

/** A member of an object. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) throw new TypeError("an object was expected");
  return (value as Record<string, unknown>)[name];
}

/** An array. */
export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a list was expected");
  return value;
}

/** A value as text that is equal where the value is. */
export function asText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? "undefined";
}

/** Bytes as lower-case 0x hex. */
export function hexBytes(value: unknown): Hex {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]*$/.test(value)) throw new TypeError("hex was expected");
  return value.toLowerCase() as Hex;
}

/** A JSON-RPC quantity. */
export function hexNumber(value: unknown): bigint {
  return BigInt(hexBytes(value));
}

/** An address, or null where a transaction creates a contract. */
export function optionalAddress(value: unknown): Address | null {
  return value === null || value === undefined ? null : address(value);
}

/** An address in its one spelling. */
export function address(value: unknown): Address {
  const found = toAddress(hexBytes(value));
  if (!found) throw new TypeError("an address was expected");
  return found;
}

/** A number as nodes take it. */
export function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}

/** The call of a block, with its transactions' hashes alone. */
export function blockCall(which: bigint | string) {
  return { method: "eth_getBlockByNumber", params: [typeof which === "bigint" ? quantity(which) : which, false] };
}

/** When a block was made, unix seconds. */
export function timeOf(block: unknown): number {
  return Number(hexNumber(field(block, "timestamp")));
}

/** A response's body as text; throws `TypeError` as soon as it is longer than `most` characters. */
export async function textUpTo(most: number, response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > most) throw new TypeError("an endless answer");
  }
  return text + decoder.decode();
}
