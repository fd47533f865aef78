import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';

/** A fact that other contexts will be told of: its name in the past tense, ids and the minimum of facts. */
export interface DomainEvent {
  readonly name: string;
  readonly accountId: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Wake-up: events wait to be passed on. */
export const EVENTS_WRITTEN = 'events-written';

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

  /** Throws outside a transaction: an event that commits apart from its cause is a lie waiting for a crash. */
  async write(event: DomainEvent): Promise<void> {
    if (!this.database.inTransaction) throw new Error(`the event ${event.name} was written outside a transaction`);
    await this.database.query('insert into outbox (account_id, event, payload) values ($1, $2, $3)', [
      event.accountId,
      event.name,
      JSON.stringify(event.payload),
    ]);
    this.database.afterCommit(() => this.wake());
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
