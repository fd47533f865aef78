/** Counts concurrent requests at receivers: per webhook, per account and in total. */
import type { Receiver } from './receivers';

export interface RequestCounts {
  readonly perWebhook: number;
  readonly perAccount: number;
  readonly total: number;
}

interface OpenRequest {
  readonly receiver: Receiver;
  readonly account: string;
}

/** The end of a request may be detected shortly after the next one has begun. */
const SETTLES_MS = 25;
const NONE: RequestCounts = { perWebhook: 0, perAccount: 0, total: 0 };

/** Counts requests that last longer than `SETTLES_MS`; the receivers of these tests respond later, or never. */
export class ConcurrencyCounter {
  maxima = NONE;
  private readonly open = new Set<OpenRequest>();

  /** Counts the requests of this receiver from now on. */
  watch(receiver: Receiver, account: string): void {
    receiver.onRequest = () => {
      const request = { receiver, account };
      this.open.add(request);
      setTimeout(() => this.count(request), SETTLES_MS);
      return () => void this.open.delete(request);
    };
  }

  /** Resets the counts. */
  reset(): void {
    this.maxima = NONE;
  }

  /** Requests that wait for their response at this moment. */
  get size(): number {
    return this.open.size;
  }

  private count({ receiver, account }: OpenRequest): void {
    const open = [...this.open];
    this.maxima = {
      perWebhook: Math.max(this.maxima.perWebhook, open.filter((request) => request.receiver === receiver).length),
      perAccount: Math.max(this.maxima.perAccount, open.filter((request) => request.account === account).length),
      total: Math.max(this.maxima.total, open.length),
    };
  }
}
