/** Bytes in base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** A value as x402's headers carry it: base64 of its JSON. */
export function headerOf(value: unknown): string {
  return base64(new TextEncoder().encode(JSON.stringify(value)));
}

/** The longest header that is read. */
const MAX_HEADER = 65_536;

/** The value of such a header; null if there is none, or it is something else. */
export function headerValue(text: string | null): unknown {
  if (text === null || text.length > MAX_HEADER) return null;
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** A member of a value that may be anything. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
