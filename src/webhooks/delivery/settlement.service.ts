/**
 * Stores results of attempts in batches: deliveries, their history, counts of failures and the state of their leases, in one
 * transaction. What ends while a batch is stored is the next batch.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, parsedUrl } from '@libs/kernel';
import { NoticesService } from '@src/notices';
import type { WebhookLease, LeaseState } from './domain/webhook-lease';
import { DeliverySettleStore, type EndedAttempt, type FailureMark } from './persistence/delivery-settle.store';

/** A lease outlasts its last attempt by the time that reading and settling may take. */
export const LEASE_MARGIN_MS = 10_000;
const SETTLED_AT_ONCE = 256;
const SETTLE_AGAIN_MS = 250;

/** An attempt and the lease that it was made under. */
export interface EndedUnderLease {
  readonly lease: WebhookLease;
  readonly attempt: EndedAttempt;
}

@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);
  private readonly ended: EndedUnderLease[] = [];
  private readonly finishedLeases: WebhookLease[] = [];
  private settling: Promise<void> | null = null;
  /** Called after each batch: slots are free again. */
  onSettled: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly settlements: DeliverySettleStore,
    private readonly notices: NoticesService,
  ) {}

  /** Duration of a lease from its acquisition, and from each time that it gets more slots. */
  get leaseMs(): number {
    return this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS;
  }

  /** How many results wait to be stored. */
  get waiting(): number {
    return this.ended.length;
  }

  get isSettling(): boolean {
    return this.settling !== null;
  }

  /** Stores the result with the next batch. Where that fails, the delivery is sent again when the lease expires. */
  add(ended: EndedUnderLease): void {
    this.ended.push(ended);
    this.begin();
  }

  /** Releases a lease whose results are all stored. */
  release(lease: WebhookLease): void {
    this.finishedLeases.push(lease);
    this.begin();
  }

  /** Resolves once every result is stored. */
  async settled(): Promise<void> {
    while (this.settling !== null) await this.settling;
  }

  private begin(): void {
    this.settling ??= this.settleAll();
  }

  private async settleAll(): Promise<void> {
    // What ended in the same tick is stored together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.ended.length > 0 || this.finishedLeases.length > 0) {
      await this.settleBatch(this.ended.splice(0, SETTLED_AT_ONCE));
      await this.releaseLeases();
      this.onSettled();
    }
    // In the same tick as the last check: what ends one tick later starts a new run.
    this.settling = null;
  }

  private async settleBatch(batch: readonly EndedUnderLease[]): Promise<void> {
    const giveUpAt = performance.now() + LEASE_MARGIN_MS / 2;
    for (;;) {
      try {
        return await this.settle(batch);
      } catch (error) {
        // While the database is away results are kept for as long as their leases are certain to hold.
        if (!(error instanceof AppError) || performance.now() > giveUpAt) return this.settleOneByOne(batch, error);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_MS));
      }
    }
  }

  /** A result that cannot be stored is logged, and its delivery is sent again when the lease expires. It delays no other (F37). */
  private async settleOneByOne(batch: readonly EndedUnderLease[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const { delivery, outcome } = only.attempt;
      this.logger.error({ msg: 'a delivery could not be settled', delivery_id: delivery.id, err: error });
      only.lease.settled(delivery.id, outcome, false);
      return;
    }
    for (const one of batch) {
      await this.settle([one]).catch((reason: unknown) => this.settleOneByOne([one], reason));
    }
  }

  private async settle(batch: readonly EndedUnderLease[]): Promise<void> {
    if (batch.length === 0) return;
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

  /** A lease that cannot be released expires. */
  private async releaseLeases(): Promise<void> {
    const over = this.finishedLeases.splice(0);
    if (over.length === 0) return;
    await this.write(
      [],
      over.flatMap((lease) => newStateOf(lease, 0)),
      false,
    ).catch((error: unknown) => this.logger.warn({ msg: 'leases could not be released', err: error }));
  }

  private async write(
    attempts: readonly EndedAttempt[],
    states: readonly NewLeaseState[],
    countsFailures: boolean,
  ): Promise<void> {
    const leaseStates = states.map(({ state }) => state);
    await this.database.transaction(async () => {
      for (const mark of await this.settlements.settle(attempts, leaseStates, countsFailures)) await this.notify(mark);
    });
  }

  /** §6.5: on every 50th consecutive failure the account owner is notified. */
  private async notify({ accountId, webhookId, target, failures }: FailureMark): Promise<void> {
    await this.notices.notify({
      accountId,
      kind: 'webhook_failing',
      subject: `Webhook ${webhookId} has failed ${failures} times in a row`,
      body: `${failures} attempts in a row to deliver to webhook ${webhookId} (${parsedUrl(target)?.host ?? 'its target is not an address'}) have failed. It stays active and deliveries go on being tried. Its deliveries and the receiver's answers are listed at GET /v3/webhooks/${webhookId}/deliveries.`,
    });
  }
}

/** A lease and the state to store of it. */
interface NewLeaseState {
  readonly lease: WebhookLease;
  readonly state: LeaseState;
}

function newStateOf(lease: WebhookLease, results: number): readonly NewLeaseState[] {
  const state = lease.stateAfter(results);
  return state ? [{ lease, state }] : [];
}
