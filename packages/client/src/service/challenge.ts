import { UntrustedError } from "../errors";

/** What a sign-in text must say before it is signed. */
export interface ExpectedChallenge {
  /** The service's own URL, such as `https://mkt.example`. */
  origin: string;
  chainId: number;
  /** EIP-55. */
  wallet: string;
  /** The nonce that was returned with the message. */
  nonce: string;
  nowMs: number;
  /** The session that was asked for; not checked where nothing was. */
  asked?: SessionTerms;
  /** Whether the text may leave its end out, as one in a quote does: the service ends it soon after its time of issue. */
  mayOmitExpiry?: boolean;
}

/** The session that a sign-in text opens. */
export interface SessionTerms {
  scope: "read" | "act";
  /** Seconds. */
  expiresIn: number;
}

/** EIP-4361 as this service writes it: one line of statement at most, no resources, no request id. */
const CHALLENGE = new RegExp(
  [
    String.raw`^(?<domain>[^\s/]+) wants you to sign in with your Ethereum account:`,
    String.raw`(?<wallet>0x[0-9a-fA-F]{40})`,
    "",
    String.raw`(?:(?<statement>[\x20-\x7e]+)\n)?`,
    String.raw`URI: (?<uri>\S+)`,
    "Version: 1",
    String.raw`Chain ID: (?<chainId>\d+)`,
    String.raw`Nonce: (?<nonce>[A-Za-z0-9]{8,96})`,
    String.raw`Issued At: (?<issuedAt>\S+)(?:\nExpiration Time: (?<expiresAt>\S+))?$`,
  ].join("\\n"),
);
/** How far the service's clock may be from this one, and how long a challenge may be valid. */
const SKEW_MS = 10 * 60_000;

/**
 * Throws `UntrustedError` unless a sign-in text (EIP-4361) is for this service, chain, wallet and nonce, made just now
 * and valid for minutes only. A text for another site would sign the wallet in there.
 */
export function checkChallenge(
  message: string,
  { origin, chainId, wallet, nonce, nowMs, asked, mayOmitExpiry = false }: ExpectedChallenge,
): void {
  const said = CHALLENGE.exec(message)?.groups;
  if (!said) throw new UntrustedError("The challenge is not an EIP-4361 sign-in text of this service.");
  const { host } = new URL(origin);
  const issuedMs = Date.parse(said["issuedAt"] ?? "");
  const expiresMs = Date.parse(said["expiresAt"] ?? "");
  const wrong = [
    [said["domain"] === host, `domain ${said["domain"]}, not ${host}`],
    [originOf(said["uri"]) === new URL(origin).origin, `URI ${said["uri"]}, not ${origin}`],
    [said["chainId"] === String(chainId), `chain ${said["chainId"]}, not ${chainId}`],
    [said["wallet"] === wallet, `account ${said["wallet"]}, not ${wallet}`],
    [said["nonce"] === nonce, `nonce ${said["nonce"]}, not ${nonce}`],
    [
      !asked || said["statement"] === statementOf(asked, issuedMs),
      `“${said["statement"]}”, which is not the session that was asked for`,
    ],
    [Math.abs(issuedMs - nowMs) <= SKEW_MS, `a time of issue, ${said["issuedAt"]}, that is not current`],
    [
      said["expiresAt"] === undefined ? mayOmitExpiry : expiresMs > nowMs && expiresMs - issuedMs <= SKEW_MS,
      `an expiry, ${said["expiresAt"]}, that is in the past or too far ahead`,
    ],
  ].flatMap(([isGood, text]) => (isGood ? [] : [String(text)]));
  if (wrong.length > 0) throw new UntrustedError(`The challenge says ${wrong.join(", and ")}.`);
}

function statementOf({ scope, expiresIn }: SessionTerms, issuedMs: number): string | null {
  const end = new Date(issuedMs + expiresIn * 1_000);
  if (Number.isNaN(end.getTime())) return null;
  return `Sign in to mkt${scope === "read" ? ", to read only," : ""} until ${end.toISOString()}. This moves no money and costs no gas.`;
}

function originOf(uri: string | undefined): string | null {
  return uri !== undefined && URL.canParse(uri) ? new URL(uri).origin : null;
}
