/**
 * Passes events of the outbox on to their subscribers, in the worker alone. Each event is one transaction: what all its
 * subscribers did and the mark that it was relayed are committed together, so a crash repeats an event whole or not at
 * all. One relay works at a time over all processes, in the order of the events' ids; an event that fails waits, longer
 * every time, and holds up no other.
 */
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { FoldedLooks, WakeupHandlers } from '@libs/queue';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';
import { EVENTS_WRITTEN } from './outbox';

const LOOK_EVERY_MS = 1_000;
/** Any number that no other program locks in this database. */
const RELAY_LOCK = 0x68726576;
/** Events that nobody wants are marked so many at a time. */
const SKIPPED_AT_ONCE = 1_000;
const UNWANTED_AFTER = `interval '1 hour'`;
/** A second after the first failure, twice as long after each further one, at most this long. */
const LONGEST_PAUSE_SECONDS = 300;

type Step = 'relayed' | 'failed' | 'nothing';

@Injectable()
export class EventRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventRelay.name);
  private readonly looks = new FoldedLooks(
    async () => {
      await this.skipUnwanted();
      await this.relayDue();
    },
    (error) => this.logger.warn(`events could not be relayed: ${messageOf(error)}`),
  );

  constructor(
    private readonly database: Database,
    private readonly subscribers: EventSubscribers,
    private readonly wakeups: WakeupHandlers,
  ) {}

  /** Not before all subscribers are known: an event that seems to be nobody's would be marked as relayed. */
  onApplicationBootstrap(): void {
    this.wakeups.on(EVENTS_WRITTEN, () => this.look());
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    void this.look();
  }

  /** Relays what waits. Calls while it works are folded into one more look. Never throws. */
  look(): Promise<void> {
    return this.looks.look();
  }

  /** The event that is being passed on ends; no further one begins. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.stop();
  }

  /** Relays every event that waits and is due, or leaves them to the process that does so already. How many it relayed. */
  async relayDue(): Promise<number> {
    let relayed = 0;
    while (!this.looks.isStopped) {
      const step = await this.relayNext();
      if (step === 'nothing') break;
      if (step === 'relayed') relayed += 1;
    }
    return relayed;
  }

  private async relayNext(): Promise<Step> {
    let event = null as RelayedEvent | null;
    try {
      await this.database.transaction(async () => {
        event = await this.take();
        if (event === null) return;
        for (const handler of this.subscribers.of(event.name)) await handler(event);
        await this.database.execute('update outbox set relayed_at = clock_timestamp() where id = $1', [event.id]);
      });
    } catch (error) {
      if (event === null) throw error;
      await this.postpone(event, error);
      return 'failed';
    }
    return event === null ? 'nothing' : 'relayed';
  }

  /** The next event, locked; null where none is due or another process relays. */
  private async take(): Promise<RelayedEvent | null> {
    const [event] = await this.database.prepared<RelayedEvent>({
      name: 'outbox-next',
      text: `select id, account_id as "accountId", event as name, payload,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt" from outbox
        where relayed_at is null and not_before <= statement_timestamp() and event = any($1)
          and (select pg_try_advisory_xact_lock(${RELAY_LOCK}))
        order by id limit 1 for update skip locked`,
      values: [this.subscribers.eventNames],
    });
    return event ?? null;
  }

  private async postpone(event: RelayedEvent, error: unknown): Promise<void> {
    this.logger.error({ msg: 'an event could not be passed on', event: event.name, event_id: event.id, err: error });
    await this.database.execute(
      `update outbox set attempts = attempts + 1, not_before = clock_timestamp()
         + least(${LONGEST_PAUSE_SECONDS}, power(2, least(attempts, 16))) * interval '1 second'
       where id = $1 and relayed_at is null`,
      [event.id],
    );
  }

  /**
   * Nobody waits for these; they are kept for a while as a record, like all others. Not at once: during an upgrade a newer
   * process may write what only its own worker knows. While what waits longest is younger than that, nothing else is read.
   */
  private async skipUnwanted(): Promise<void> {
    if (this.subscribers.eventNames.length === 0) return;
    await this.database.execute(
      `update outbox set relayed_at = clock_timestamp() where id in (
         select id from outbox where relayed_at is null and event <> all($1)
           and created_at < statement_timestamp() - ${UNWANTED_AFTER}
           and (select created_at from outbox where relayed_at is null order by id limit 1)
             < statement_timestamp() - ${UNWANTED_AFTER}
         order by id limit ${SKIPPED_AT_ONCE}
         for update skip locked)`,
      [this.subscribers.eventNames],
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
