/** An address as people compare it: both ends. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** CHANGES_REQUESTED as "Changes requested". */
export function words(name: string): string {
  return sentence(name.toLowerCase().replaceAll("_", " ").replaceAll("-", " "));
}

/** The same text, begun with a capital. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How a task's state is to be taken: over well, waiting for someone, contested, or still open to anyone. */
export function toneOf(state: string): "good" | "wait" | "bad" | "open" | "over" {
  if (state === "FUNDED") return "open";
  if (state === "APPROVED" || state === "RESOLVED") return "good";
  if (state === "REJECTED" || state === "DISPUTED") return "bad";
  return ["CANCELLED", "EXPIRED", "REFUNDED"].includes(state) ? "over" : "wait";
}

/** A task's state as people call it. */
export function stateName(state: string): string {
  return state === "FUNDED" ? "Open" : state === "SUBMITTED" ? "In review" : words(state);
}

/** A number with its noun, in the plural unless it is one. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** The same of a noun in the plural: "tasks", "deliveries". */
export function counted(number: number, nouns: string): string {
  return number === 1 ? `1 ${nouns.replace(/ies$/, "y").replace(/s$/, "")}` : `${number.toLocaleString("en")} ${nouns}`;
}

/** A share in basis points: 250 as "2.5 %". */
export function percent(bps: number): string {
  return `${bps / 100} %`;
}

/** A decimal amount with at least two places and separators: "1,200.00". The amount itself is never rounded. */
export function usdc(amount: string): string {
  const [whole = "0", places = ""] = amount.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${places.padEnd(2, "0")}`;
}

/** The same cut after cents, for a balance at a glance. */
export function usdcDown(amount: string): string {
  return usdc(amount.replace(/(\.\d\d)\d+$/, "$1"));
}

/** Where a thousand of a unit is the next one. */
const SHORT = [
  [13, "T"],
  [10, "B"],
  [7, "M"],
  [4, "k"],
] as const;

/** The same in at most six characters, for the bar of a phone: 999.99, 1,234, 12.3k. Never more than there is. */
export function usdcShort(amount: string): string {
  const [whole = "0"] = amount.split(".");
  if (whole.length < 4) return usdcDown(amount);
  if (whole.length === 4) return usdc(whole).replace(/\.00$/, "");
  const [digits, unit] = SHORT.find(([least]) => whole.length >= least) ?? [4, "k"];
  const places = whole.length - digits + 1;
  const tenth = whole.charAt(places);
  return `${whole.slice(0, places)}${places < 3 && tenth !== "0" ? `.${tenth}` : ""}${unit}`;
}

/** Who pays the network fee of a step. The relay may be unable to; the wallet is then asked to. */
export function networkFee(hasRelay: boolean): string {
  return hasRelay
    ? "Normally no network fee; otherwise your wallet shows it first."
    : "Your wallet adds the network fee.";
}

/**
 * The host of a link that a stranger wrote, in the form in which no two hosts look alike (punycode); null for what is
 * no web address.
 */
export function hostOf(link: string): string | null {
  try {
    const { protocol, host, username } = new URL(link);
    return (protocol === "https:" || protocol === "http:") && username === "" ? host : null;
  } catch {
    return null;
  }
}

/** Whether a text is the address itself, with or without its scheme. Only plain characters show what they are. */
export function isAddress(text: string | undefined, href: string): boolean {
  return text !== undefined && /^[!-~]+$/.test(text) && [text, `http://${text}`, `https://${text}`].includes(href);
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** A country by its name: "Portugal" for PT. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** A value of a column as people say it. A state's code may be a country's, too. */
export function valueName(column: string, value: string): string {
  return column.toLowerCase() === "country" ? countryName(value) : value;
}
