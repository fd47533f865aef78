import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { ServiceStatistics } from '../persistence/statistics.query';

const count = (description: string) => ({ type: 'integer', description }) as const;

@ApiSchema({ description: 'Accounts of the installation.' })
export class AccountCounts extends Shape({
  active: count('Accounts whose keys are accepted.'),
  suspended: count('Accounts that are suspended, or whose trial is over.'),
}) {}

@ApiSchema({ description: 'Objects of all accounts.' })
export class ObjectCounts extends Shape({
  active: count('Enabled objects.'),
  inactive: count('Disabled objects.'),
}) {}

@ApiSchema({ description: 'Links of all accounts.' })
export class LinkCounts extends Shape({
  pending: count('Never collected.'),
  in_progress: count('Being collected.'),
  success: count('Last collection succeeded.'),
  failed: count('Last collection failed.'),
  frozen: count('Paused by the service after repeated failures; also counted by status.'),
  inactive: count('Disabled, or links of a disabled object; not counted by status.'),
}) {}

@ApiSchema({ description: 'Collection runs of all accounts.' })
export class RunCounts extends Shape({
  open: count('Runs that have not ended.'),
  links_queued: count('Links of these runs that wait for collection.'),
  links_running: count('Links of these runs that are being collected.'),
}) {}

@ApiSchema({ description: 'Webhook deliveries of all accounts.' })
export class DeliveryCounts extends Shape({
  pending: count('Deliveries to webhooks that wait for their next attempt.'),
  failed: count('Deliveries that failed permanently in the last 24 hours.'),
  dead_letter: count('Deliveries without another attempt after the last retry, in the last 24 hours.'),
}) {}

@ApiSchema({ description: 'Notices by mail.' })
export class MailCounts extends Shape({
  waiting: count('Mails that wait to be sent.'),
  given_up: count('Mails that could not be sent in the last 30 days.'),
}) {}

@ApiSchema({ description: 'Counts over all accounts.' })
export class StatisticsShown extends Shape({
  generated_at: { type: 'date-time', description: 'When the counts were computed.' },
  accounts: { type: () => AccountCounts, description: 'Accounts.' },
  objects: { type: () => ObjectCounts, description: 'Objects of all accounts, without deleted ones.' },
  links: { type: () => LinkCounts, description: 'Links of all accounts, without deleted ones.' },
  reviews: count('Reviews of all accounts, without deleted ones.'),
  runs: { type: () => RunCounts, description: 'Running collections.' },
  deliveries: { type: () => DeliveryCounts, description: 'Deliveries to webhooks.' },
  events_waiting: count('Events in the outbox that are not processed yet.'),
  notices: count('Notices to accounts.'),
  mail: { type: () => MailCounts, description: 'Outgoing mail.' },
  support_messages: count('Support messages of clients.'),
}) {}

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
