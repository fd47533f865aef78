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
  /** The span that wrote it; null without traces. */
  readonly traceparent: string | null;
}

/** State of a subscriber during one transaction of the relay, which passes it events of one account. */
export interface EventBatch {
  /** Does the work of the events that were added since the last call, in order, with as few statements as possible. */
  work(): Promise<void>;
  /** Called after the last event, for work that is done once for all of them. */
  end(): Promise<void>;
}

/** What the relay passes events to, in one transaction. */
export interface SubscribersBatch {
  /** Passes consecutive events of the account to all subscribers, and resolves when their work is done. */
  take(events: readonly RelayedEvent[]): Promise<void>;
  /** Called after the last event. */
  end(): Promise<void>;
}

interface Subscription {
  readonly event: EventDefinition<object>;
  readonly begin: () => EventBatch;
  handle(event: RelayedEvent, batch: EventBatch): Promise<void> | void;
}

const NO_BATCH = (): EventBatch => ({ work: () => Promise.resolve(), end: () => Promise.resolve() });

/**
 * The handlers of events in this process. A handler changes nothing but the database, in the relay's transaction. If it throws, the
 * transaction is rolled back with the work of all handlers, and the events are relayed again later.
 */
@Injectable()
export class EventSubscribers {
  private readonly subscriptionsByEvent = new Map<string, Map<string, Subscription>>();

  /** Calls `handle` for each event of this type. For rare events. Throws if the subscriber already handles it. */
  on<Payload extends object>(
    event: EventDefinition<Payload>,
    subscriber: string,
    handle: (event: RelayedEvent<Payload>) => Promise<void>,
  ): void {
    this.add(event, subscriber, NO_BATCH, handle);
  }

  /**
   * Passes each event of this type to `add`, with the batch that `begin` returned. `begin` is called once for each transaction that
   * has such an event. Subscriptions with the same `begin` share the batch. Throws if the subscriber already handles the event.
   */
  onInBatches<Payload extends object, Batch extends EventBatch>(
    event: EventDefinition<Payload>,
    subscriber: string,
    begin: () => Batch,
    add: (event: RelayedEvent<Payload>, batch: Batch) => void,
  ): void {
    this.add(event, subscriber, begin, add);
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

  /** How many rows subscribers read for the event, roughly: a positive number. */
  weightOf({ name, payload }: RelayedEvent): number {
    const [subscription] = this.subscriptionsByEvent.get(name)?.values() ?? [];
    const weight = subscription?.event.weightOf(payload) ?? 1;
    // A payload of another version may lack the field.
    return weight > 1 ? weight : 1;
  }

  /**
   * Begins a batch of all subscribers. `take` first calls the handlers of single events, in the order of the events and of their
   * subscriptions, and then lets each batch do its work.
   */
  beginBatch(): SubscribersBatch {
    const batches = new Map<Subscription['begin'], EventBatch>();
    const batchOf = (begin: Subscription['begin']): EventBatch => {
      const batch = batches.get(begin) ?? begin();
      batches.set(begin, batch);
      return batch;
    };
    return {
      take: async (events) => {
        for (const event of events)
          for (const { begin, handle } of this.subscriptionsByEvent.get(event.name)?.values() ?? [])
            await handle(event, batchOf(begin));
        for (const batch of batches.values()) await batch.work();
      },
      end: async () => {
        for (const batch of batches.values()) await batch.end();
      },
    };
  }

  private add<Payload extends object, Batch extends EventBatch>(
    event: EventDefinition<Payload>,
    subscriber: string,
    begin: () => Batch,
    handle: (event: RelayedEvent<Payload>, batch: Batch) => Promise<void> | void,
  ): void {
    const { name } = event;
    const subscriptions = this.subscriptionsByEvent.get(name) ?? new Map<string, Subscription>();
    if (subscriptions.has(subscriber)) throw new Error(`${subscriber} subscribes to ${name} twice`);
    subscriptions.set(subscriber, { event, begin, handle });
    this.subscriptionsByEvent.set(name, subscriptions);
  }
}
