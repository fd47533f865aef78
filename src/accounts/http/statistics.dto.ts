import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { ServiceStatistics } from '../persistence/statistics.query';

const Count = (description: string): PropertyDecorator => Shown({ type: 'integer', description });

@ApiSchema({ description: 'Accounts of the installation.' })
export class AccountCounts {
  @Count('Accounts whose keys are accepted.')
  readonly active!: number;

  @Count('Accounts that are suspended, or whose trial is over.')
  readonly suspended!: number;
}

@ApiSchema({ description: 'Objects of all accounts.' })
export class ObjectCounts {
  @Count('Enabled objects.')
  readonly active!: number;

  @Count('Disabled objects.')
  readonly inactive!: number;
}

@ApiSchema({ description: 'Links of all accounts.' })
export class LinkCounts {
  @Count('Never collected.')
  readonly pending!: number;

  @Count('Being collected.')
  readonly in_progress!: number;

  @Count('Last collection succeeded.')
  readonly success!: number;

  @Count('Last collection failed.')
  readonly failed!: number;

  @Count('Paused by the service after repeated failures; also counted by status.')
  readonly frozen!: number;

  @Count('Disabled, or links of a disabled object; not counted by status.')
  readonly inactive!: number;
}

@ApiSchema({ description: 'Collection runs of all accounts.' })
export class RunCounts {
  @Count('Runs that have not ended.')
  readonly open!: number;

  @Count('Links of these runs that wait for collection.')
  readonly links_queued!: number;

  @Count('Links of these runs that are being collected.')
  readonly links_running!: number;
}

@ApiSchema({ description: 'Webhook deliveries of all accounts.' })
export class DeliveryCounts {
  @Count('Deliveries to webhooks that wait for their next attempt.')
  readonly pending!: number;

  @Count('Deliveries that failed permanently in the last 24 hours.')
  readonly failed!: number;

  @Count('Deliveries without another attempt after the last retry, in the last 24 hours.')
  readonly dead_letter!: number;
}

@ApiSchema({ description: 'Notices by mail.' })
export class MailCounts {
  @Count('Mails that wait to be sent.')
  readonly waiting!: number;

  @Count('Mails that could not be sent in the last 30 days.')
  readonly given_up!: number;
}

@ApiSchema({ description: 'Counts over all accounts.' })
export class StatisticsShown {
  @Shown({ type: 'date-time', description: 'When the counts were computed.' })
  readonly generated_at!: string;

  @Shown({ type: () => AccountCounts, description: 'Accounts.' })
  readonly accounts!: AccountCounts;

  @Shown({ type: () => ObjectCounts, description: 'Objects of all accounts, without deleted ones.' })
  readonly objects!: ObjectCounts;

  @Shown({ type: () => LinkCounts, description: 'Links of all accounts, without deleted ones.' })
  readonly links!: LinkCounts;

  @Count('Reviews of all accounts, without deleted ones.')
  readonly reviews!: number;

  @Shown({ type: () => RunCounts, description: 'Running collections.' })
  readonly runs!: RunCounts;

  @Shown({ type: () => DeliveryCounts, description: 'Deliveries to webhooks.' })
  readonly deliveries!: DeliveryCounts;

  @Count('Events in the outbox that are not processed yet.')
  readonly events_waiting!: number;

  @Count('Notices to accounts.')
  readonly notices!: number;

  @Shown({ type: () => MailCounts, description: 'Outgoing mail.' })
  readonly mail!: MailCounts;

  @Count('Support messages of clients.')
  readonly support_messages!: number;
}

export function presentStatistics(counts: ServiceStatistics): StatisticsShown {
  return {
    generated_at: wireTime(counts.generatedAt),
    accounts: { active: counts.accountsActive, suspended: counts.accountsSuspended },
    objects: { active: counts.objectsActive, inactive: counts.objectsInactive },
    links: {
      pending: counts.linksPending,
      in_progress: counts.linksInProgress,
      success: counts.linksSuccess,
      failed: counts.linksFailed,
      frozen: counts.linksFrozen,
      inactive: counts.linksInactive,
    },
    reviews: counts.reviews,
    runs: { open: counts.runsOpen, links_queued: counts.runLinksQueued, links_running: counts.runLinksRunning },
    deliveries: {
      pending: counts.deliveriesPending,
      failed: counts.deliveriesFailed,
      dead_letter: counts.deliveriesDead,
    },
    events_waiting: counts.eventsWaiting,
    notices: counts.notices,
    mail: { waiting: counts.mailWaiting, given_up: counts.mailGivenUp },
    support_messages: counts.supportMessages,
  };
}
