import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Counts over all accounts at one moment. */
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

/** Views of one row each, defined by the contexts that own the tables. */
const VIEWS = [
  'account_statistics',
  'object_statistics',
  'link_statistics',
  'review_statistics',
  'run_statistics',
  'delivery_statistics',
  'outbox_statistics',
  'notice_statistics',
  'support_statistics',
];

const COLUMNS = `accounts_active as "accountsActive", accounts_suspended as "accountsSuspended",
  objects_active as "objectsActive", objects_inactive as "objectsInactive",
  links_pending as "linksPending", links_in_progress as "linksInProgress", links_success as "linksSuccess",
  links_failed as "linksFailed", links_frozen as "linksFrozen", links_inactive as "linksInactive",
  reviews, runs_open as "runsOpen", run_links_queued as "runLinksQueued", run_links_running as "runLinksRunning",
  deliveries_pending as "deliveriesPending", deliveries_failed as "deliveriesFailed", deliveries_dead as "deliveriesDead",
  events_waiting as "eventsWaiting", notices, mail_waiting as "mailWaiting", mail_given_up as "mailGivenUp",
  support_messages as "supportMessages"`;

/** Counts over all accounts, for the operator. */
@Injectable()
export class StatisticsQuery {
  constructor(private readonly database: Database) {}

  /** One statement, so that all counts are consistent. */
  async read(): Promise<ServiceStatistics> {
    const [statistics] = await this.database.query<ServiceStatistics>(
      `select clock_timestamp() as "generatedAt", ${COLUMNS} from ${VIEWS.join(' cross join ')}`,
    );
    if (!statistics) throw new Error('counts returned no row');
    return statistics;
  }
}
