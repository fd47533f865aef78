import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';

/** A fact that other contexts will be told of: its name in the past tense, ids and the minimum of facts. */
export interface DomainEvent {
  readonly name: string;
  readonly accountId: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it became true, by the database's clock; the moment of writing unless given. Whom it concerns is judged as of then. */
  readonly at?: Date;
}

/** Wake-up: events wait to be passed on. */
export const EVENTS_WRITTEN = 'events-written';

/** SQL: whether an event of the account and of one of these names, older than `before`, still waits to be passed on. */
export const eventWaits = (account: string, names: string, before: string): string => `exists (
  select from outbox e where e.relayed_at is null and e.account_id = ${account} and e.event = any(${names})
    and e.created_at < ${before})`;

/**
 * Facts for other contexts, written in the transaction that made them true: a crash neither loses nor invents one.
 * Whoever consumes them reads them in order of their ids and marks them relayed (`EventRelay`).
 */
@Injectable()
export class Outbox {
  private waking = false;

  /** Without wake-ups events are found a second later. */
  constructor(
    private readonly database: Database,
    @Optional() private readonly wakeups?: Wakeups,
  ) {}

  /**
   * Writes events that became true together: they bear the same time, and are passed on in the order given. Throws outside a
   * transaction: an event that commits apart from its cause is a lie waiting for a crash.
   */
  async write(...events: readonly DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const names = events.map((event) => event.name);
    if (!this.database.inTransaction) throw new Error(`${names.join(', ')} written outside a transaction`);
    await this.database.query(
      `insert into outbox (account_id, event, payload, created_at)
       select e.account_id, e.name, e.payload, coalesce(e.at, statement_timestamp())
       from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality e (account_id, name, payload, at, place)
       order by e.place`,
      [
        events.map((event) => event.accountId),
        names,
        events.map((event) => JSON.stringify(event.payload)),
        events.map((event) => event.at ?? null),
      ],
    );
    this.database.afterCommit('wake-up of the relay', () => this.wake());
  }

  /** Once for all events of a transaction: they call one after the other in the same turn. */
  private wake(): void {
    if (this.waking || !this.wakeups) return;
    this.waking = true;
    setImmediate(() => {
      this.waking = false;
      this.wakeups?.send(EVENTS_WRITTEN);
    });
  }
}
