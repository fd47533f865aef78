/**
 * Requests that wait until a listener has a delivery. They hold no connection to the database: one statement looks for all of them, twice a
 * second. Their number is limited, so that waiting clients of one account leave places for others.
 */
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Listener } from './domain/claim';
import { ClaimStore } from './persistence/claim.store';

const LOOK_EVERY_MS = 500;
const MAX_PER_ACCOUNT = 30;
const MAX_PER_PROCESS = 300;

interface Waiter extends Listener {
  /** Ends the wait; true: the listener has a delivery. */
  readonly wake: (hasDelivery: boolean) => void;
}

@Injectable()
export class ClaimWaits implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(ClaimWaits.name);
  /** Accounts by the number of their requests. */
  private readonly places = new Map<number, number>();
  private readonly waiters = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private isClosed = false;

  constructor(private readonly store: ClaimStore) {}

  /** Not in the context of a request, whose account the statements would count for. */
  onModuleInit(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    this.close();
    clearInterval(this.timer);
  }

  /** How many requests wait. */
  get count(): number {
    return [...this.places.values()].reduce((sum, places) => sum + places, 0);
  }

  /** Ends all waits, and refuses later ones: the process stops. */
  close(): void {
    this.isClosed = true;
    for (const waiter of [...this.waiters]) waiter.wake(false);
  }

  /** The result of `work`, which waits by `next`; null at once if the account or the process has too many such requests. */
  async within<T>(accountId: number, work: () => Promise<T>): Promise<T | null> {
    const held = this.places.get(accountId) ?? 0;
    if (this.isClosed || held >= MAX_PER_ACCOUNT || this.count >= MAX_PER_PROCESS) return null;
    this.places.set(accountId, held + 1);
    try {
      return await work();
    } finally {
      const left = (this.places.get(accountId) ?? 1) - 1;
      if (left > 0) this.places.set(accountId, left);
      else this.places.delete(accountId);
    }
  }

  /**
   * Resolves to true when the listener has a delivery to claim, and to false when `ms` are over, `signal` is aborted or the process stops.
   * Another request may claim the delivery first.
   */
  next(listener: Listener, ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.isClosed || signal.aborted || ms <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter = { ...listener, wake: (hasDelivery: boolean) => end(hasDelivery) };
      const abort = (): void => end(false);
      const timer = setTimeout(abort, ms).unref();
      const end = (hasDelivery: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waiters.delete(waiter);
        resolve(hasDelivery);
      };
      signal.addEventListener('abort', abort);
      this.waiters.add(waiter);
    });
  }

  /** Wakes the requests whose listeners have deliveries. A failure is logged, and the next look comes soon. */
  private async look(): Promise<void> {
    if (this.waiters.size === 0 || this.isLooking) return;
    this.isLooking = true;
    try {
      const listeners = new Map([...this.waiters].map((waiter) => [waiter.webhookId, waiter]));
      const ready = new Set(await this.store.ready([...listeners.values()]));
      for (const waiter of [...this.waiters]) if (ready.has(waiter.webhookId)) waiter.wake(true);
    } catch (error) {
      this.logger.warn(`could not look for deliveries of listeners: ${String(error)}`);
    } finally {
      this.isLooking = false;
    }
  }
}
