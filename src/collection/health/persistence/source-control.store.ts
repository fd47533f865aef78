import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isOnFor, SwitchStore } from '@src/switches';
import { mayVisit } from '../../persistence/may-visit.sql';
import type { EndingLink } from '../../persistence/run-lease.store';

/** Kinds of events of a source. */
export const SOURCE_EVENTS = [
  'paused',
  'resumed',
  'tried',
  'rests',
  'drift',
  'drift_over',
  'road_ends',
  'notifications',
] as const;
export type SourceEventKind = (typeof SOURCE_EVENTS)[number];

/** What happened to a source. */
export interface SourceEvent {
  readonly id: number;
  readonly sourceId: number;
  readonly at: Date;
  readonly kind: SourceEventKind;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The state of a source for all accounts. A source without requests so far has none. */
export interface SourceState {
  readonly sourceId: number;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  /** The source rests after refusals until this time; null if it does not. */
  readonly restsUntil: Date | null;
  /** Requests of the current day (UTC). */
  readonly requestsUsed: number;
  /** The run of the link that the operator tried last. */
  readonly tryoutRunId: number | null;
}

/** Numbers of links of a source. */
export interface SourceLinks {
  readonly sourceId: number;
  readonly links: number;
  readonly dueWithinHour: number;
  readonly frozen: number;
}

/** The visit of the link that the operator tried last. */
export interface Tryout {
  readonly runId: number;
  readonly linkId: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: 'success' | 'failed' | 'dropped' | null;
  readonly scrapeError: string | null;
  readonly read: number;
  readonly pages: number;
  readonly endedAt: Date | null;
}

const BATCH = 50;
const PURGE_BATCH = 5_000;
/** Links that were due while their source was paused become due within this time after it is resumed. */
const SPREAD_MS = 3_600_000;

/** Pauses of sources by the operator, which are switches of their collection, and what happens to sources. */
@Injectable()
export class SourceControlStore {
  private readonly switches = new SwitchStore(this.database);

  constructor(private readonly database: Database) {}

  async states(): Promise<readonly SourceState[]> {
    return this.database.query<SourceState>(
      `select p.source_id as "sourceId", s.since as "pausedAt", s.reason as "pauseReason",
         case when p.closed_until > statement_timestamp() then p.closed_until end as "restsUntil",
         case when p.used_on = current_date then p.requests_used else 0 end as "requestsUsed", p.trial_run_id as "tryoutRunId"
       from source_pace p left join switch_off_view s on s.switch = 'collection' and s.source_id = p.source_id`,
    );
  }

  /** Pauses a source. Returns the reason of the earlier pause, which it replaces; null if the source was not paused. */
  async pause(sourceId: number, reason: string | null): Promise<{ readonly reason: string | null } | null> {
    await this.lock(sourceId);
    await this.endTryouts(sourceId);
    return this.switches.turnOff('collection', sourceId, reason);
  }

  /**
   * Ends a pause. Links that are due get due times within the next hour, in their order, so that they are not all due at once. Returns
   * false if the source was not paused.
   */
  async resume(sourceId: number): Promise<boolean> {
    await this.lock(sourceId);
    const pausedAt = await this.switches.turnOn('collection', sourceId);
    if (pausedAt === null) return false;
    await this.endTryouts(sourceId);
    await this.database.execute(SPREAD_DUE_LINKS, [sourceId, SPREAD_MS, pausedAt]);
    return true;
  }

  /** Ends the permission of tryouts at a source, or (null) at all of them. */
  async endTryouts(sourceId: number | null): Promise<void> {
    await this.database.execute(
      'update source_pace set trial_run_id = null where trial_run_id is not null and ($1::int is null or source_id = $1)',
      [sourceId],
    );
  }

  /** Allows the run to visit the source, even while it is paused or rests. */
  async startTryout(sourceId: number, runId: number): Promise<void> {
    await this.lock(sourceId);
    await this.database.execute('update source_pace set trial_run_id = $2 where source_id = $1', [sourceId, runId]);
  }

  async tryout(sourceId: number): Promise<Tryout | null> {
    const [visit] = await this.database.query<Tryout>(
      `select r.run_id as "runId", r.link_id as "linkId", r.state, r.outcome, r.scrape_error as "scrapeError",
         r.reviews_read as read, r.pages, r.ended_at as "endedAt"
       from source_pace p join run_link r on r.run_id = p.trial_run_id and r.source_id = p.source_id where p.source_id = $1`,
      [sourceId],
    );
    return visit ?? null;
  }

  /** The number of links of each source that are collected, are due within the hour, and are frozen. */
  async links(): Promise<readonly SourceLinks[]> {
    return this.database.query<SourceLinks>(
      `select s.id as "sourceId",
         (select count(*)::int from link_view l where l.source_id = s.id and l.is_active and l.deleted_at is null) as links,
         (select count(*)::int from link_collection c where c.source_id = s.id and c.next_run_at is not null
           and c.next_run_at <= statement_timestamp() + interval '1 hour') as "dueWithinHour",
         (select count(*)::int from link_collection c where c.source_id = s.id and c.frozen_at is not null) as frozen
       from source_view s`,
    );
  }

