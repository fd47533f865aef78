import { Injectable } from '@nestjs/common';
import type { DomainEvent } from './outbox';

/** An event as it stands in the outbox. */
export interface RelayedEvent extends DomainEvent {
  readonly id: number;
  /** When it became true, by the database's clock: ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
}

/**
 * What is to be done with an event: work on the database alone, in the relay's transaction. Throws: nothing of what any
 * subscriber of the event did stays, and all of them are called again later.
 */
export type EventHandler = (event: RelayedEvent) => Promise<void>;

/** Who wants to be told of which events in this process. */
@Injectable()
export class EventSubscribers {
  private readonly handlers = new Map<string, Map<string, EventHandler>>();

  /** Throws where the subscriber takes the event already. */
  on(eventName: string, subscriberName: string, handler: EventHandler): void {
    const ofEvent = this.handlers.get(eventName) ?? new Map<string, EventHandler>();
    if (ofEvent.has(subscriberName)) throw new Error(`${subscriberName} subscribes to ${eventName} twice`);
    ofEvent.set(subscriberName, handler);
    this.handlers.set(eventName, ofEvent);
  }

  /** Names of all events that anybody wants. */
  get eventNames(): readonly string[] {
    return [...this.handlers.keys()];
  }

  /** In the order in which they subscribed. */
  of(eventName: string): readonly EventHandler[] {
    return [...(this.handlers.get(eventName)?.values() ?? [])];
  }
}
