/**
 * An event for `Outbox.write`. `EventDefinition.of` creates one, so that the payload has the type of the event.
 */
export interface DomainEvent<Payload extends object = object> {
  readonly definition: EventDefinition<Payload>;
  readonly accountId: number;
  readonly payload: Payload;
  /** Time of the event, by the database's clock; null for the time of the write. Subscribers apply the settings of that time. */
  readonly at: Date | null;
}

/** How the events of one type are weighed. */
export interface Weighing<Payload extends object> {
  weightOf(payload: Payload): number;
}

/** One type of event: its name in the outbox and the type of its payload. `defineEvent` creates it. */
export class EventDefinition<Payload extends object> {
  constructor(
    readonly name: string,
    private readonly weighing: Weighing<Payload> = { weightOf: () => 1 },
  ) {}

  /** How many rows subscribers read for an event, roughly. It limits how many events the relay passes to them together. */
  weightOf(payload: Payload): number {
    return this.weighing.weightOf(payload);
  }

  /** Creates an event. The payload is stored as JSON and contains ids and as few values as possible. */
  of(accountId: number, payload: Payload, at: Date | null = null): DomainEvent<Payload> {
    return { definition: this, accountId, payload, at };
  }
}

/** Names of all events that this process defines. */
export const DEFINED_EVENTS = new Set<string>();

/**
 * Defines an event. `name` is in the past tense and is stored in the outbox, so it never changes. Without `weighing`,
 * each event has the weight 1. A worker starts only if each defined event has a subscriber
 * (`EventSubscribers.assertComplete`). Throws if the name is already defined.
 */
export function defineEvent<Payload extends object>(
  name: string,
  weighing?: Weighing<Payload>,
): EventDefinition<Payload> {
  if (DEFINED_EVENTS.has(name)) throw new Error(`the event ${name} is defined twice`);
  DEFINED_EVENTS.add(name);
  return new EventDefinition<Payload>(name, weighing);
}