  /** Why links are frozen: the code of their last failure and its number. */
  async frozenReasons(): Promise<readonly { readonly code: string; readonly n: number }[]> {
    return this.database.query(
      `select coalesce(split_part(scrape_error, ':', 1), 'unknown') as code, count(*)::int as n
       from link_collection where frozen_at is not null group by 1 order by 2 desc, 1`,
    );
  }

  /** Run links that wait at a source whose collection is switched off, except the one that the operator tries. */
  async waitingAtPaused(): Promise<readonly EndingLink[]> {
    const [fresh, tried] = await Promise.all([
      this.database.query<EndingLink>(waitingText('r.attempts = 0')),
      this.database.query<EndingLink>(waitingText('r.attempts > 0')),
    ]);
    return [...fresh, ...tried];
  }

  /** Locks a run link that still waits, and makes its link due again. Returns false if it no longer waits. */
  async makeDueAgain(link: EndingLink): Promise<boolean> {
    const locked = await this.database.query(
      `select from run_link r where r.id = $1 and r.state = 'queued' and ${AT_PAUSED} for update`,
      [link.runLinkId],
    );
    if (locked.length === 0) return false;
    await this.database.execute(
      `update link_collection set next_run_at = least(next_run_at, clock_timestamp())
       where link_id = $1 and account_id = $2 and next_run_at is not null`,
      [link.linkId, link.accountId],
    );
    return true;
  }

  async addEvent(sourceId: number, kind: SourceEventKind, facts: Readonly<Record<string, unknown>>): Promise<void> {
    await this.database.execute('insert into source_event (source_id, kind, facts) values ($1, $2, $3::jsonb)', [
      sourceId,
      kind,
      JSON.stringify(facts),
    ]);
  }

  /** Whether a source has an event of this kind with these facts, in the last 90 days. */
  async hasEvent(sourceId: number, kind: SourceEventKind, facts: Readonly<Record<string, unknown>>): Promise<boolean> {
    const found = await this.database.query(
      'select 1 from source_event where source_id = $1 and kind = $2 and facts @> $3::jsonb limit 1',
      [sourceId, kind, JSON.stringify(facts)],
    );
    return found.length > 0;
  }

  /**
   * Adds an event that the notifications of a source cannot be pulled, for a reason, or that they can again (null), unless its last event
   * says the same or there was no trouble. Returns whether it was added. In the caller's transaction, which locks the source.
   */
  async noteNotifications(sourceId: number, reason: string | null): Promise<boolean> {
    await this.lock(sourceId);
    const [last] = await this.events(1, { sourceId, kinds: ['notifications'] });
    if ((last?.facts['reason'] ?? null) === reason) return false;
    await this.addEvent(sourceId, 'notifications', { reason });
    return true;
  }

  /** Events, latest first: of one source or of all, of all kinds or of some. */
  async events(
    limit: number,
    filter: { readonly sourceId?: number; readonly kinds?: readonly SourceEventKind[] } = {},
  ): Promise<readonly SourceEvent[]> {
    return this.database.query<SourceEvent>(
      `select id, source_id as "sourceId", at, kind, facts from source_event
       where ($2::int is null or source_id = $2) and ($3::text[] is null or kind = any ($3)) order by id desc limit $1`,
      [limit, filter.sourceId ?? null, filter.kinds ?? null],
    );
  }

  /** Deletes a batch of events that are older than 90 days; returns the number of rows. */
  async purgeEvents(): Promise<number> {
    return this.database.execute(
      `delete from source_event where id in (select id from source_event where at < statement_timestamp() - interval '90 days' limit ${PURGE_BATCH})`,
    );
  }

  private async lock(sourceId: number): Promise<void> {
    await this.database.execute('insert into source_pace (source_id) values ($1) on conflict do nothing', [sourceId]);
    await this.database.query('select from source_pace where source_id = $1 for update', [sourceId]);
  }
}

/** SQL: run link `r` is of a source whose collection is switched off, and the operator does not try it. */
const AT_PAUSED = `not ${mayVisit('r.source_id', 'r.run_id')}`;

/** The links that wait, first attempts or retries: each has an index of its own, which begins with the source. */
const waitingText = (attempts: string): string => `
  select r.id as "runLinkId", r.run_id as "runId", r.account_id as "accountId", r.link_id as "linkId", r.wants_full as "wantsFull"
  from source_view s join run_link r on r.source_id = s.id
  where not ${isOnFor('collection', 's.id')} and r.state = 'queued' and ${attempts} and ${AT_PAUSED} limit ${BATCH}`;

/** At most as long as the source was paused, so that a short pause delays no link by an hour. */
const SPREAD_DUE_LINKS = `
  with due as (
    select link_id, row_number() over (order by next_run_at, link_id) as nth, count(*) over () as n
    from link_collection where source_id = $1 and next_run_at <= statement_timestamp()
  )
  update link_collection c set next_run_at = clock_timestamp()
    + (due.nth - 1)::float8 / due.n * least($2 * interval '1 millisecond', clock_timestamp() - $3::timestamptz)
  from due where c.link_id = due.link_id`;
