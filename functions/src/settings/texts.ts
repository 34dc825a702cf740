/** Parsers of settings: each function returns the value, or null for an invalid text. */
import { isIP } from "node:net";
import { toAddress, type Address } from "../domain/address";
import type { ChainFacts } from "../domain/chains";
import type { Hex } from "../domain/keccak";
import { parseUsdc } from "../domain/money";
import type { QuoteKey } from "../domain/payment/intent";

function list(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Every item parsed, or null if the list is empty or an item is invalid. */
function all<T>(items: string[], parse: (item: string) => T | null): T[] | null {
  const parsed = items.map(parse);
  return parsed.length > 0 && parsed.every((item) => item !== null) ? parsed : null;
}

export function url(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? text.replace(/(?<!\/)\/+$/, "") : null;
}

/** ISO 4217; statements have US dollars as they are. */
export const currency = (text: string) => (/^[A-Z]{3}$/.test(text) && text !== "USD" ? text : null);

/** Plain http is allowed for loopback only. */
export function baseUrl(text: string): string | null {
  const found = url(text);
  if (!found) return null;
  const { protocol, hostname, search, hash } = new URL(found);
  const local = hostname === "127.0.0.1" || hostname === "localhost";
  return search || hash || (protocol === "http:" && !local) ? null : found;
}

export const urls = (text: string) => all(list(text), url);
export const addresses = (text: string) => all(list(text), toAddress);

/** Tokens of the chain's own table: any other would be priced as dollars and signed under a wrong domain. */
export const tokensOf =
  ({ tokens }: ChainFacts) =>
  (text: string) =>
    all(list(text), (item) => tokens.find(({ address }) => address === toAddress(item))?.address ?? null);

export function nonZeroAddress(text: string): Address | null {
  return /^0x0{40}$/.test(text) ? null : toAddress(text);
}

/** The order of secp256k1: keys are numbers below it. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export function privateKey(text: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return null;
  return BigInt(text) > 0n && BigInt(text) < CURVE_ORDER ? (text as Hex) : null;
}

/** A price of at least `least`, USDC base units. */
export const priceFrom =
  (least: bigint) =>
  (text: string): bigint | null => {
    const units = parseUsdc(text);
    return units !== null && units >= least ? units : null;
  };

/** A price that earlier quotes still promise, and until when. */
export interface FormerPrice {
  readonly priceUsdcUnits: bigint;
  /** Unix seconds. */
  readonly until: number;
}

/** `0.49 until 2026-11-22T12:15:00Z`. */
export function formerPrice(text: string): FormerPrice | null {
  const [price = "", time = ""] = text.split(" until ");
  const priceUsdcUnits = parseUsdc(price);
  const until = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) ? Date.parse(time) / 1_000 : NaN;
  return priceUsdcUnits !== null && Number.isFinite(until) ? { priceUsdcUnits, until } : null;
}

export function quorum(text: string): 1 | 2 | null {
  return text === "1" ? 1 : text === "2" ? 2 : null;
}

export function flag(text: string): boolean | null {
  return text === "true" ? true : text === "false" ? false : null;
}

export function integerIn(least: number, most: number) {
  return (text: string): number | null => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : null;
  };
}

export function quoteKeys(text: string): QuoteKey[] | null {
  const keys = all(list(text), (item) => {
    const found = /^([A-Za-z0-9_-]{1,16}):((?:[0-9a-fA-F]{2}){32,64})$/.exec(item);
    return found?.[1] && found[2] ? { id: found[1], secret: Buffer.from(found[2], "hex") } : null;
  });
  return keys && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : null;
}

export function mailAddress(text: string): string | null {
  return /^[^\s@,;<>]+@[^\s@,;<>.]+(?:\.[^\s@,;<>.]+)+$/.test(text) ? text : null;
}

/** A line of text that pages show. */
export function line(text: string): string | null {
  return [...text].length <= 120 && !/\p{Control}/u.test(text) ? text : null;
}

export function httpsUrl(text: string): string | null {
  return URL.canParse(text) && new URL(text).protocol === "https:" ? text : null;
}

export const contact = (text: string): string | null => mailAddress(text) ?? httpsUrl(text);

export function ranges(text: string): string[] | null {
  return all(list(text), (item) => (/^(loopback|linklocal|uniquelocal)$/.test(item) || isRange(item) ? item : null));
}

/** One or two keys. */
export function edgeKeys(text: string): string[] | null {
  const keys = all(list(text), (item) => (/^[A-Za-z0-9]{32,128}$/.test(item) ? item : null));
  return keys && keys.length <= 2 ? keys : null;
}

/** An IP address, optionally with a valid prefix length. */
function isRange(item: string): boolean {
  const [, address = "", prefix = "0"] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return Number(prefix) <= bits;
}
