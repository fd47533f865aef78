import { setTimeout as pause } from 'node:timers/promises';
import type { RoadFacts, SnapshotPage, Visit, VisitEnd } from '@libs/sources';
import { VisitTooLong } from '../domain/failure';

/** How long an aborted adapter may take to clean up. */
const CLEANUP_LIMIT_MS = 5_000;

/** The pages of a visit, until the list ends or `signal` is aborted: iterating then throws the reason. Iterate once. */
export class VisitPages implements AsyncIterable<SnapshotPage> {
  /** How the list ended; null before that. */
  end: VisitEnd | null = null;

  constructor(
    private readonly visit: Visit,
    private readonly signal: AbortSignal,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<SnapshotPage, void, void> {
    const interrupted = rejectionOnAbort(this.signal);
    try {
      for (;;) {
        const step = await nextOf(this.visit, interrupted);
        this.signal.throwIfAborted();
        if (step.done) {
          this.end = step.value;
          return;
        }
        yield step.value;
      }
    } finally {
      const ended = this.visit.return({ coverage: 'window' });
      // Do not wait for an adapter that ignores its abort signal.
      await (this.signal.aborted ? Promise.race([ended, pause(CLEANUP_LIMIT_MS, undefined, { ref: false })]) : ended);
    }
  }
}

/**
 * Returns the next value of an iterator, or rejects if `interrupted` rejects first. Each promise in a `Promise.race`
 * retains the result of the race until that promise itself settles. `interrupted` is pending during the whole visit, so
 * a race that resolves to pages would keep all pages in memory. The race therefore resolves to `undefined`.
 */
export async function nextOf<Value, End>(
  values: AsyncGenerator<Value, End, void>,
  interrupted: Promise<never>,
): Promise<IteratorResult<Value, End>> {
  const results: IteratorResult<Value, End>[] = [];
  const arrival = values.next().then((step) => void results.push(step));
  await Promise.race([arrival, interrupted]);
  return results[0] as IteratorResult<Value, End>;
}

/** Returns a promise that rejects when `signal` is aborted, even if the adapter ignores the signal. */
function rejectionOnAbort(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

const LIMIT_MINUTES = 30;
/** A page that hangs occupies a browser. */
const BROWSER_LIMIT_MINUTES = 5;

/** How long a visit on this road may take, in minutes. */
export function limitOf(road: Pick<RoadFacts, 'reading'>): number {
  return road.reading === 'browser' ? BROWSER_LIMIT_MINUTES : LIMIT_MINUTES;
}

/** The time that a visit may take. It begins when the road is known, because the limit depends on it. */
export class VisitTime {
  /** Aborted with the signal of the lease, and with `VisitTooLong` when the time is over. */
  readonly signal: AbortSignal;
  private readonly limit = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(lease: AbortSignal) {
    this.signal = AbortSignal.any([lease, this.limit.signal]);
  }

  /** Begins the time of a visit on this road. */
  begin(road: Pick<RoadFacts, 'reading'>): void {
    const minutes = limitOf(road);
    const reason = new VisitTooLong(`the visit took longer than ${minutes} minutes`);
    this.timer = setTimeout(() => this.limit.abort(reason), minutes * 60_000);
  }

  /** Ends the time. Call it once the visit has ended. */
  end(): void {
    clearTimeout(this.timer);
  }
}
