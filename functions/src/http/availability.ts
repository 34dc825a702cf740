import { refuse } from "../domain/errors";

/** How long it is believed that everything is there, unless the caller says otherwise; then a look is made in the background. */
const STOCKED_FRESH_MS = 30_000;
/** How long it is believed that something is missing. */
const MISSING_FRESH_MS = 2_000;

/**
 * What this instance knows of whether an endpoint can deliver what it sells.
 *
 * The first request waits for one read; later ones are answered from memory, also while the database is down.
 */
export class Availability {
  private known: { missing: string | null; lookedAt: number } | null = null;
  private looking: Promise<void> | null = null;

  /** @param look a sentence that says what is missing; null where nothing is */
  constructor(
    private readonly look: () => Promise<string | null>,
    private readonly nowMs: () => number,
    private readonly freshMs = STOCKED_FRESH_MS,
  ) {}

  /**
   * Refuses `not_available` where something is missing. Throws what the first look throws.
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

  /** As `require`, without waiting: what is not known yet is taken as there. */
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
        `${this.known.missing} Nothing is quoted or charged until then; a payment that was made stays good.`,
      );
  }

  /** What is known stays, where the look fails. */
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
