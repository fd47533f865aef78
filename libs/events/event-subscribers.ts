import { Injectable } from '@nestjs/common';
import type { DomainEvent } from './outbox';

/** An event as it stands in the outbox. */
export interface RelayedEvent extends DomainEvent {
  readonly id: number;
  /** When it became true, by the database's clock: ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
}

/**
 * What a subscriber does with events of one account that are relayed together: work on the database alone, in the relay's
 * transaction. If it throws, nothing of what any subscriber did with any of these events stays, and all of them come again.
 */
export interface EventBatch {
  /** Called for one event after the other, in their order. */
  take(event: RelayedEvent): Promise<void>;
  /** Called after the last one, for what is done once for all of them. */
  end?(): Promise<void>;
}

/** Begins a batch: called once in each transaction of the relay that has an event for the subscriber. */
export type BeginBatch = () => EventBatch;

/** Who wants to be told of which events in this process. */
@Injectable()
export class EventSubscribers {
  private readonly ofEvent = new Map<string, Map<string, BeginBatch>>();

  /** Throws where the subscriber takes one of the events already. */
  on(eventNames: readonly string[], subscriberName: string, begin: BeginBatch): void {
    for (const eventName of eventNames) {
      const subscribers = this.ofEvent.get(eventName) ?? new Map<string, BeginBatch>();
      if (subscribers.has(subscriberName)) throw new Error(`${subscriberName} subscribes to ${eventName} twice`);
      subscribers.set(subscriberName, begin);
      this.ofEvent.set(eventName, subscribers);
    }
  }

  /** Names of all events that anybody wants. */
  get eventNames(): readonly string[] {
    return [...this.ofEvent.keys()];
  }

  /** A batch of all subscribers, each begun with the first event that it wants; they are called in the order of `on`. */
  beginBatch(): Required<EventBatch> {
    const begun = new Map<BeginBatch, EventBatch>();
    const batchOf = (begin: BeginBatch): EventBatch => {
      const batch = begun.get(begin) ?? begin();
      begun.set(begin, batch);
      return batch;
    };
    return {
      take: async (event) => {
        for (const begin of this.ofEvent.get(event.name)?.values() ?? []) await batchOf(begin).take(event);
      },
      end: async () => {
        for (const batch of begun.values()) await batch.end?.();
      },
    };
  }
}
