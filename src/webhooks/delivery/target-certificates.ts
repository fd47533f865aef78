import { Injectable, Logger } from '@nestjs/common';
import { Instances, readGauge } from '@libs/metrics';

const DAY_MS = 24 * 3_600_000;
/** A webhook without a delivery over TLS for this long is no longer counted: it may have been deleted, or have another target. */
const COUNTED_FOR_MS = 2 * DAY_MS;
const MAX_WEBHOOKS = 10_000;
/** The log names a webhook whose certificate ends within this time, at most once a day. */
const NAMED_BELOW_MS = 14 * DAY_MS;

/** Values of the label `days_left`, each with the days below which a certificate belongs to it. */
const DAYS_LEFT = [
  { label: 'expired', below: 0 },
  { label: '7', below: 7 },
  { label: '30', below: 30 },
  { label: 'more', below: Infinity },
] as const;
type DaysLeft = (typeof DAYS_LEFT)[number]['label'];

const INSTANCES = new Instances<TargetCertificates>();
readGauge(
  {
    name: 'hrev_webhook_target_certificates',
    help: 'Webhooks that this process reached over TLS in two days, by the days until the certificate of their target ends: expired, less than 7, less than 30, more.',
    labels: ['days_left'],
  },
  () =>
    DAYS_LEFT.map(({ label }) => ({
      labels: { days_left: label },
      value: INSTANCES.sum((one) => one.counts().get(label) ?? 0),
    })),
);

interface Seen {
  readonly endsAt: Date;
  readonly seenAt: number;
  readonly namedAt: number;
}

/** When the certificates of the targets end to which this process has delivered. */
@Injectable()
export class TargetCertificates {
  private readonly logger = new Logger(TargetCertificates.name);
  /** By webhook, the least recently seen one first. */
  private readonly seen = new Map<number, Seen>();

  constructor() {
    INSTANCES.add(this);
  }

  /** Notes the certificate of an attempt. Logs one that ends soon with its webhook, without the target, whose address may be secret. */
  note(
    { accountId, webhookId }: { readonly accountId: number; readonly webhookId: number },
    endsAt: Date | null,
  ): void {
    if (endsAt === null) return;
    const now = Date.now();
    let namedAt = this.seen.get(webhookId)?.namedAt ?? -Infinity;
    if (endsAt.getTime() - now < NAMED_BELOW_MS && now - namedAt >= DAY_MS) {
      namedAt = now;
      this.logger.warn({
        msg: "the certificate of a webhook's target ends soon",
        account_id: accountId,
        webhook_id: webhookId,
        ends_at: endsAt.toISOString(),
      });
    }
    this.seen.delete(webhookId);
    this.seen.set(webhookId, { endsAt, seenAt: now, namedAt });
    const [oldest] = this.seen.keys();
    if (this.seen.size > MAX_WEBHOOKS && oldest !== undefined) this.seen.delete(oldest);
  }

  /** How many webhooks belong to each value of `days_left`. */
  counts(): ReadonlyMap<DaysLeft, number> {
    const now = Date.now();
    const counts = new Map<DaysLeft, number>();
    for (const [webhookId, { endsAt, seenAt }] of this.seen) {
      if (now - seenAt > COUNTED_FOR_MS) this.seen.delete(webhookId);
      else {
        const days = (endsAt.getTime() - now) / DAY_MS;
        const label = DAYS_LEFT.find(({ below }) => days < below)?.label ?? 'more';
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    }
    return counts;
  }
}
