import type { OpenedSession } from "../../../client/src/browser";
import { api, ApiError } from "../api";
import { namesIn } from "../lib/own";

export type SessionHeaders = { authorization: string };

interface SessionParts {
  /** Opens a session with one signature. */
  open: () => Promise<OpenedSession>;
  /** Ends it at the service. */
  end: (headers: SessionHeaders) => Promise<unknown>;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Under which the session is kept. */
  name: string;
  nowMs?: () => number;
}

/** A session is renewed this long before its end. */
const MARGIN_MS = 60_000;

const NAME = "mkt-session-";

/** Under which name a wallet's session is kept. */
export function sessionName(address: string): string {
  return NAME + address;
}

/** Ends a session at the service. */
export function endSession(headers: SessionHeaders): Promise<unknown> {
  return api.POST("/mktAgentRevokeSession", { body: {}, headers });
}

/** Ends the sessions that this browser kept, also of accounts that were not used since the page was loaded. */
export function endKept(storage: Storage): void {
  for (const name of namesIn(storage).filter((one) => one.startsWith(NAME))) {
    const kept = new ReadSession({ open: () => Promise.reject(ended()), end: endSession, storage, name });
    void kept.end().catch(() => {});
  }
}

/** What a wallet may read, by one signature a day. It is kept in the browser, so that neither a reload nor another tab asks for one. */
export class ReadSession {
  private session: OpenedSession | null;
  private opening: Promise<OpenedSession> | null = null;
  /** How often it was ended. */
  private ends = 0;

  constructor(private readonly parts: SessionParts) {
    this.session = keptIn(parts);
  }

  /** The open session, if reading takes no signature now. */
  get current(): OpenedSession | null {
    const { parts } = this;
    const isLive = (one: OpenedSession | null) =>
      one !== null && Date.parse(one.expiresAt) - MARGIN_MS > (parts.nowMs ?? Date.now)();
    // Another tab may have signed in since.
    if (!isLive(this.session)) this.session = keptIn(parts);
    return isLive(this.session) ? this.session : null;
  }

  /** Opens the session, if none is open. */
  async open(): Promise<SessionHeaders> {
    const { ends } = this;
    this.opening ??= this.current ? null : this.parts.open();
    const { opening } = this;
    try {
      const opened = await opening;
      if (ends !== this.ends) await this.failEnded(opened);
      this.session = opened ?? this.session;
    } finally {
      if (this.opening === opening) this.opening = null;
    }
    if (!this.session) throw ended();
    this.parts.storage.setItem(this.parts.name, JSON.stringify(this.session));
    return headersOf(this.session);
  }

  /** As `reading`, for background reads: it asks for no signature. */
  async readingIfOpen<T>(read: (headers: SessionHeaders) => Promise<T>): Promise<T> {
    if (!this.current) throw ended();
    return this.reading(read);
  }

  /** Does what needs the session; one that has ended elsewhere is forgotten. */
  async reading<T>(read: (headers: SessionHeaders) => Promise<T>): Promise<T> {
    const headers = await this.open();
    try {
      return await read(headers);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.forget();
      throw error;
    }
  }

  /** The next reading signs in again. */
  forget(): void {
    this.session = null;
    this.parts.storage.removeItem(this.parts.name);
  }

  /** Ends the session here and at the service. */
  async end(): Promise<void> {
    const { session } = this;
    this.ends++;
    this.opening = null;
    this.forget();
    if (session) await this.parts.end(headersOf(session));
  }

  /** A session that was signed after the visitor had left is ended, too. */
  private async failEnded(opened: OpenedSession | null): Promise<never> {
    if (opened) await this.parts.end(headersOf(opened)).catch(() => {});
    throw ended();
  }
}

const ended = () => new ApiError("The session has ended. Sign in again.", 401);

function headersOf({ agentSessionToken }: OpenedSession): SessionHeaders {
  return { authorization: `Bearer ${agentSessionToken}` };
}

/** A session that this browser kept; null for anything else that is stored there. */
function keptIn({ storage, name }: SessionParts): OpenedSession | null {
  try {
    const kept = JSON.parse(storage.getItem(name) ?? "null") as Partial<OpenedSession> | null;
    const { agentSessionToken, id, scope, expiresAt } = kept ?? {};
    const isWhole = [agentSessionToken, id, expiresAt].every((part) => typeof part === "string") && scope === "read";
    return isWhole ? (kept as OpenedSession) : null;
  } catch {
    return null;
  }
}
