/** The holder of a slot: an account, or null for the service's own work. */
export type Party = number | null;

export interface WaitLimits {
  /** Longest wait of an account while another account waits too. */
  readonly contendedMs: number;
  /** Longest wait of an account in total. */
  readonly aloneMs: number;
  /** Longest wait of the service's own work. */
  readonly ownMs: number;
  /** The most that a party may hold; without it, a single party may hold all. */
  readonly mostPerParty?: number;
}

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
  readonly startMs: number;
  /** The value of `contendedUntil(startMs)`. */
  readonly contendedBefore: number;
}

/** The slots and waiters of one party. */
interface PartyState {
  readonly party: Party;
  grantedCount: number;
  readonly waiters: Waiter[];
}

const SWEEP_MS = 100;

/**
 * Grants a fixed number of slots fairly: connections to the database, or downloads at the same time. A free slot is granted at once.
 * Otherwise each released slot is granted to the waiting party that holds the fewest, and among equals to the one that has waited longest.
 * So no slot is idle while a party waits that may hold more. A single party may hold `mostPerParty` slots, by default all. A party that
 * holds more never precedes one that holds fewer: if four or more parties wait, none gets more than a quarter.
 */
export class FairSlots {
  private readonly states = new Map<Party, PartyState>();
  /** The parties that wait. */
  private readonly waitingParties = new Set<PartyState>();
  private waitingAccounts = 0;
  /** Total duration of past periods in which at least two accounts waited, and the start of the current one. */
  private pastContendedMs = 0;
  private contendedSince: number | null = null;
  private sweep: NodeJS.Timeout | undefined;

  private freeCount: number;
  private waitingCount = 0;

  /** `size`: the number of slots. `refusal` creates the error for a waiter beyond its limit. */
  constructor(
    readonly size: number,
    private readonly limits: WaitLimits,
    private readonly refusal: (party: Party) => Error,
  ) {
    this.freeCount = size;
  }

  /** Slots that are granted and not returned. */
  get inUse(): number {
    return this.size - this.freeCount;
  }

  /** Requests that wait for a slot. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Number of parties that hold a slot or wait for one. No state is kept of other parties. */
  get parties(): number {
    return this.states.size;
  }

  /**
   * Requests a slot. Returns undefined if it is granted at once, otherwise a promise that resolves when it is granted and
   * rejects when the wait exceeds its limit.
   */
  enter(party: Party): Promise<void> | undefined {
    const state = this.stateOf(party);
    if (this.freeCount > 0 && this.mayHoldMore(state)) {
      this.freeCount -= 1;
      state.grantedCount += 1;
      return undefined;
    }
    return new Promise((grant, refuse) => {
      const startMs = performance.now();
      this.waitingCount += 1;
      state.waiters.push({ grant, refuse, startMs, contendedBefore: this.contendedUntil(startMs) });
      if (state.waiters.length === 1) this.startWaiting(state, startMs);
    });
  }

  /** Returns a slot that `enter` granted. */
  leave(party: Party): void {
    const state = this.stateOf(party);
    state.grantedCount -= 1;
    this.freeCount += 1;
    const next = this.next();
    if (next !== undefined) this.serve(next);
    this.forget(state);
  }

  private mayHoldMore({ grantedCount }: PartyState): boolean {
    return grantedCount < (this.limits.mostPerParty ?? Infinity);
  }

  private stateOf(party: Party): PartyState {
    let state = this.states.get(party);
    if (state === undefined) {
      state = { party, grantedCount: 0, waiters: [] };
      this.states.set(party, state);
    }
    return state;
  }

  private forget(state: PartyState): void {
    if (state.grantedCount === 0 && state.waiters.length === 0) this.states.delete(state.party);
  }

  private next(): PartyState | undefined {
    let best: PartyState | undefined;
    for (const state of this.waitingParties)
      if (this.mayHoldMore(state) && (best === undefined || precedes(state, best))) best = state;
    return best;
  }

  private serve(state: PartyState): void {
    const waiter = state.waiters.shift();
    if (waiter === undefined) return;
    if (state.waiters.length === 0) this.stopWaiting(state);
    this.waitingCount -= 1;
    this.freeCount -= 1;
    state.grantedCount += 1;
    waiter.grant();
  }

  private startWaiting(state: PartyState, now: number): void {
    this.waitingParties.add(state);
    this.sweep ??= setInterval(() => this.refuseOverdue(), SWEEP_MS).unref();
    if (state.party === null) return;
    this.waitingAccounts += 1;
    if (this.waitingAccounts === 2) this.contendedSince = now;
  }

  private stopWaiting(state: PartyState): void {
    this.waitingParties.delete(state);
    if (this.waitingParties.size === 0) {
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

  private refuseOverdue(): void {
    const now = performance.now();
    for (const state of [...this.waitingParties]) {
      // The first waiter has waited longest, alone and together with other accounts.
      while (state.waiters[0] !== undefined && this.isOverdue(state.party, state.waiters[0], now)) {
        const waiter = state.waiters.shift();
        if (state.waiters.length === 0) this.stopWaiting(state);
        if (waiter === undefined) break;
        this.waitingCount -= 1;
        waiter.refuse(this.refusal(state.party));
      }
      this.forget(state);
    }
  }

  private isOverdue(party: Party, { startMs, contendedBefore }: Waiter, now: number): boolean {
    const { aloneMs, contendedMs, ownMs } = this.limits;
    if (party === null) return now - startMs >= ownMs;
    return now - startMs >= aloneMs || this.contendedUntil(now) - contendedBefore >= contendedMs;
  }
}

function precedes(one: PartyState, other: PartyState): boolean {
  if (one.grantedCount !== other.grantedCount) return one.grantedCount < other.grantedCount;
  return (one.waiters[0]?.startMs ?? 0) < (other.waiters[0]?.startMs ?? 0);
}
