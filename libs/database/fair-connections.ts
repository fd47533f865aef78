/** The holder of a connection: an account, or null for the service's own work. */
export type Party = number | null;

export interface WaitLimits {
  /** While another account waits too. */
  readonly besideOthersMs: number;
  readonly aloneMs: number;
  /** For the service's own work. */
  readonly ownMs: number;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
  readonly since: number;
  /** The value of `contendedMs` at that time. */
  readonly contendedBefore: number;
}

interface Standing {
  readonly party: Party;
  inHand: number;
  readonly waiting: Waiter[];
}

const SWEEP_MS = 100;

/**
 * Grants a fixed number of connections fairly. While one is free, it is granted at once. Otherwise each released connection goes to
 * the waiting party that holds the fewest, and among those to the one that has waited longest. So no connection is idle while a
 * party waits, a single party may hold all of them, and a party that holds more never precedes one that holds fewer: where four or
 * more wait, none gets more than a quarter.
 */
export class FairConnections {
  private readonly standings = new Map<Party, Standing>();
  /** Those of `standings` that wait. */
  private readonly waiting = new Set<Standing>();
  private waitingAccounts = 0;
  /** Total time during which at least two accounts waited, and since when they do. */
  private contendedMs = 0;
  private contendedSince: number | null = null;
  private sweep: NodeJS.Timeout | undefined;

  /** `refusal` creates the error for a waiter beyond its limit. */
  constructor(
    private free: number,
    private readonly limits: WaitLimits,
    private readonly refusal: (party: Party) => Error,
  ) {}

  /** Number of parties that hold a connection or wait for one; no state is kept of others. */
  get parties(): number {
    return this.standings.size;
  }

  /** Undefined where a connection is granted at once. Otherwise a promise that resolves when it is granted and rejects after the limit. */
  enter(party: Party): Promise<void> | undefined {
    const standing = this.standingOf(party);
    if (this.free > 0) {
      this.free -= 1;
      standing.inHand += 1;
      return undefined;
    }
    return new Promise((go, refuse) => {
      const since = performance.now();
      standing.waiting.push({ go, refuse, since, contendedBefore: this.contendedUntil(since) });
      if (standing.waiting.length === 1) this.startWaiting(standing, since);
    });
  }

  /** Returns a connection that `enter` granted. */
  leave(party: Party): void {
    const standing = this.standingOf(party);
    standing.inHand -= 1;
    this.free += 1;
    if (this.waiting.size > 0) this.serve(this.next());
    this.forget(standing);
  }

  private standingOf(party: Party): Standing {
    let standing = this.standings.get(party);
    if (standing === undefined) {
      standing = { party, inHand: 0, waiting: [] };
      this.standings.set(party, standing);
    }
    return standing;
  }

  private forget(standing: Standing): void {
    if (standing.inHand === 0 && standing.waiting.length === 0) this.standings.delete(standing.party);
  }

  private next(): Standing {
    let best: Standing | undefined;
    for (const standing of this.waiting) if (best === undefined || goesBefore(standing, best)) best = standing;
    return best as Standing;
  }

  private serve(standing: Standing): void {
    const waiter = standing.waiting.shift();
    if (standing.waiting.length === 0) this.stopWaiting(standing);
    this.free -= 1;
    standing.inHand += 1;
    waiter?.go();
  }

  private startWaiting(standing: Standing, now: number): void {
    this.waiting.add(standing);
    this.sweep ??= setInterval(() => this.refuseLate(), SWEEP_MS).unref();
    if (standing.party === null) return;
    this.waitingAccounts += 1;
    if (this.waitingAccounts === 2) this.contendedSince = now;
  }

  private stopWaiting(standing: Standing): void {
    this.waiting.delete(standing);
    if (this.waiting.size === 0) {
      clearInterval(this.sweep);
      this.sweep = undefined;
    }
    if (standing.party === null) return;
    this.waitingAccounts -= 1;
    if (this.waitingAccounts !== 1) return;
    this.contendedMs = this.contendedUntil(performance.now());
    this.contendedSince = null;
  }

  private contendedUntil(now: number): number {
    return this.contendedMs + (this.contendedSince === null ? 0 : now - this.contendedSince);
  }

  private refuseLate(): void {
    const now = performance.now();
    for (const standing of [...this.waiting]) {
      // The first waiter has waited longest, also beside others.
      while (standing.waiting[0] !== undefined && this.isLate(standing.party, standing.waiting[0], now)) {
        const waiter = standing.waiting.shift();
        if (standing.waiting.length === 0) this.stopWaiting(standing);
        waiter?.refuse(this.refusal(standing.party));
      }
      this.forget(standing);
    }
  }

  private isLate(party: Party, { since, contendedBefore }: Waiter, now: number): boolean {
    const { aloneMs, besideOthersMs, ownMs } = this.limits;
    if (party === null) return now - since >= ownMs;
    return now - since >= aloneMs || this.contendedUntil(now) - contendedBefore >= besideOthersMs;
  }
}

function goesBefore(one: Standing, other: Standing): boolean {
  if (one.inHand !== other.inHand) return one.inHand < other.inHand;
  return (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0);
}
