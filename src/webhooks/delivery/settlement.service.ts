/**
 * Stores results of attempts in batches: deliveries, their history, counts of failures and the state of their leases, in one
 * transaction.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, parsedUrl } from '@libs/kernel';
import { NoticesService } from '@src/notices';
import type { LeaseState, WebhookLease } from './domain/webhook-lease';
import { DeliverySettleStore, type EndedAttempt, type FailureMark } from './persistence/delivery-settle.store';

/** A lease outlasts its last attempt by the time that reading and settling may take. */
const LEASE_MARGIN_MS = 10_000;
const RETRY_FOR_MS = LEASE_MARGIN_MS / 2;
const RETRY_AFTER_MS = 250;

/** An attempt and its lease. */
export interface EndedUnderLease {
  readonly lease: WebhookLease;
  readonly attempt: EndedAttempt;
}

/** A lease and its state to store. */
interface NewLeaseState {
  readonly lease: WebhookLease;
  readonly state: LeaseState;
}

@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: DeliverySettleStore,
    private readonly notices: NoticesService,
  ) {}

  /** Duration of a lease from its acquisition, or from the last time that it got more slots. */
  get leaseMs(): number {
    return this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS;
  }

  /** How long a lease must still be valid when a delivery is sent, so that the result can be stored under it. */
  get attemptMs(): number {
    return this.config.HREV_WEBHOOK_TIMEOUT + RETRY_FOR_MS;
  }

  /**
   * Stores the results with the state of their leases, and updates the leases. Retries while the database is unavailable, as long as the
   * leases are certainly valid. A result that cannot be stored is logged and does not delay others (F37); its delivery is sent again
   * when the lease expires. Never rejects.
   */
  async settle(batch: readonly EndedUnderLease[]): Promise<void> {
    if (batch.length === 0) return;
    const giveUpAt = performance.now() + RETRY_FOR_MS;
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
    if (finished.length === 0) return;
    const states = finished.flatMap((lease) => newStateOf(lease, 0));
    await this.write([], states, false).catch((error: unknown) =>
      this.logger.warn({ msg: 'leases could not be released', err: error }),
    );
  }

  private async storeOneByOne(batch: readonly EndedUnderLease[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const { delivery, outcome } = only.attempt;
      this.logger.error({ msg: 'a delivery could not be settled', delivery_id: delivery.id, err: error });
      only.lease.settled(delivery.id, outcome, false);
      return;
    }
    for (const one of batch) {
      await this.storeTogether([one]).catch((reason: unknown) => this.storeOneByOne([one], reason));
    }
  }

  private async storeTogether(batch: readonly EndedUnderLease[]): Promise<void> {
    const sizes = new Map<WebhookLease, number>();
    for (const { lease } of batch) sizes.set(lease, (sizes.get(lease) ?? 0) + 1);
    const states = [...sizes].flatMap(([lease, size]) => newStateOf(lease, size));
    await this.write(
      batch.map(({ attempt }) => attempt),
      states,
      batch.some(({ lease, attempt }) => lease.isFailing || attempt.outcome !== 'success'),
    );
    for (const { lease, attempt } of batch) lease.settled(attempt.delivery.id, attempt.outcome, true);
    for (const { lease, state } of states) lease.stateStored(state);
  }

  private async write(
    attempts: readonly EndedAttempt[],
    states: readonly NewLeaseState[],
    countsFailures: boolean,
  ): Promise<void> {
    if (attempts.length === 0 && states.length === 0) return;
    const leaseStates = states.map(({ state }) => state);
    await this.database.transaction(async () => {
      for (const mark of await this.store.settle(attempts, leaseStates, countsFailures)) await this.notify(mark);
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

function newStateOf(lease: WebhookLease, results: number): readonly NewLeaseState[] {
  const state = lease.stateAfter(results);
  return state ? [{ lease, state }] : [];
}
