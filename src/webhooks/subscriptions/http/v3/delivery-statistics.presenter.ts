/** The wire form of the statistics of a webhook's deliveries (contract §4.11). */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { DeliveryCounts, DeliveryStatistics } from '../../persistence/delivery-statistics.query';

@ApiSchema({ description: 'Deliveries that were created in one clock hour, by their current status.' })
export class WebhookStatisticsBucket {
  @Shown({ type: 'date-time', description: 'The beginning of the hour (UTC).', example: '2026-11-20T08:00:00' })
  readonly at!: string;

  @Shown({ type: 'integer', description: 'Deliveries of status `success`.' })
  readonly delivered!: number;

  @Shown({ type: 'integer', description: 'Deliveries of status `failed`.' })
  readonly failed!: number;

  @Shown({ type: 'integer', description: 'Deliveries of status `dead_letter`.' })
  readonly dead_letter!: number;

  @Shown({ type: 'integer', description: 'Deliveries of status `pending`.' })
  readonly pending!: number;

  @Shown({
    type: 'integer',
    nullable: true,
    description: '95th percentile of the duration of their last attempts, in milliseconds; null without an attempt.',
  })
  readonly p95_ms!: number | null;
}

@ApiSchema({ description: 'Figures of the deliveries of a webhook.' })
export class WebhookStatistics {
  @Shown({ type: 'integer', description: 'Clock hours of the period, the current one included.', example: 24 })
  readonly hours!: number;

  @Shown({ type: 'date-time', description: 'The beginning of the period.', example: '2026-11-20T08:00:00' })
  readonly since!: string;

  @Shown({ type: 'integer', description: 'Deliveries of status `success` that were created in the period.' })
  readonly delivered!: number;

  @Shown({ type: 'integer', description: 'Deliveries of status `failed` that were created in the period.' })
  readonly failed!: number;

  @Shown({ type: 'integer', description: 'Deliveries of status `dead_letter` that were created in the period.' })
  readonly dead_letter!: number;

  @Shown({ type: 'integer', description: 'All deliveries that are pending now, also older ones.' })
  readonly pending!: number;

  @Shown({ type: 'date-time', nullable: true, description: 'When the oldest pending delivery was created.' })
  readonly oldest_pending_at!: string | null;

  @Shown({
    type: 'date-time',
    nullable: true,
    description: 'When the current series of failed attempts began; null if the last attempt succeeded.',
  })
  readonly failing_since!: string | null;

  @Shown({
    type: 'integer',
    nullable: true,
    description:
      '95th percentile of the duration of the last attempts of deliveries created in the period, in milliseconds; null without an attempt.',
  })
  readonly p95_ms!: number | null;

  @Shown({ type: 'integer', description: 'Attempts after which a delivery is given up.', example: 30 })
  readonly max_attempts!: number;

  @Shown({
    type: 'integer',
    list: true,
    description: 'Seconds from each failed attempt to the next one; the last value repeats.',
    example: [30, 60, 120, 300, 600, 900, 1800],
  })
  readonly retry_waits_s!: readonly number[];

  @Shown({ type: () => WebhookStatisticsBucket, list: true, description: 'One for each hour, oldest first.' })
  readonly buckets!: readonly WebhookStatisticsBucket[];
}

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
