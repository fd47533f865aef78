/** Who a connection is for: an account, or null for the service's own work. */
export type Party = number | null;

export interface WaitLimits {
  /** While another account waits too. */
  readonly besideOthersMs: number;
  readonly aloneMs: number;
  /** Of the service's own work. */
  readonly ownMs: number;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
  readonly since: number;
  /** What `contendedMs` was then. */
  readonly contendedBefore: number;
}

interface Standing {
  readonly party: Party;
  inHand: number;
  readonly waiting: Waiter[];
}

const SWEEP_MS = 100;

/**
 * Who may use one of so many connections next. As long as one is free, everybody gets it at once. As soon as somebody waits,
 * each connection that comes back goes to the party that holds the fewest, and among those to whoever has waited longest. So
 * no connection rests while anybody waits, one party alone may hold all of them, and a party with more in hand never comes
 * before one with less: where four or more wait, none gets beyond a quarter.
 */
export class FairConnections {
  private readonly standings = new Map<Party, Standing>();
  /** Those of `standings` that wait. */
  private readonly waiting = new Set<Standing>();
  private waitingAccounts = 0;
  /** How long, in all, at least two accounts have waited at the same time; and since when they do. */
  private contendedMs = 0;
  private contendedSince: number | null = null;
  private sweep: NodeJS.Timeout | undefined;

  /** `refusal` makes the error of whoever waited longer than his limit. */
  constructor(
    private free: number,
    private readonly limits: WaitLimits,
    private readonly refusal: (party: Party) => Error,
  ) {}

  /** How many parties hold a connection or wait for one; nothing is kept of others. */
  get parties(): number {
    return this.standings.size;
  }

  /** Nothing where the connection may be used at once. Otherwise resolves when it may; rejects after the limit. */
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
      if (standing.waiting.length === 1) this.beginsToWait(standing, since);
    });
  }

  /** Gives back what `enter` gave, once. */
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
    if (standing.waiting.length === 0) this.waitsNoMore(standing);
    this.free -= 1;
    standing.inHand += 1;
    waiter?.go();
  }

  private beginsToWait(standing: Standing, now: number): void {
    this.waiting.add(standing);
    this.sweep ??= setInterval(() => this.refuseLate(), SWEEP_MS).unref();
    if (standing.party === null) return;
    this.waitingAccounts += 1;
    if (this.waitingAccounts === 2) this.contendedSince = now;
  }

  private waitsNoMore(standing: Standing): void {
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
      // Whoever came first has waited longest, beside others too.
      while (standing.waiting[0] !== undefined && this.isLate(standing.party, standing.waiting[0], now)) {
        const waiter = standing.waiting.shift();
        if (standing.waiting.length === 0) this.waitsNoMore(standing);
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
