import { canonicalKeccak256 } from "../canonical";
import { CHAINS } from "../chains";
import type { Escrows } from "./requestText";
import { keccak256 } from "../keccak";

/** A text that a client may have signed by mistake, and how it differs from the correct one. */
export interface Mistake {
  text: string;
  says: string;
}

/** The maximum number of texts tried for one signature. */
const MAX_MISTAKES = 32;
/** Characters of a body's JSON; the hashes of longer ones are not tried. */
const MAX_HASHED = 16_384;
const ETHEREUM = 1;

type Body = Readonly<Record<string, unknown>>;

/**
 * Texts that differ from the correct one by one common mistake, the likeliest first.
 *
 * They contain only the request's own values and public addresses, so naming the one that was signed reveals nothing
 * new.
 *
 * @param right the text that should have been signed
 * @param body as it was sent
 */
export function signingMistakes(right: string, body: Body, escrows: Escrows | null): Mistake[] {
  const lines = right.split("\n");
  const values = new Map(
    lines
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const other = (name: string, candidates: readonly unknown[]): Mistake[] => {
    const own = values.get(name);
    const texts = new Set(
      candidates.filter((value) => typeof value === "string" || typeof value === "number").map(String),
    );
    texts.delete(own ?? "");
    return own === undefined
      ? []
      : [...texts].map((value) => ({
          text: lines.map((line) => (line === `${name}: ${own}` ? `${name}: ${value}` : line)).join("\n"),
          says: `The line ${name} differs: this request has ${own}, ${value.length > 100 ? "another value" : value} was signed.`,
        }));
  };
  const [action = "", wallet = "", contract = ""] = ["action", "wallet", "contract"].map((name) => values.get(name));
  const path = action.startsWith("agent") ? `/${action}` : `/mkt/${action.replaceAll(".", "/")}`;
  const commented = values.get("commentHash");
  const whole = (text: string, says: string) => ({ text, says });
  return [
    ...other("contract", [
      "-",
      ...Object.values(escrows ?? {}),
      contract.toLowerCase(),
      body["contract"],
      ...Object.keys(escrows ?? {}),
      "",
    ]),
    ...other("wallet", [wallet.toLowerCase(), body["wallet"]]),
    ...other("chainId", [...CHAINS.map(({ id }) => id), ETHEREUM]),
    ...payloadHashes(body).flatMap(({ hash, of }) =>
      other("payloadHash", [hash]).map(({ text }) => ({
        text,
        says: `The line payloadHash differs: the hash of ${of} was signed.`,
      })),
    ),
    ...other("action", [path, path.slice(1), action.replaceAll(".", "/"), `mkt.${action}`]),
    ...other("taskId", ["-", body["taskId"], ""]),
    ...(commented === undefined
      ? []
      : [
          whole(
            lines.filter((line) => !line.startsWith("commentHash: ")).join("\n"),
            "The line commentHash is missing from the signed text.",
          ),
        ]),
    whole(`${right}\n`, "The signed text ends in a line feed."),
    whole(lines.join("\r\n"), "The signed text ends its lines with CRLF; use a single line feed."),
    whole(lines.slice(1).join("\n"), `The first line, ${lines[0] ?? ""}, is missing from the signed text.`),
  ].slice(0, MAX_MISTAKES);
}

/** Hashes that are easily mistaken for the payload hash. */
function payloadHashes(body: Body): { hash: string; of: string }[] {
  const { wallet, timestamp, nonce, signature: _signature, ...own } = body;
  const json = JSON.stringify(own);
  if (json.length > MAX_HASHED) return [];
  const right = canonicalKeccak256(own);
  return [
    { hash: keccak256(json), of: "the body as it was sent, not of its RFC 8785 form," },
    { hash: canonicalKeccak256({ ...own, wallet, timestamp, nonce }), of: "the body with wallet, timestamp and nonce" },
    { hash: canonicalKeccak256({ ...own, wallet }), of: "the body with wallet" },
    { hash: keccak256(""), of: "an empty text" },
    { hash: canonicalKeccak256({}), of: "an empty body" },
    { hash: right.slice(2), of: "the right body, but without 0x," },
  ];
}
