/**
 * Delivers to webhooks (contract §6.5). Due deliveries are in PostgreSQL. This process acquires leases on webhooks with a number of
 * slots each, reads due deliveries with the current webhook and secrets, sends the stored bytes with a new timestamp and signature,
 * and stores the results. If it crashes after a response and before the result is stored, the delivery is sent again with the same
 * id: deliveries are sent at least once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { CoalescedPoller } from '@libs/queue';
import { deliveryHeaders } from '../domain/delivery-headers';
import { outcomeOf } from '../domain/outcome';
import { WebhookSender, type SentRequest } from '../sender/webhook-sender';
import { SigningSecretService } from '../signing-secret.service';
import { waitAfter } from './domain/retry-schedule';
import { FRESH_MS, WebhookLease } from './domain/webhook-lease';
import { WebhookLeaseStore, type DueDelivery, type DueRequest } from './persistence/webhook-lease.store';
import { ExchangeRecorder } from './exchange-recorder.service';
import { SettlementService, type EndedUnderLease } from './settlement.service';

/** No lease is acquired while this many results are not stored. */
const MAX_UNSETTLED_RESULTS = 1_024;
const SETTLE_BATCH = 256;
/** How many deliveries are read for a slot in addition to the next one. */
const READ_AHEAD = 3;
/** The minimum duration of a round, so that one round reads and stores for many attempts. */
const ROUND_MS = 5;

/** A delivery with the signing secrets of its account, newest first; null if they cannot be read. */
interface SignableDelivery extends DueDelivery {
  readonly secrets: readonly string[] | null;
}
type Lease = WebhookLease<SignableDelivery>;
type SentHeaders = ReturnType<typeof deliveryHeaders>;

