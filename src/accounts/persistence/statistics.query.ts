import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Counts over all accounts, at one moment. */
export interface ServiceStatistics {
  readonly generatedAt: Date;
  readonly accountsActive: number;
  readonly accountsSuspended: number;
  readonly objectsActive: number;
  readonly objectsInactive: number;
  readonly linksPending: number;
  readonly linksInProgress: number;
  readonly linksSuccess: number;
  readonly linksFailed: number;
  readonly linksFrozen: number;
  readonly linksInactive: number;
  readonly reviews: number;
  readonly runsOpen: number;
  readonly runLinksQueued: number;
  readonly runLinksRunning: number;
  readonly deliveriesPending: number;
  readonly deliveriesFailed: number;
  readonly deliveriesDead: number;
  readonly eventsWaiting: number;
  readonly notices: number;
  readonly mailWaiting: number;
  readonly mailGivenUp: number;
  readonly supportMessages: number;
}

const ACCOUNTS = `select count(*) filter (where not suspended) as "accountsActive",
    count(*) filter (where suspended) as "accountsSuspended"
  from (select status = 'suspended' or coalesce(trial_ends_at <= clock_timestamp(), false) as suspended from account) a`;

const OBJECTS = `select count(*) filter (where is_active) as "objectsActive",
    count(*) filter (where not is_active) as "objectsInactive"
  from tracked_object where deleted_at is null`;

/** A link is disabled by itself or with its object. Links that were never collected and links that failed are counted apart. */
const LINKS = `select count(*) filter (where is_on and scrape_status = 'pending') as "linksPending",
    count(*) filter (where is_on and scrape_status = 'in_progress') as "linksInProgress",
    count(*) filter (where is_on and scrape_status = 'success') as "linksSuccess",
    count(*) filter (where is_on and scrape_status = 'failed') as "linksFailed",
    count(*) filter (where is_on and frozen_at is not null) as "linksFrozen",
    count(*) filter (where not is_on) as "linksInactive"
  from (select l.is_active and o.is_active as is_on, c.scrape_status, c.frozen_at
        from link l join tracked_object o on o.account_id = l.account_id and o.id = l.object_id
        join link_collection c on c.link_id = l.id
        where l.deleted_at is null and o.deleted_at is null) live`;

/** From the counters that triggers maintain: counting millions of reviews would exceed the timeout of a request. */
const REVIEWS = `select coalesce(sum(t.n), 0)::bigint as reviews
  from link_total t join link l on l.account_id = t.account_id and l.id = t.link_id
  where l.deleted_at is null`;

const RUNS = `select (select count(*) from run where finished_at is null) as "runsOpen",
    count(*) filter (where state = 'queued') as "runLinksQueued",
    count(*) filter (where state = 'running') as "runLinksRunning"
  from run_link where outcome is null`;

/** Deliveries of deleted webhooks are not sent and not counted. Ended ones are counted for a day: older ones have no index. */
const DELIVERIES = `select (select count(*) from webhook_delivery d
     where d.state = 'pending' and exists (select from webhook w where w.id = d.webhook_id)) as "deliveriesPending",
    count(*) filter (where state = 'failed') as "deliveriesFailed",
    count(*) filter (where state = 'dead_letter') as "deliveriesDead"
  from webhook_delivery where settled_at > statement_timestamp() - interval '1 day'`;

const MESSAGES = `select (select count(*) from outbox where relayed_at is null) as "eventsWaiting",
    (select count(*) from notice) as notices,
    (select count(*) from outgoing_mail where status = 'waiting') as "mailWaiting",
    (select count(*) from outgoing_mail where status = 'given_up') as "mailGivenUp",
    (select count(*) from support_message) as "supportMessages"`;

/**
 * Counts over all accounts for the operator. The only statement that names no account. It reads the tables of all contexts,
 * because counts for one page do not justify a port in each of them.
 */
@Injectable()
export class StatisticsQuery {
  constructor(private readonly database: Database) {}

  /** One statement, so that the counts are of one moment. */
  async read(): Promise<ServiceStatistics> {
    const parts = [ACCOUNTS, OBJECTS, LINKS, REVIEWS, RUNS, DELIVERIES, MESSAGES].map(
      (sql, index) => `(${sql}) part${index}`,
    );
    const [statistics] = await this.database.query<ServiceStatistics>(
      `select clock_timestamp() as "generatedAt", * from ${parts.join(' cross join ')}`,
    );
    if (!statistics) throw new Error('counts returned no row');
    return statistics;
  }
}
