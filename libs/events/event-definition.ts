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

/**
 * Computes the weight of an event. It is the type of a method, whose parameters TypeScript compares in both directions, so that a
 * definition with any payload is an `EventDefinition<object>`.
 */
type WeightOf<Payload extends object> = { weightOf(payload: Payload): number }['weightOf'];

/** One type of event: its name in the outbox and the type of its payload. `defineEvent` creates it. */
export class EventDefinition<Payload extends object> {
  constructor(
    readonly name: string,
    /** How many rows subscribers read for an event, roughly. It limits how many events the relay passes to them together. */
    readonly weightOf: WeightOf<Payload> = () => 1,
  ) {}

  /** Creates an event. The payload is stored as JSON and contains ids and as few values as possible. */
  of(accountId: number, payload: Payload, at: Date | null = null): DomainEvent<Payload> {
    return { definition: this, accountId, payload, at };
  }
}

/** Names of all events that this process defines. */
export const DEFINED_EVENTS = new Set<string>();

/**
 * Defines an event. `name` is in the past tense and is stored in the outbox, so it never changes. Without `weightOf`,
 * each event has the weight 1. A worker starts only if each defined event has a subscriber
 * (`EventSubscribers.assertComplete`). Throws if the name is already defined.
 */
export function defineEvent<Payload extends object>(
  name: string,
  weightOf?: WeightOf<Payload>,
): EventDefinition<Payload> {
  if (DEFINED_EVENTS.has(name)) throw new Error(`the event ${name} is defined twice`);
  DEFINED_EVENTS.add(name);
  return new EventDefinition<Payload>(name, weightOf);
}
