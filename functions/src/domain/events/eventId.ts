import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

/** The pattern of an event's id, for schemas. */
export const EVENT_ID_PATTERN = "^evt_[0-9a-f]{32}$";

/** The id of the event that these values identify: the same values give the same id. */
export function eventId(...parts: readonly (string | number | bigint)[]): string {
  return `evt_${bytesToHex(sha256(parts.join("|"))).slice(0, 32)}`;
}
