/** How many requests receivers have at the same time: of one webhook, of one account, of all. */
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

/** A request that has ended may be known to have so a moment after the next one has begun. */
const SETTLES_MS = 25;
const NONE: Most = { ofOneWebhook: 0, ofOneAccount: 0, ofAll: 0 };

/** Counts what lasts longer than a moment; receivers answer slower than that, or never. */
export class Crowd {
  most = NONE;
  private readonly open = new Set<Place>();

  /** Counts what this receiver gets from now on. */
  watch(receiver: Receiver, account: string): void {
    receiver.entered = () => {
      const place = { receiver, account };
      this.open.add(place);
      setTimeout(() => this.count(place), SETTLES_MS);
      return () => void this.open.delete(place);
    };
  }

  /** Forgets what was counted. */
  reset(): void {
    this.most = NONE;
  }

  /** Requests that wait for their answer at this moment. */
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
