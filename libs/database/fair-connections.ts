/** The holder of a connection: an account, or null for the service's own work. */
export type Party = number | null;

export interface WaitLimits {
  /** Longest wait of an account while another account waits too. */
  readonly contendedMs: number;
  /** Longest wait of an account in total. */
  readonly aloneMs: number;
  /** Longest wait of the service's own work. */
  readonly ownMs: number;
}

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
  readonly since: number;
  /** The value of `contendedUntil(since)`. */
  readonly contendedBefore: number;
}

/** The connections and waiters of one party. */
interface PartyState {
  readonly party: Party;
  granted: number;
  readonly waiting: Waiter[];
}

const SWEEP_MS = 100;

/**
 * Grants a fixed number of connections fairly. A free connection is granted at once. Otherwise each released connection is granted
 * to the waiting party that holds the fewest, and among equals to the one that has waited longest. So no connection is idle while
 * a party waits, a single party may hold all connections, and a party that holds more never precedes one that holds fewer: if four
 * or more parties wait, none gets more than a quarter.
 */
export class FairConnections {
  private readonly states = new Map<Party, PartyState>();
  /** The parties that wait. */
  private readonly waiting = new Set<PartyState>();
  private waitingAccounts = 0;
  /** Total duration of past periods in which at least two accounts waited, and the start of the current one. */
  private pastContendedMs = 0;
  private contendedSince: number | null = null;
  private sweep: NodeJS.Timeout | undefined;

  /** `refusal` creates the error for a waiter beyond its limit. */
  constructor(
    private free: number,
    private readonly limits: WaitLimits,
    private readonly refusal: (party: Party) => Error,
  ) {}

  /** Number of parties that hold a connection or wait for one. No state is kept of other parties. */
  get parties(): number {
    return this.states.size;
  }

  /**
   * Requests a connection. Returns undefined if it is granted at once, otherwise a promise that resolves when it is granted and
   * rejects when the wait exceeds its limit.
   */
  enter(party: Party): Promise<void> | undefined {
    const state = this.stateOf(party);
    if (this.free > 0) {
      this.free -= 1;
      state.granted += 1;
      return undefined;
    }
    return new Promise((grant, refuse) => {
      const since = performance.now();
      state.waiting.push({ grant, refuse, since, contendedBefore: this.contendedUntil(since) });
      if (state.waiting.length === 1) this.startWaiting(state, since);
    });
  }

  /** Returns a connection that `enter` granted. */
  leave(party: Party): void {
    const state = this.stateOf(party);
    state.granted -= 1;
    this.free += 1;
    if (this.waiting.size > 0) this.serve(this.next());
    this.forget(state);
  }

  private stateOf(party: Party): PartyState {
    let state = this.states.get(party);
    if (state === undefined) {
      state = { party, granted: 0, waiting: [] };
      this.states.set(party, state);
    }
    return state;
  }

  private forget(state: PartyState): void {
    if (state.granted === 0 && state.waiting.length === 0) this.states.delete(state.party);
  }

  private next(): PartyState {
    let best: PartyState | undefined;
    for (const state of this.waiting) if (best === undefined || precedes(state, best)) best = state;
    return best as PartyState;
  }

  private serve(state: PartyState): void {
    const waiter = state.waiting.shift();
    if (state.waiting.length === 0) this.stopWaiting(state);
    this.free -= 1;
    state.granted += 1;
    waiter?.grant();
  }

  private startWaiting(state: PartyState, now: number): void {
    this.waiting.add(state);
    this.sweep ??= setInterval(() => this.refuseLate(), SWEEP_MS).unref();
    if (state.party === null) return;
    this.waitingAccounts += 1;
    if (this.waitingAccounts === 2) this.contendedSince = now;
  }

  private stopWaiting(state: PartyState): void {
    this.waiting.delete(state);
    if (this.waiting.size === 0) {
      clearInterval(this.sweep);
      this.sweep = undefined;
    }
    if (state.party === null) return;
    this.waitingAccounts -= 1;
    if (this.waitingAccounts !== 1) return;
    this.pastContendedMs = this.contendedUntil(performance.now());
    this.contendedSince = null;
  }

  private contendedUntil(now: number): number {
    return this.pastContendedMs + (this.contendedSince === null ? 0 : now - this.contendedSince);
  }

  private refuseLate(): void {
    const now = performance.now();
    for (const state of [...this.waiting]) {
      // The first waiter has waited longest, alone and together with other accounts.
      while (state.waiting[0] !== undefined && this.isLate(state.party, state.waiting[0], now)) {
        const waiter = state.waiting.shift();
        if (state.waiting.length === 0) this.stopWaiting(state);
        waiter?.refuse(this.refusal(state.party));
      }
      this.forget(state);
    }
  }

  private isLate(party: Party, { since, contendedBefore }: Waiter, now: number): boolean {
    const { aloneMs, contendedMs, ownMs } = this.limits;
    if (party === null) return now - since >= ownMs;
    return now - since >= aloneMs || this.contendedUntil(now) - contendedBefore >= contendedMs;
  }
}

function precedes(one: PartyState, other: PartyState): boolean {
  if (one.granted !== other.granted) return one.granted < other.granted;
  return (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0);
}
