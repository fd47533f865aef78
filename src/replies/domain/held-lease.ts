/**
 * How long a worker may act on a lease, by its own monotonic clock (contract §4.5; ADR 17). The lease expires by the database's
 * clock, which a worker cannot read in the tick in which it sends a request. So it counts from the moment before it requested the
 * lease or its renewal: the database granted the lease later, so it also expires later. The monotonic clock advances while a
 * process is stopped.
 */

/** The share of a lease in which nothing more is sent, so that requests arrive before another worker may act. */
const MARGIN = 1 / 4;
const MAX_MARGIN_MS = 5_000;

/** The lease had expired, or was about to, when a request was to be sent. */
export class LeaseIsOver extends Error {
  constructor() {
    super('the lease is over');
    this.name = 'LeaseIsOver';
  }
}

/** Milliseconds of a monotonic clock. */
export type MonotonicClock = () => number;

export class HeldLease {
  private endsAt: number;

  /** `askedAt`: when, by the clock, the statement that granted the lease was sent. */
  constructor(
    askedAt: number,
    leaseMs: number,
    private readonly clock: MonotonicClock = () => performance.now(),
  ) {
    this.endsAt = usableUntil(askedAt, leaseMs);
  }

  /** Call it only after a successful renewal. A late response of an earlier renewal shortens nothing. */
  renewed(askedAt: number, leaseMs: number): void {
    if (this.endsAt !== -Infinity) this.endsAt = Math.max(this.endsAt, usableUntil(askedAt, leaseMs));
  }

  /** The work was aborted: nothing may be sent any more. */
  end(): void {
    this.endsAt = -Infinity;
  }

  /** Ends when `signal` is aborted. */
  endOn(signal: AbortSignal): void {
    if (signal.aborted) this.end();
    else signal.addEventListener('abort', () => this.end(), { once: true });
  }

  get isOver(): boolean {
    return this.clock() >= this.endsAt;
  }

  /** Throws `LeaseIsOver` where nothing may be sent any more. */
  check(): void {
    if (this.isOver) throw new LeaseIsOver();
  }
}

function usableUntil(askedAt: number, leaseMs: number): number {
  return askedAt + leaseMs - Math.min(leaseMs * MARGIN, MAX_MARGIN_MS);
}
