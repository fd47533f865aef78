/** Counts concurrent requests of receivers: per webhook, per account, in total. */
import type { Receiver } from './receivers';

export interface Most {
  readonly ofOneWebhook: number;
  readonly ofOneAccount: number;
  readonly ofAll: number;
}

interface Place {
  readonly receiver: Receiver;
  readonly account: string;
}

/** The end of a request may be detected shortly after the next one has begun. */
const SETTLES_MS = 25;
const NONE: Most = { ofOneWebhook: 0, ofOneAccount: 0, ofAll: 0 };

/** Counts requests that last longer than `SETTLES_MS`; the receivers of these tests respond later, or never. */
export class Crowd {
  most = NONE;
  private readonly open = new Set<Place>();

  /** Counts the requests of this receiver from now on. */
  watch(receiver: Receiver, account: string): void {
    receiver.entered = () => {
      const place = { receiver, account };
      this.open.add(place);
      setTimeout(() => this.count(place), SETTLES_MS);
      return () => void this.open.delete(place);
    };
  }

  /** Resets the counts. */
  reset(): void {
    this.most = NONE;
  }

  /** Requests that wait for their response at this moment. */
  get size(): number {
    return this.open.size;
  }

  private count({ receiver, account }: Place): void {
    const open = [...this.open];
    this.most = {
      ofOneWebhook: Math.max(this.most.ofOneWebhook, open.filter((place) => place.receiver === receiver).length),
      ofOneAccount: Math.max(this.most.ofOneAccount, open.filter((place) => place.account === account).length),
      ofAll: Math.max(this.most.ofAll, open.length),
    };
  }
}
