import { Injectable } from '@nestjs/common';
import type { EventDefinition } from './event-definition';

/** An event as it is stored in the outbox. */
export interface RelayedEvent<Payload extends object = object> {
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
  readonly payload: Payload;
  /** Time of the event, by the database's clock: ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
}

/** State of a subscriber during one transaction of the relay, which passes it events of one account. */
export interface EventBatch {
  /** Called after the last event, for work that is done once for all of them. */
  end(): Promise<void>;
}

interface Subscription {
  readonly begin: () => EventBatch;
  handle(event: RelayedEvent, batch: EventBatch): Promise<void>;
}

const NO_BATCH = (): EventBatch => ({ end: () => Promise.resolve() });

/**
 * The handlers of events in this process. A handler changes nothing but the database, in the relay's transaction. If it throws, the
 * transaction is rolled back with the work of all handlers, and the events are relayed again later.
 */
@Injectable()
export class EventSubscribers {
  private readonly subscriptionsByEvent = new Map<string, Map<string, Subscription>>();

  /** Calls `handle` for each event of this type. Throws if the subscriber already handles it. */
  on<Payload extends object>(
    event: EventDefinition<Payload>,
    subscriber: string,
    handle: (event: RelayedEvent<Payload>) => Promise<void>,
  ): void {
    this.onInBatches(event, subscriber, NO_BATCH, handle);
  }

  /**
   * Like `on`, and also passes the batch that `begin` returned to `handle`. `begin` is called once for each transaction
   * that has such an event. Subscriptions with the same `begin` share the batch.
   */
  onInBatches<Payload extends object, Batch extends EventBatch>(
    { name }: EventDefinition<Payload>,
    subscriber: string,
    begin: () => Batch,
    handle: (event: RelayedEvent<Payload>, batch: Batch) => Promise<void>,
  ): void {
    const subscriptions = this.subscriptionsByEvent.get(name) ?? new Map<string, Subscription>();
    if (subscriptions.has(subscriber)) throw new Error(`${subscriber} subscribes to ${name} twice`);
    subscriptions.set(subscriber, { begin, handle });
    this.subscriptionsByEvent.set(name, subscriptions);
  }

  /** Throws if one of these events has no subscriber. */
  assertComplete(events: readonly string[]): void {
    const missing = events.filter((name) => !this.subscriptionsByEvent.has(name));
    if (missing.length > 0)
      throw new Error(
        `no subscriber for ${missing.join(', ')}: subscribe in a worker module, or do not write the event`,
      );
  }

  /** Names of all events that have a subscriber. */
  get eventNames(): readonly string[] {
    return [...this.subscriptionsByEvent.keys()];
  }

  /** Begins a batch of all subscribers. `take` calls the handlers of an event in the order in which they subscribed. */
  beginBatch(): EventBatch & { take(event: RelayedEvent): Promise<void> } {
    const batches = new Map<Subscription['begin'], EventBatch>();
    const batchOf = (begin: Subscription['begin']): EventBatch => {
      const batch = batches.get(begin) ?? begin();
      batches.set(begin, batch);
      return batch;
    };
    return {
      take: async (event) => {
        for (const { begin, handle } of this.subscriptionsByEvent.get(event.name)?.values() ?? [])
          await handle(event, batchOf(begin));
      },
      end: async () => {
        for (const batch of batches.values()) await batch.end();
      },
    };
  }
}