@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly rounds = new CoalescedPoller(() => this.round(), this.logFailureTo('deliver'));
  private readonly leases = new Map<string, Lease>();
  private readonly runningSlots = new Set<Promise<void>>();
  private results: EndedUnderLease[] = [];
  private settling: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: WebhookLeaseStore,
    private readonly settlements: SettlementService,
    private readonly secrets: SigningSecretService,
    private readonly sender: WebhookSender,
    private readonly exchanges: ExchangeRecorder,
  ) {}

  /** Runs a round. Resolves when the due deliveries that have slots are started. A call during a round requests one more. Never rejects. */
  poll(): Promise<void> {
    return this.rounds.poll();
  }

  /** No attempt begins after this call. */
  stop(): void {
    this.isStopping = true;
  }

  /** Resolves when no attempt is in flight and every result and noted exchange is stored. After `stop`, this process then has no lease. */
  async idle(): Promise<void> {
    while (this.leases.size > 0 || this.rounds.isPolling || this.settling !== null) {
      await Promise.all([this.rounds.idle(), this.settling, ...this.runningSlots]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.exchanges.flush();
  }

  /** The main loop. A round follows each call of `poll`, the end of each attempt and of each settlement. */
  private async round(): Promise<void> {
    await this.acquireLeases().catch(this.logFailureTo('acquire webhooks'));
    await this.readDeliveries().catch(this.logFailureTo('read deliveries'));
    this.sendDeliveries();
    this.settling ??= this.settleResults();
    await sleep(ROUND_MS);
  }

  /** Acquires leases on webhooks with due deliveries, and more slots for leases that can use them, while slots are free. */
  private async acquireLeases(): Promise<void> {
    const free = this.freeSlots();
    if (this.isStopping || free.slots <= 0 || this.results.length >= MAX_UNSETTLED_RESULTS) return;
    const now = performance.now();
    const growing = [...this.leases.values()].filter((lease) => lease.canGrow(now)).map((lease) => lease.token);
    for (const grant of await this.store.acquire({ ...free, growing }, this.settlements.leaseMs)) {
      const lease = this.leases.get(grant.token);
      if (lease) lease.addSlots(grant.slots);
      // A growing lease that is no longer in the map was released meanwhile.
      else if (!growing.includes(grant.token)) this.leases.set(grant.token, new WebhookLease(grant, now));
    }
  }

  /** The free slots of this process, and how many of them slow webhooks may use: at most half of all slots. */
  private freeSlots(): { readonly slots: number; readonly slowSlots: number } {
    const all = this.config.HREV_WEBHOOK_CONCURRENCY;
    const leases = [...this.leases.values()];
    const slotsOf = (some: readonly Lease[]): number => some.reduce((sum, lease) => sum + lease.slots, 0);
    const slow = slotsOf(leases.filter((lease) => lease.isSlow));
    return { slots: all - slotsOf(leases), slowSlots: Math.max(Math.ceil(all / 2) - slow, 0) };
  }

  /** Reads the next deliveries of every lease with vacant slots. Gives up slots that cannot be filled, also after an error. */
  private async readDeliveries(): Promise<void> {
    const now = performance.now();
    for (const lease of this.leases.values()) if (this.isStopping || !lease.isServing(now)) lease.giveUpVacantSlots();
    const requests = [...this.leases.values()]
      .filter((lease) => lease.vacantSlots > 0)
      .map((lease) => ({ lease, count: lease.vacantSlots, ahead: lease.vacantSlots * READ_AHEAD }));
    if (requests.length === 0) return;
    let due: readonly SignableDelivery[] = [];
    try {
      due = await this.dueDeliveries(requests);
    } finally {
      const readDeliveries = new Map<string, SignableDelivery[]>();
      for (const { lease } of requests) readDeliveries.set(lease.token, []);
      for (const delivery of due) readDeliveries.get(delivery.token)?.push(delivery);
      for (const { lease, count } of requests)
        lease.assign(count, readDeliveries.get(lease.token) ?? [], performance.now());
    }
  }

  private async dueDeliveries(requests: readonly DueRequest[]): Promise<readonly SignableDelivery[]> {
    const due = await this.store.due(requests, this.settlements.attemptMs + FRESH_MS);
    const secrets = new Map<number, readonly string[] | null>();
    for (const { accountId, sealedSecrets } of due)
      if (!secrets.has(accountId)) secrets.set(accountId, await this.secretsOf(accountId, sealedSecrets));
    return due.map((delivery) => ({ ...delivery, secrets: secrets.get(delivery.accountId) ?? null }));
  }

  /** The signing secrets of an account; null if they cannot be read, which does not delay other accounts (F42). */
  private async secretsOf(accountId: number, sealed: string | null): Promise<readonly string[] | null> {
    if (sealed === null) return this.secrets.validSecrets(accountId);
    try {
      return this.secrets.openSecretsText(accountId, sealed);
    } catch (error) {
      const err = (error instanceof Error ? error.cause : undefined) ?? error;
      this.logger.error({ msg: 'the signing secrets cannot be read', account_id: accountId, err });
      return null;
    }
  }

  /** Starts every slot that has a delivery to send. The next round reads deliveries for the other slots. */
  private sendDeliveries(): void {
    for (const lease of this.leases.values()) {
      for (let first = this.next(lease); first !== null; first = this.next(lease)) {
        const slot = this.runSlot(lease, first).finally(() => this.runningSlots.delete(slot));
        this.runningSlots.add(slot);
      }
      if (lease.hasFreeSlots) void this.rounds.poll();
    }
  }

  /** Sends one queued delivery after another, until the lease has none for this slot. Never rejects. */
  private async runSlot(lease: Lease, first: SignableDelivery): Promise<void> {
    for (let delivery: SignableDelivery | null = first; delivery !== null; delivery = this.next(lease)) {
      const { result, answer, headers } = await this.send(delivery);
      const outcome = outcomeOf(result);
      const schedule = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
      const waitMs = outcome === 'retry' ? waitAfter(delivery.tries + 1, schedule) : null;
      lease.attemptEnded({ timedOut: result.error === 'timeout' });
      const { durationMs } = result;
      if (headers !== null)
        this.exchanges.note({
          delivery,
          isSuccess: outcome === 'success',
          durationMs,
          requestHeaders: headers,
          answer,
        });
      this.results.push({ lease, attempt: { delivery, result, outcome, waitMs } });
      void this.rounds.poll();
    }
  }

  private next(lease: Lease): SignableDelivery | null {
    return this.isStopping ? null : lease.take(performance.now());
  }

  /** Makes one attempt. Without secrets no request is sent, and the attempt counts as one without a response. */
  private async send(delivery: SignableDelivery): Promise<SentRequest & { readonly headers: SentHeaders | null }> {
    const { id: deliveryId, eventType: event, eventId, body, target, secrets } = delivery;
    if (secrets === null)
      return { result: { statusCode: null, error: 'no_secret', durationMs: 0 }, answer: null, headers: null };
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = deliveryHeaders({ event, deliveryId, eventId, timestamp }, secrets, body);
    const { result, answer } = await this.sender.exchange(target, headers, body);
    return { result, answer, headers };
  }

  /**
   * Stores a batch of results, and releases finished leases. Rounds do not wait for it: a settlement that waits for a lock does not
   * delay the deliveries of other webhooks.
   */
  private async settleResults(): Promise<void> {
    const finished = [...this.leases.values()].filter((lease) => lease.isFinished);
    const batch = this.results.splice(0, SETTLE_BATCH);
    await this.settlements.settle(batch);
    await this.settlements.release(finished);
    for (const lease of finished) this.leases.delete(lease.token);
    this.settling = null;
    if (batch.length > 0 || finished.length > 0) void this.rounds.poll();
  }

  private logFailureTo(action: string): (error: unknown) => void {
    return (error) =>
      this.logger.warn(`could not ${action}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
