/**
 * How long a worker may act on a lease, by its own monotonic clock (contract §4.5; ADR 17). The lease expires by the database's
 * clock, which a worker cannot read in the tick in which it sends a request. The worker therefore counts from the moment before it
 * requested the lease or its renewal: the database grants the lease later, so it also expires later. The monotonic clock advances
 * while a process is stopped.
 */

/** The last part of a lease, in which no request is sent, so that requests arrive before another worker may act. */
const MARGIN = 1 / 4;
const MAX_MARGIN_MS = 5_000;

/** A request was not sent, because the lease had expired or was about to expire. */
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

  /** `requestedAt`: when, by `clock`, the statement that granted the lease was sent. */
  constructor(
    requestedAt: number,
    leaseMs: number,
    private readonly clock: MonotonicClock = () => performance.now(),
  ) {
    this.endsAt = usableUntil(requestedAt, leaseMs);
  }

  /** Call it only after a successful renewal. The late response of an earlier renewal does not shorten the lease. */
  renewed(requestedAt: number, leaseMs: number): void {
    if (this.endsAt !== -Infinity) this.endsAt = Math.max(this.endsAt, usableUntil(requestedAt, leaseMs));
  }

  /** Ends the lease for this worker: no further request may be sent. */
  end(): void {
    this.endsAt = -Infinity;
  }

  /** Ends the lease when `signal` is aborted. */
  endOn(signal: AbortSignal): void {
    if (signal.aborted) this.end();
    else signal.addEventListener('abort', () => this.end(), { once: true });
  }

  get isOver(): boolean {
    return this.clock() >= this.endsAt;
  }

  /** Throws `LeaseIsOver` if no request may be sent. */
  check(): void {
    if (this.isOver) throw new LeaseIsOver();
  }
}

function usableUntil(requestedAt: number, leaseMs: number): number {
  return requestedAt + leaseMs - Math.min(leaseMs * MARGIN, MAX_MARGIN_MS);
}
