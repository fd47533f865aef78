/**
 * How long a worker may act on a lease, by its own monotonic clock (contract §4.5; ADR 17). The lease itself ends by the
 * database's clock, which a worker that stood still cannot ask in the tick in which its request leaves. So it counts from the
 * moment before it asked for the lease or its renewal: the database gave it later, and so ends it later, however long the
 * answer took. The monotonic clock goes on while a process is stopped.
 */

/** The share of a lease that is left to a request to arrive, before another worker may act. */
const MARGIN = 1 / 4;
const MOST_MARGIN_MS = 5_000;

/** The lease was over, or too near to its end, when something was about to leave. */
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

  /** `askedAt`: by the clock, before the statement was sent that gave the lease. */
  constructor(
    askedAt: number,
    leaseMs: number,
    private readonly clock: MonotonicClock = () => performance.now(),
  ) {
    this.endsAt = usableUntil(askedAt, leaseMs);
  }

  /** To be called only with a renewal that was answered as done; one that is answered late shortens nothing. */
  renewed(askedAt: number, leaseMs: number): void {
    if (this.endsAt !== -Infinity) this.endsAt = Math.max(this.endsAt, usableUntil(askedAt, leaseMs));
  }

  /** The work on it was broken off: nothing may leave any more. */
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

  /** Throws `LeaseIsOver` where nothing may leave any more. */
  check(): void {
    if (this.isOver) throw new LeaseIsOver();
  }
}

function usableUntil(askedAt: number, leaseMs: number): number {
  return askedAt + leaseMs - Math.min(leaseMs * MARGIN, MOST_MARGIN_MS);
}
