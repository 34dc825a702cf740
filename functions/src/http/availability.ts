import { refuse } from "../domain/errors";

/**
 * How long a positive result is trusted, unless the caller says otherwise; after that it is checked in the background.
 */
const STOCKED_FRESH_MS = 30_000;
/** How long a negative result is trusted. */
const MISSING_FRESH_MS = 2_000;

/**
 * This instance's knowledge of whether an endpoint can deliver what it sells.
 *
 * The first request waits for one read; later ones use memory, even while the database is down.
 */
export class Availability {
  private known: { missing: string | null; lookedAt: number } | null = null;
  private looking: Promise<void> | null = null;

  /** @param look a sentence that says what is missing; null if nothing is */
  constructor(
    private readonly look: () => Promise<string | null>,
    private readonly nowMs: () => number,
    private readonly freshMs = STOCKED_FRESH_MS,
  ) {}

  /**
   * Refuses `not_available` if something is missing. Throws what the first check throws.
   *
   * @returns a promise only where it has to look
   */
  require(): Promise<void> | undefined {
    if (this.known?.missing === null) {
      if (this.isOlderThan(this.freshMs)) this.refreshQuietly();
    } else if (this.isOlderThan(MISSING_FRESH_MS)) return this.refresh().then(() => this.refuseMissing());
    this.refuseMissing();
    return undefined;
  }

  /** As `require`, without waiting: an unknown state counts as available. */
  requireIfKnown(): void {
    if (this.isOlderThan(this.known?.missing ? MISSING_FRESH_MS : this.freshMs)) this.refreshQuietly();
    this.refuseMissing();
  }

  private isOlderThan(ms: number): boolean {
    return this.known === null || this.nowMs() - this.known.lookedAt >= ms;
  }

  private refuseMissing(): void {
    if (this.known?.missing)
      refuse(
        "not_available",
        `${this.known.missing} Nothing is quoted or charged until then; earlier payments remain valid.`,
      );
  }

  /** Keeps the known state if the check fails. */
  private refreshQuietly(): void {
    if (this.known) this.known.lookedAt = this.nowMs();
    this.refresh().catch(() => {});
  }

  private refresh(): Promise<void> {
    this.looking ??= this.look()
      .then((missing) => void (this.known = { missing, lookedAt: this.nowMs() }))
      .finally(() => (this.looking = null));
    return this.looking;
  }
}
