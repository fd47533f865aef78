/** How many requests of an account a process keeps in a minute before it keeps only a part of them. */
const SUCCESSES_A_MINUTE = 120;
const REFUSALS_A_MINUTE = 600;
const MINUTE_MS = 60_000;
const STEP = 10;

interface Window {
  successes: number;
  refusals: number;
  /** One in this many successes is kept. */
  oneIn: number;
}

/** Requests that were not kept. */
export interface LeftOut {
  readonly successes: number;
  readonly refusals: number;
  /** One in this many successes was kept. */
  readonly oneIn: number;
}

/**
 * Decides which requests of each account are kept. Up to 120 successes in a minute are all kept, then 1 in 10, from 1,200 on 1 in 100,
 * and so on; a minute starts with the part of the minute before it. Refusals are all kept, up to 600 in a minute. Memory is bounded by
 * the number of accounts that call within two minutes.
 */
export class Sampling {
  private minute = -1;
  private windows = new Map<number, Window>();
  private before = new Map<number, Window>();
  private leftOut = new Map<number, { successes: number; refusals: number; oneIn: number }>();

  /** Whether the request is kept; `nowMs` is a clock that only runs forward. */
  keeps(accountId: number, isRefusal: boolean, nowMs: number): boolean {
    const window = this.windowOf(accountId, nowMs);
    if (isRefusal) {
      window.refusals += 1;
      if (window.refusals <= REFUSALS_A_MINUTE) return true;
      this.leaveOut(accountId, true, window.oneIn);
      return false;
    }
    window.successes += 1;
    if (window.successes > SUCCESSES_A_MINUTE * window.oneIn) window.oneIn *= STEP;
    if (window.successes % window.oneIn === 0) return true;
    this.leaveOut(accountId, false, window.oneIn);
    return false;
  }

  /** Counts a request that is not kept for another reason. */
  leaveOut(accountId: number, isRefusal: boolean, oneIn = 1): void {
    let counts = this.leftOut.get(accountId);
    if (counts === undefined) {
      counts = { successes: 0, refusals: 0, oneIn };
      this.leftOut.set(accountId, counts);
    }
    if (isRefusal) counts.refusals += 1;
    else counts.successes += 1;
    counts.oneIn = Math.max(counts.oneIn, oneIn);
  }

  /** Adds counts that were taken and could not be written. */
  addLeftOut(accountId: number, counts: LeftOut): void {
    const { successes = 0, refusals = 0, oneIn = 1 } = this.leftOut.get(accountId) ?? {};
    this.leftOut.set(accountId, {
      successes: successes + counts.successes,
      refusals: refusals + counts.refusals,
      oneIn: Math.max(oneIn, counts.oneIn),
    });
  }

  /** The requests that were left out since the last call, by account. */
  takeLeftOut(): ReadonlyMap<number, LeftOut> {
    const taken = this.leftOut;
    this.leftOut = new Map();
    return taken;
  }

  private windowOf(accountId: number, nowMs: number): Window {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.minute) {
      this.before = minute === this.minute + 1 ? this.windows : new Map();
      this.windows = new Map();
      this.minute = minute;
    }
    let window = this.windows.get(accountId);
    if (window === undefined) {
      window = { successes: 0, refusals: 0, oneIn: partOf(this.before.get(accountId)?.successes ?? 0) };
      this.windows.set(accountId, window);
    }
    return window;
  }
}

/** The part that keeps at most 120 of this many successes. */
function partOf(successes: number): number {
  let oneIn = 1;
  while (successes > SUCCESSES_A_MINUTE * oneIn) oneIn *= STEP;
  return oneIn;
}
