/** The time that a visit may take. It begins when the road is known, because the limit depends on it. */
import type { RoadFacts } from '@libs/sources';
import { VisitTooLong } from '../domain/failure';

const LIMIT_MINUTES = 30;
/** A page that hangs occupies a browser. */
const BROWSER_LIMIT_MINUTES = 5;

/** How long a visit on this road may take, in minutes. */
export function limitOf(road: Pick<RoadFacts, 'reading'>): number {
  return road.reading === 'browser' ? BROWSER_LIMIT_MINUTES : LIMIT_MINUTES;
}

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
