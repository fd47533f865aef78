/**
 * Relays events of the outbox to their subscribers, in the worker alone. Events of one account are relayed in the order of
 * their ids, by one worker at a time, which holds the account's lease; several workers relay several accounts at once, a
 * short batch of each in turn, so that none waits for another's backlog. What all subscribers did with a batch and the mark
 * that it was relayed are committed together, and only while the lease is held: each event has its effect exactly once.
 *
 * An event that fails is tried again by itself, waits longer each time, and holds up no other: later events of its account
 * pass it. So subscribers judge an event by its own time, and by no other event that came before it.
 */
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';
import { EVENTS_WRITTEN } from './outbox';
import { LEASE_MS, OutboxLeases, type AccountLease, type WaitingEvent } from './outbox-leases';

const LOOK_EVERY_MS = 1_000;
/** Accounts that this process relays at the same time, each on a connection. */
const LANES = 2;
/** A batch ends with the event in which it reaches either. */
const BATCH_EVENTS = 100;
const BATCH_MS = 250;
/** An account whose rows somebody else holds rests for so long. */
const REST_MS = 500;
const SKIP_EVERY_MS = 60_000;
/** Events that nobody wants are marked so many at a time. */
const SKIPPED_AT_ONCE = 1_000;
const UNWANTED_AFTER = `interval '1 hour'`;
/** A second after the first failure, twice as long after each further one, at most this long. */
const LONGEST_PAUSE_SECONDS = 300;

/** The account was taken over: whoever did relays these events. */
class LeaseLost extends Error {}

@Injectable()
export class EventRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventRelay.name);
  private readonly lanes = Array.from(
    { length: LANES },
    () =>
      new CoalescedPoller(
        () => this.relayDue(),
        (error) => this.warn(error),
      ),
  );
  /** Of accounts whose last batch failed: how many events the next one may have. */
  private readonly limits = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly leases: OutboxLeases,
    private readonly subscribers: EventSubscribers,
    private readonly wakeups: WakeupHandlers,
  ) {}

  /** Not before all subscribers are known: an event that seems to be nobody's would be marked as relayed. */
  onApplicationBootstrap(): void {
    this.wakeups.on(EVENTS_WRITTEN, () => this.tick());
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    void this.look();
  }

  /** Relays what is due. Calls while it works are folded into one more look. Resolves when nothing is; never throws. */
  async look(): Promise<void> {
    this.wake();
    while (this.lanes.some((lane) => lane.isPolling)) await Promise.all(this.lanes.map((lane) => lane.idle()));
  }

  /** The batches that are under way end; no further one begins. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /**
   * Nobody waits for these; they are kept for a while as a record, like all others. Not at once: during an upgrade a newer
   * process may write what only its own worker knows.
   */
  @Interval(SKIP_EVERY_MS)
  async skipUnwanted(): Promise<void> {
    if (this.subscribers.eventNames.length === 0) return;
    await this.database
      .execute(
        `update outbox set relayed_at = clock_timestamp() where id in (
           select id from outbox where relayed_at is null and event <> all($1)
             and created_at < statement_timestamp() - ${UNWANTED_AFTER}
           limit ${SKIPPED_AT_ONCE} for update skip locked)`,
        [this.subscribers.eventNames],
      )
      .catch((error: unknown) => this.warn(error));
  }

  /** One lane that is idle looks. Where none is, any may be past its last look, and all look once more. */
  private wake(): void {
    const idle = this.lanes.find((lane) => !lane.isPolling);
    for (const lane of idle ? [idle] : this.lanes) void lane.poll();
  }

  private get isStopping(): boolean {
    return this.lanes.some((lane) => lane.isStopped);
  }

  private async relayDue(): Promise<void> {
    while (!this.isStopping) {
      const lease = await this.leases.next(this.subscribers.eventNames);
      if (lease === null) return;
      // There may be more than this account.
      if (this.lanes.some((lane) => !lane.isPolling)) this.wake();
      if (!(await this.serve(lease))) return;
    }
  }

  /** One batch of the account. False where there was nothing to relay after all. */
  private async serve(lease: AccountLease): Promise<boolean> {
    const renewing = setInterval(() => void this.leases.renew(lease).catch(() => undefined), LEASE_MS / 3);
    const taken: WaitingEvent[] = [];
    let restMs = 0;
    try {
      await this.database.transaction(() => this.relayBatch(lease, taken));
      this.enlarge(lease);
    } catch (error) {
      if (error instanceof LeaseLost) this.warn(error);
      else if (isHeldElsewhere(error)) restMs = REST_MS;
      else await this.failed(lease, taken, error);
    } finally {
      clearInterval(renewing);
      await this.leases.giveBack(lease, restMs).catch((error: unknown) => this.warn(error));
    }
    return taken.length > 0 || restMs > 0;
  }

  private async relayBatch(lease: AccountLease, taken: WaitingEvent[]): Promise<void> {
    await this.leases.enter(lease);
    const limit = this.limits.get(lease.accountId) ?? BATCH_EVENTS;
    taken.splice(0, taken.length, ...(await this.leases.due(lease, this.subscribers.eventNames, limit)));
    if (taken.length === 0) return;
    const ends = performance.now() + BATCH_MS;
    const batch = this.subscribers.beginBatch();
    const relayed: number[] = [];
    for (const event of taken) {
      await batch.take(withoutAttempts(event));
      relayed.push(event.id);
      if (performance.now() > ends) break;
    }
    await batch.end();
    if (!(await this.leases.markRelayed(lease, relayed)))
      throw new LeaseLost('an account was taken over by another process');
  }

  /** Which of several events failed is found by relaying fewer at a time; one that fails by itself waits. */
  private async failed(
    lease: AccountLease,
    [event, ...others]: readonly WaitingEvent[],
    error: unknown,
  ): Promise<void> {
    if (event === undefined) throw error;
    this.limits.set(lease.accountId, 1);
    if (others.length > 0) return;
    this.logger.error({ msg: 'an event could not be relayed', event: event.name, event_id: event.id, err: error });
    await this.leases.postpone(lease, event.id, LONGEST_PAUSE_SECONDS);
  }

  private enlarge({ accountId }: AccountLease): void {
    const limit = 2 * (this.limits.get(accountId) ?? BATCH_EVENTS);
    if (limit >= BATCH_EVENTS) this.limits.delete(accountId);
    else this.limits.set(accountId, limit);
  }

  private warn(error: unknown): void {
    this.logger.warn(`events could not be relayed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function withoutAttempts({ attempts: _, ...event }: WaitingEvent): RelayedEvent {
  return event;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** A row stayed locked: that says nothing of the events. */
function isHeldElsewhere(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return (cause as { code?: unknown } | null | undefined)?.code === LOCK_NOT_AVAILABLE;
}
