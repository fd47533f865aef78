/**
 * Relays events of the outbox to their subscribers; runs in workers only. Events of one account are relayed in the order of
 * their ids, by the one worker that has the account's lease. A worker relays short batches of several accounts in turn, so a
 * backlog of one account does not delay the others. Subscribers get the events of a batch together, in a few steps, so that the
 * number of statements does not grow with the number of events. The work of all subscribers on a batch and the marks on its events
 * are committed together, and only while the worker has the lease: each event has its effect exactly once.
 *
 * An event that fails is retried alone, with exponential backoff, while later events of its account are relayed. Subscribers
 * therefore use the time of an event, and do not rely on the events before it.
 */
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { LeaseLost } from '@libs/leases';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { spanned } from '@libs/traces';
import { DEFINED_EVENTS } from './event-definition';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';
import { EVENTS_WRITTEN, spanOf } from './outbox';
import { countFailed, countRelayed } from './relay-metrics';
import { LEASE_MS, OutboxLeases, type AccountLease, type WaitingEvent } from './outbox-leases';

const POLL_EVERY_MS = 1_000;
/** Number of accounts whose events this process relays at the same time, each over its own connection. */
const LANES = 2;
/** Maximum number of events in a batch. */
const BATCH_EVENTS = 200;
/** A batch ends with the step that reaches this time. */
const BATCH_MS = 250;
/** Maximum weight of the events that subscribers get in one step, unless it is a single event. */
const STEP_WEIGHT = 1_000;
/** Pause of an account after another transaction had locked one of its rows. */
const PAUSE_MS = 500;
const SKIP_EVERY_MS = 60_000;
/** Maximum number of events without a subscriber that one statement marks as relayed. */
const SKIPPED_AT_ONCE = 1_000;
const SKIPPED_AFTER = `interval '1 hour'`;
/** The backoff of a failed event starts at one second and doubles up to this limit. */
const LONGEST_BACKOFF_SECONDS = 300;

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
  /** Size of the next batch, by account id, for accounts whose last batch failed. */
  private readonly limits = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly leases: OutboxLeases,
    private readonly subscribers: EventSubscribers,
    private readonly wakeups: WakeupHandlers,
  ) {}

  /**
   * Starts to handle wake-ups when all subscribers are registered. Throws if a defined event has no subscriber; the process
   * then does not start.
   */
  onApplicationBootstrap(): void {
    this.subscribers.assertComplete([...DEFINED_EVENTS]);
    this.wakeups.on(EVENTS_WRITTEN, () => this.tick());
  }

  @Interval(POLL_EVERY_MS)
  tick(): void {
    void this.poll();
  }

  /** Relays all due events. Calls during a poll cause one further poll. Resolves when no event is due; never throws. */
  async poll(): Promise<void> {
    this.wake();
    while (this.lanes.some((lane) => lane.isPolling)) await Promise.all(this.lanes.map((lane) => lane.idle()));
  }

  /** Waits for the running batches and starts no new ones. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /**
   * Marks events without a subscriber as relayed after an hour, so that they are purged like all others. Not earlier, because
   * during an upgrade a newer process may write events to which only newer workers subscribe.
   */
  @Interval(SKIP_EVERY_MS)
  async skipUnsubscribed(): Promise<void> {
    if (this.subscribers.eventNames.length === 0) return;
    await this.database
      .execute(
        `update outbox set relayed_at = clock_timestamp() where id in (
           select id from outbox where relayed_at is null and event <> all($1)
             and created_at < statement_timestamp() - ${SKIPPED_AFTER}
           limit ${SKIPPED_AT_ONCE} for update skip locked)`,
        [this.subscribers.eventNames],
      )
      .catch((error: unknown) => this.warn(error));
  }

  /** Polls on one idle lane. If none is idle, all lanes poll again, because each may have executed its last query already. */
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
      // Other accounts may have due events too.
      if (this.lanes.some((lane) => !lane.isPolling)) this.wake();
      if (!(await this.relayNextBatch(lease))) return;
    }
  }

  /** Relays one batch of the account. Returns whether there was work: a batch, or locked rows. */
  private async relayNextBatch(lease: AccountLease): Promise<boolean> {
    const renewing = setInterval(() => void this.leases.renew(lease).catch(() => undefined), LEASE_MS / 3);
    const events: WaitingEvent[] = [];
    let pauseMs = 0;
    try {
      countRelayed(await this.database.transaction(() => this.relayBatch(lease, events)));
      this.enlargeNextBatch(lease);
    } catch (error) {
      if (error instanceof LeaseLost) this.warn(error);
      else if (isLockTimeout(error)) pauseMs = PAUSE_MS;
      else await this.onFailure(lease, events, error);
    } finally {
      clearInterval(renewing);
      await this.leases.release(lease, pauseMs).catch((error: unknown) => this.warn(error));
    }
    return events.length > 0 || pauseMs > 0;
  }

  /** Puts the due events into `events`, relays them, and returns those that were relayed. */
  private async relayBatch(lease: AccountLease, events: WaitingEvent[]): Promise<readonly WaitingEvent[]> {
    const limit = this.limits.get(lease.accountId) ?? BATCH_EVENTS;
    events.splice(0, events.length, ...(await this.leases.due(lease, this.subscribers.eventNames, limit)));
    if (events.length === 0) return [];
    const span = spanOf('relay', { kind: 'consumer', events: events.length });
    const causes = events.map(({ traceparent }) => traceparent);
    return spanned({ ...span, causes }, () => this.relayEvents(lease, events));
  }

  /** Relays the first of the due events, as many as the time of a batch allows, and returns them. */
  private async relayEvents(lease: AccountLease, events: readonly WaitingEvent[]): Promise<readonly WaitingEvent[]> {
    const endsAt = performance.now() + BATCH_MS;
    const batch = this.subscribers.beginBatch();
    const relayed: WaitingEvent[] = [];
    for (const step of this.steps(events)) {
      await batch.take(step.map(withoutAttempts));
      relayed.push(...step);
      if (performance.now() > endsAt) break;
    }
    await batch.end();
    const ids = relayed.map(({ id }) => id);
    if (!(await this.leases.markRelayed(lease, ids)))
      throw new LeaseLost('another process holds the lease of the account');
    return relayed;
  }

  /** Divides events into consecutive groups of at most `STEP_WEIGHT`. A heavier event is a group of its own. */
  private *steps(events: readonly WaitingEvent[]): Generator<readonly WaitingEvent[]> {
    let step: WaitingEvent[] = [];
    let stepWeight = 0;
    for (const event of events) {
      const weight = this.subscribers.weightOf(event);
      if (step.length > 0 && stepWeight + weight > STEP_WEIGHT) {
        yield step;
        [step, stepWeight] = [[], 0];
      }
      step.push(event);
      stepWeight += weight;
    }
    yield step;
  }

  /** After a failed batch, relays the account's events one at a time. Postpones an event that fails as the only one of its batch. */
  private async onFailure(
    lease: AccountLease,
    [event, ...others]: readonly WaitingEvent[],
    error: unknown,
  ): Promise<void> {
    if (event === undefined) throw error;
    this.limits.set(lease.accountId, 1);
    if (others.length > 0) return;
    countFailed(event.name);
    this.logger.error({ msg: 'an event could not be relayed', event: event.name, event_id: event.id, err: error });
    await this.leases.postpone(lease, event.id, LONGEST_BACKOFF_SECONDS);
  }

  private enlargeNextBatch({ accountId }: AccountLease): void {
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

/** Whether the wait for a row lock timed out, which is not a failure of the events. */
function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return (cause as { code?: unknown } | null | undefined)?.code === LOCK_NOT_AVAILABLE;
}
