/**
 * An event that became true, for `Outbox.write`. `EventDefinition.of` makes one: name and payload then fit each other.
 */
export interface DomainEvent<Payload extends object = object> {
  readonly definition: EventDefinition<Payload>;
  readonly accountId: number;
  readonly payload: Payload;
  /** When it became true, by the database's clock; null: when it is written. Subscribers apply the settings of this time. */
  readonly at: Date | null;
}

/** One type of event: its name in the outbox and the type of its payload. `defineEvent` makes it. */
export class EventDefinition<Payload extends object> {
  constructor(readonly name: string) {}

  /** The payload is stored as JSON: ids and the minimum of facts. */
  of(accountId: number, payload: Payload, at: Date | null = null): DomainEvent<Payload> {
    return { definition: this, accountId, payload, at };
  }
}

const names = new Set<string>();

/**
 * Defines an event; `name` is in the past tense and is what rows of the outbox hold, so it never changes. A worker starts only
 * if each defined event has a subscriber (`EventSubscribers.assertComplete`). Throws where the name is taken.
 */
export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  if (names.has(name)) throw new Error(`the event ${name} is defined twice`);
  names.add(name);
  return new EventDefinition<Payload>(name);
}

/** Names of all events that this process defines. */
export const definedEvents = (): readonly string[] => [...names];
