/** The wire form of the statistics of a webhook's deliveries (contract §4.11). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { DeliveryCounts, DeliveryStatistics } from '../../persistence/delivery-statistics.query';

@ApiSchema({ description: 'Deliveries that were created in one clock hour, by their current status.' })
export class WebhookStatisticsBucket extends Shape({
  at: { type: 'date-time', description: 'The beginning of the hour (UTC).', example: '2026-11-20T08:00:00' },
  delivered: { type: 'integer', description: 'Deliveries of status `success`.' },
  failed: { type: 'integer', description: 'Deliveries of status `failed`.' },
  dead_letter: { type: 'integer', description: 'Deliveries of status `dead_letter`.' },
  pending: { type: 'integer', description: 'Deliveries of status `pending`.' },
  p95_ms: {
    type: 'integer',
    nullable: true,
    description: '95th percentile of the duration of their last attempts, in milliseconds; null without an attempt.',
  },
}) {}

@ApiSchema({ description: 'Figures of the deliveries of a webhook.' })
export class WebhookStatistics extends Shape({
  hours: { type: 'integer', description: 'Clock hours of the period, the current one included.', example: 24 },
  since: { type: 'date-time', description: 'The beginning of the period.', example: '2026-11-20T08:00:00' },
  delivered: { type: 'integer', description: 'Deliveries of status `success` that were created in the period.' },
  failed: { type: 'integer', description: 'Deliveries of status `failed` that were created in the period.' },
  dead_letter: { type: 'integer', description: 'Deliveries of status `dead_letter` that were created in the period.' },
  pending: { type: 'integer', description: 'All deliveries that are pending now, also older ones.' },
  oldest_pending_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the oldest pending delivery was created.',
  },
  failing_since: {
    type: 'date-time',
    nullable: true,
    description: 'When the current series of failed attempts began; null if the last attempt succeeded.',
  },
  p95_ms: {
    type: 'integer',
    nullable: true,
    description:
      '95th percentile of the duration of the last attempts of deliveries created in the period, in milliseconds; null without an attempt.',
  },
  max_attempts: { type: 'integer', description: 'Attempts after which a delivery is given up.', example: 30 },
  retry_waits_s: {
    type: 'integer',
    list: true,
    description: 'Seconds from each failed attempt to the next one; the last value repeats.',
    example: [30, 60, 120, 300, 600, 900, 1800],
  },
  buckets: { type: () => WebhookStatisticsBucket, list: true, description: 'One for each hour, oldest first.' },
}) {}

export function presentStatistics(
  hours: number,
  statistics: DeliveryStatistics,
  schedule: { readonly attempts: number; readonly waitsMs: readonly number[] },
): WebhookStatistics {
  return {
    hours,
    since: wireTime(statistics.since),
    ...countsOf(statistics.totals),
    pending: statistics.pending,
    oldest_pending_at: wireTimeOrNull(statistics.oldestPendingAt),
    failing_since: wireTimeOrNull(statistics.failingSince),
    max_attempts: schedule.attempts,
    retry_waits_s: schedule.waitsMs.map((ms) => ms / 1000),
    buckets: statistics.buckets.map((bucket) => ({ at: wireTime(bucket.at), ...countsOf(bucket) })),
  };
}

function countsOf({ delivered, failed, deadLetter, pending, p95Ms }: DeliveryCounts) {
  return { delivered, failed, dead_letter: deadLetter, pending, p95_ms: p95Ms };
}
