import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { activeTraceparent, spannedPart, type SpanFacts } from '@libs/traces';
import type { DomainEvent } from './event-definition';

/** Wake-up: the outbox has events to relay. */
export const EVENTS_WRITTEN = 'events-written';

/** SQL: whether the account has an event of one of these names that is older than `before` and not relayed. */
export const eventWaits = (account: string, names: string, before: string): string => `exists (
  select from outbox e where e.relayed_at is null and e.account_id = ${account} and e.event = any(${names})
    and e.created_at < ${before})`;

/**
 * Events for other contexts, written in the transaction of their cause: an event exists if and only if its cause is committed.
 * `EventRelay` passes them to their subscribers in the order of their ids.
 */
@Injectable()
export class Outbox {
  /** Without `wakeups`, the relay finds events at its next poll, within a second. */
  constructor(
    private readonly database: Database,
    @Optional() private readonly wakeups?: Wakeups,
  ) {}

  /**
   * Writes events that happened together: they get the same time and are relayed in the order of the parameters. Throws outside a
   * transaction, where a crash could commit an event without its cause.
   */
  async write(...events: readonly DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const names = events.map((event) => event.definition.name);
    if (!this.database.inTransaction) throw new Error(`${names.join(', ')} written outside a transaction`);
    await spannedPart(spanOf('write', { kind: 'producer', events: names.length }), () => this.insert(events, names));
    this.database.afterCommit('wake-up of the relay', () => this.wakeups?.send(EVENTS_WRITTEN));
  }

  /** The active span is the one that caused the events. */
  private async insert(events: readonly DomainEvent[], names: readonly string[]): Promise<void> {
    await this.database.prepared({
      name: 'outbox-write',
      text: `insert into outbox (account_id, event, payload, created_at, traceparent)
       select e.account_id, e.name, e.payload, coalesce(e.at, statement_timestamp()), $5::text
       from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality e (account_id, name, payload, at, place)
       order by e.place`,
      values: [
        events.map((event) => event.accountId),
        names,
        events.map((event) => JSON.stringify(event.payload)),
        events.map((event) => event.at),
        activeTraceparent(),
      ],
    });
  }
}

/** The span of work on events of the outbox. */
export function spanOf(
  operation: 'write' | 'relay',
  { kind, events }: { readonly kind: 'producer' | 'consumer'; readonly events: number },
): SpanFacts {
  return {
    name: `${operation} outbox`,
    kind,
    attributes: {
      'messaging.system': 'hrev',
      'messaging.operation.name': operation,
      'messaging.operation.type': kind === 'producer' ? 'send' : 'process',
      'messaging.destination.name': 'outbox',
      'messaging.batch.message_count': events,
    },
  };
}
