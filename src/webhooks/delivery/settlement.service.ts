/**
 * Stores results of attempts in batches: deliveries, their history, counts of failures and the state of their leases,
 * in one transaction. Logs each attempt once, when its result is stored or lost.
 */
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, parsedUrl } from '@libs/kernel';
import { NoticesService } from '@src/notices';
import { failedStage, type FailedStage } from '../domain/outcome';
import type { SentRequest } from '../webhook-sender';
import type { LeaseState, WebhookLease } from '../domain/webhook-lease';
import { countLostResult } from './delivery-metrics';
import { DeliverySettleStore, type EndedAttempt, type FailureMark } from '../persistence/delivery-settle.store';
import type { DueDelivery } from '../persistence/webhook-lease.store';

const RETRY_AFTER_MS = 250;

/** An attempt that was judged, and its lease. */
export interface JudgedAttempt extends EndedAttempt {
  readonly lease: WebhookLease;
  readonly delivery: DueDelivery;
  /** The ids of its span; undefined without traces. */
  readonly trace: SentRequest['trace'];
}

@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);

  constructor(
    private readonly database: Database,
    private readonly store: DeliverySettleStore,
    private readonly notices: NoticesService,
  ) {}

  /**
   * Stores the results with the state of their leases, and updates the leases. Retries for `retryForMs` while the
   * database is unavailable: the leases must be valid for longer. A result that cannot be stored is logged and does not
   * delay others (F37); its delivery is sent again when the lease expires. Never rejects.
   */
  async settle(batch: readonly JudgedAttempt[], retryForMs: number): Promise<void> {
    if (batch.length === 0) return;
    const giveUpAt = performance.now() + retryForMs;
    for (;;) {
      try {
        return await this.storeTogether(batch);
      } catch (error) {
        if (!(error instanceof AppError) || performance.now() > giveUpAt) return this.storeOneByOne(batch, error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      }
    }
  }

  /** Releases finished leases. A lease that cannot be released expires. Never rejects. */
  async release(finished: readonly WebhookLease[]): Promise<void> {
    const states = changedStates(finished.map((lease) => [lease, 0])).map(([, state]) => state);
    if (states.length === 0) return;
    await this.write([], states, false).catch((error: unknown) =>
      this.logger.warn({ msg: 'leases could not be released', err: error }),
    );
  }

  private async storeOneByOne(batch: readonly JudgedAttempt[], error: unknown): Promise<void> {
    const [only, ...others] = batch;
    if (only && others.length === 0) return this.lose(only, error);
    for (const one of batch) await this.storeTogether([one]).catch((reason: unknown) => this.lose(one, reason));
  }

  private lose(attempt: JudgedAttempt, error: unknown): void {
    countLostResult();
    attempt.lease.settled(attempt.delivery.id, attempt.outcome, false);
    this.logger.error({ msg: 'a delivery could not be settled', ...entryOf(attempt, 'settle'), err: error });
  }

  private async storeTogether(batch: readonly JudgedAttempt[]): Promise<void> {
    const results = new Map<WebhookLease, number>();
    for (const { lease } of batch) results.set(lease, (results.get(lease) ?? 0) + 1);
    const changed = changedStates([...results]);
    await this.write(
      batch,
      changed.map(([, state]) => state),
      batch.some(({ lease, outcome }) => lease.isFailing || outcome !== 'success'),
    );
    for (const attempt of batch) {
      attempt.lease.settled(attempt.delivery.id, attempt.outcome, true);
      this.logger.debug({ msg: 'delivery attempted', ...entryOf(attempt, failedStage(attempt.result)) });
    }
    for (const [lease, state] of changed) lease.stateStored(state);
  }

  private async write(
    attempts: readonly EndedAttempt[],
    leases: readonly LeaseState[],
    countsFailures: boolean,
  ): Promise<void> {
    await this.database.transaction(async () => {
      for (const mark of await this.store.settle(attempts, leases, countsFailures)) await this.notify(mark);
    });
  }

  /** Notifies the account's owner of every 50th failure in a row (contract §6.5). */
  private async notify({ accountId, webhookId, target, failures }: FailureMark): Promise<void> {
    await this.notices.notify({
      accountId,
      kind: 'webhook_failing',
      subject: `Webhook ${webhookId} has failed ${failures} times in a row`,
      body: `${failures} attempts in a row to deliver to webhook ${webhookId} (${parsedUrl(target)?.host ?? 'its target is not a URL'}) have failed. It stays active, and its deliveries are still retried. They are listed with the receiver's responses at GET /v3/webhooks/${webhookId}/deliveries.`,
      path: `webhooks/${webhookId}/deliveries`,
    });
  }
}

/** The leases whose state changes with this number of results each, and that state. */
function changedStates(
  results: readonly (readonly [WebhookLease, number])[],
): readonly (readonly [WebhookLease, LeaseState])[] {
  return results.flatMap(([lease, count]) => {
    const state = lease.stateAfter(count);
    return state === null ? [] : [[lease, state] as const];
  });
}

/** The log entry of an attempt, without the target, which may contain a token of the receiver. */
function entryOf({ delivery, result, outcome, waitMs, trace }: JudgedAttempt, failedAt: FailedStage | null): object {
  return {
    account_id: delivery.accountId,
    webhook_id: delivery.webhookId,
    delivery_id: delivery.id,
    event: delivery.eventType,
    attempt: delivery.attempts + 1,
    outcome,
    failed_at: failedAt,
    status_code: result.statusCode,
    error: result.error,
    duration_ms: result.durationMs,
    retry_in_ms: waitMs,
    ...trace,
  };
}
