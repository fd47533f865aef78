/**
 * The life of an attempt to send a delivery (contract §6.5), in the order of the methods:
 *
 *   due       PostgreSQL: the delivery is pending, and the time of its next attempt has come
 *   leased    `lease`: this process acquires the webhook, with a number of slots
 *   read      `read`: the bytes, and the current target and secrets of the webhook
 *   signed    `headersFor`: the bytes and the time of the attempt, by each secret
 *   sent      `send`: one POST of the bytes
 *   judged    `judge`: by the status line alone: success, final failure, or when to try next
 *   settled   `settle`: the result is stored; the delivery is final, or due again at its next time
 *
 * A round leases, reads and settles for many attempts with a few statements. Each attempt signs, sends and judges by
 * itself. If the process crashes after a response and before the result is stored, the
 * delivery is sent again with the same id: deliveries are sent at least once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { endsInTime } from '@libs/kernel';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { DELIVERIES_DUE } from '../../deliveries-due';
import { outcomeOf, waitAfter } from '../../domain/outcome';
import type { OwnHeaders } from '../../domain/own-headers';
import { retryAfterSeconds } from '../../domain/retry-after';
import { signedHeaders } from '../../domain/signature';
import { OwnHeadersService } from '../../own-headers.service';
import { SigningSecretService } from '../../signing-secret.service';
import { WebhookSender, type SentRequest } from '../../webhook-sender';
import { RESPONSE_BYTES } from '../../domain/exchange';
import { countAttempt, countFirstAttempt } from '../delivery-metrics';
import { WebhookLease } from '../../domain/webhook-lease';
import { ExchangeRecorderService } from '../exchange-recorder.service';
import { WebhookLeaseStore, type DueDelivery, type DueRequest } from '../../persistence/webhook-lease.store';
import { SettlementService, type JudgedAttempt } from '../settlement.service';
import { TargetCertificates } from '../target-certificates';

const POLL_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 24_000;
/** The minimum duration of a round, so that one round reads and stores for many attempts. */
const ROUND_MS = 5;
/** No lease is acquired while this many results are not stored. */
const MAX_UNSETTLED_RESULTS = 1_024;
const SETTLE_BATCH = 256;
/** How long a settlement is tried again while the database is unavailable. */
const SETTLE_FOR_MS = 5_000;
/** A lease outlasts its last attempt by the time that reading and settling may take. */
const LEASE_MARGIN_MS = 10_000;

/** A delivery with the signing secrets of its account, newest first; null if they cannot be read. */
interface SignableDelivery extends DueDelivery {
  readonly secrets: readonly string[] | null;
  /** The own headers of its webhook; null if they cannot be read. */
  readonly ownHeaders: OwnHeaders | null;
  /** When it was created, by the clock of `performance.now()`. */
  readonly createdAtMs: number;
}
type SentHeaders = ReturnType<typeof signedHeaders>;

/** An attempt without secrets, or without the headers of its webhook, sends nothing. It counts as one without a response. */
const UNSIGNED: SentRequest = {
  result: { statusCode: null, error: 'no_secret', durationMs: 0 },
  response: null,
  certificateEndsAt: null,
  headers: {},
  trace: undefined,
};

@Injectable()
export class DeliveryWorker implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly rounds = new CoalescedPoller(() => this.round(), this.noneAfter('deliver'));
  private readonly leases = new Map<string, WebhookLease>();
  private readonly attempts = new Set<Promise<void>>();
  /** Attempts whose results are not stored yet, in their order. */
  private judged: JudgedAttempt[] = [];
  private settling: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly handlers: WakeupHandlers,
    private readonly store: WebhookLeaseStore,
    private readonly secrets: SigningSecretService,
    private readonly headers: OwnHeadersService,
    private readonly sender: WebhookSender,
    private readonly exchanges: ExchangeRecorderService,
    private readonly settlements: SettlementService,
    private readonly certificates: TargetCertificates,
  ) {}

  onModuleInit(): void {
    this.handlers.on(DELIVERIES_DUE, () => this.poll());
  }

  /**
   * Runs a round: at each wake-up, every second, so that a lost wake-up only delays deliveries, and after each attempt
   * and settlement. Resolves when the due deliveries that have slots are started. A call during a round requests one
   * more. Never rejects.
   */
  @Interval(POLL_EVERY_MS)
  poll(): Promise<void> {
    return this.rounds.poll();
  }

  /** No attempt begins after this. It is called before other parts stop, so that attempts in flight have time to end. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Waits until attempts in flight have ended and their results are stored (F31). */
  async beforeApplicationShutdown(): Promise<void> {
    await endsInTime(this.idle(), SHUTDOWN_LIMIT_MS);
  }

  /** Resolves when no attempt is in flight, every result and noted exchange is stored, and this process has no lease. */
  async idle(): Promise<void> {
    while (this.leases.size > 0 || this.rounds.isPolling || this.settling !== null) {
      await Promise.all([this.rounds.idle(), this.settling, ...this.attempts]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.exchanges.flush();
  }

  private async round(): Promise<void> {
    await this.lease();
    await this.startAttempts();
    this.settling ??= this.settle();
    await sleep(ROUND_MS);
  }

  /** due → leased: acquires webhooks with due deliveries, and more slots for leases that can use them. */
  private async lease(): Promise<void> {
    const free = this.freeSlots();
    if (this.isStopping || free.slots <= 0 || this.judged.length >= MAX_UNSETTLED_RESULTS) return;
    const now = performance.now();
    const growing = [...this.leases.values()].filter((lease) => lease.canGrow(now)).map((lease) => lease.token);
    const leaseMs = this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS;
    const acquired = this.store.acquire({ ...free, growing }, leaseMs);
    const grants = await acquired.catch(this.noneAfter('acquire webhooks'));
    for (const grant of grants) {
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
    const slotsOf = (some: readonly WebhookLease[]): number => some.reduce((sum, lease) => sum + lease.slots, 0);
    const slow = slotsOf(leases.filter((lease) => lease.isSlow));
    return { slots: all - slotsOf(leases), slowSlots: Math.max(Math.ceil(all / 2) - slow, 0) };
  }

  /** leased → read: starts an attempt in each vacant slot. A slot without a delivery is given up, also after an error. */
  private async startAttempts(): Promise<void> {
    const now = performance.now();
    for (const lease of this.leases.values()) if (this.isStopping || !lease.isServing(now)) lease.giveUpVacantSlots();
    const requests = [...this.leases.values()]
      .filter((lease) => lease.vacantSlots > 0)
      .map((lease) => ({ lease, count: lease.vacantSlots }));
    if (requests.length === 0) return;
    const due: readonly SignableDelivery[] = await this.read(requests).catch(this.noneAfter('read deliveries'));
    for (const { lease, count } of requests) {
      const deliveries = this.isStopping ? [] : due.filter(({ token }) => token === lease.token);
      for (const delivery of lease.begin(count, deliveries)) this.start(lease, delivery);
      if (lease.vacantSlots > 0) void this.poll();
    }
  }

  private async read(requests: readonly DueRequest[]): Promise<readonly SignableDelivery[]> {
    const minLeaseMs = this.config.HREV_WEBHOOK_TIMEOUT + SETTLE_FOR_MS;
    const due = await this.store.due(requests, minLeaseMs);
    const readAtMs = performance.now();
    const secrets = new Map<number, readonly string[] | null>();
    for (const { accountId, sealedSecrets } of due)
      if (!secrets.has(accountId)) secrets.set(accountId, await this.secretsOf(accountId, sealedSecrets));
    return due.map((delivery) => ({
      ...delivery,
      secrets: secrets.get(delivery.accountId) ?? null,
      ownHeaders: this.headersOf(delivery),
      createdAtMs: readAtMs - delivery.ageMs,
    }));
  }

  /** The signing secrets of an account; null if they cannot be read or created, which does not delay other accounts (F42). */
  private async secretsOf(accountId: number, sealed: string | null): Promise<readonly string[] | null> {
    try {
      return sealed === null
        ? await this.secrets.validSecrets(accountId)
        : this.secrets.openSecretsText(accountId, sealed);
    } catch (error) {
      const err = (error instanceof Error ? error.cause : undefined) ?? error;
      this.logger.error({ msg: 'the signing secrets cannot be read', account_id: accountId, err });
      return null;
    }
  }

  /** The own headers of the webhook; null if they cannot be read, which does not delay other webhooks. */
  private headersOf({ accountId, webhookId, sealedHeaders }: DueDelivery): OwnHeaders | null {
    if (sealedHeaders === null) return [];
    try {
      return this.headers.openText({ accountId, webhookId }, sealedHeaders);
    } catch (error) {
      const err = (error instanceof Error ? error.cause : undefined) ?? error;
      this.logger.error({ msg: 'the headers of a webhook cannot be read', webhook_id: webhookId, err });
      return null;
    }
  }

  private start(lease: WebhookLease, delivery: SignableDelivery): void {
    const attempt = this.attempt(lease, delivery).finally(() => this.attempts.delete(attempt));
    this.attempts.add(attempt);
  }

  /** read → judged. Never rejects. */
  private async attempt(lease: WebhookLease, delivery: SignableDelivery): Promise<void> {
    const headers = this.headersFor(delivery);
    if (delivery.attempts === 0) countFirstAttempt(performance.now() - delivery.createdAtMs);
    const sent = await this.send(delivery, headers);
    this.certificates.note(delivery, sent.certificateEndsAt);
    const attempt = this.judge(lease, delivery, sent);
    if (headers !== null) this.exchanges.note(attempt, delivery.ownHeaders ?? [], sent);
    this.judged.push(attempt);
    void this.poll();
  }

  /** read → signed, with the current time. Null without secrets, or without the headers of the webhook. */
  private headersFor(delivery: SignableDelivery): SentHeaders | null {
    const { id: deliveryId, eventType: event, eventId, sequence, body, secrets, ownHeaders } = delivery;
    if (secrets === null || ownHeaders === null) return null;
    const timestamp = Math.floor(Date.now() / 1_000);
    const signed = signedHeaders({ event, deliveryId, eventId, timestamp, sequence }, secrets, body);
    return { ...Object.fromEntries(ownHeaders), ...signed };
  }

  /** signed → sent. Never rejects. */
  private async send(delivery: SignableDelivery, headers: SentHeaders | null): Promise<SentRequest> {
    if (headers === null) return UNSIGNED;
    const { target, body, traceparent, tries } = delivery;
    const attributes = {
      'hrev.delivery.id': delivery.id,
      'hrev.webhook.id': delivery.webhookId,
      'hrev.event.type': delivery.eventType,
      'http.request.resend_count': tries > 0 ? tries : undefined,
    };
    return this.sender.send(target, headers, body, {
      responseBytes: RESPONSE_BYTES,
      causes: [traceparent],
      attributes,
    });
  }

  /** sent → judged. Ends the attempt for its lease, which gives up the slot after a timeout. */
  private judge(lease: WebhookLease, delivery: SignableDelivery, sent: SentRequest): JudgedAttempt {
    const { result, response, trace } = sent;
    const outcome = outcomeOf(result);
    const schedule = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
    const retryAfterS = retryAfterSeconds(response?.headers['retry-after'], Date.now());
    // Webhooks of v2 keep the schedule of their specification.
    const askedMs = delivery.schemaVersion === 2 ? 0 : (retryAfterS ?? 0) * 1_000;
    const waitMs = outcome === 'retry' ? waitAfter(delivery.tries + 1, schedule, askedMs) : null;
    countAttempt({ outcome, tries: delivery.tries, waitMs, durationMs: result.durationMs });
    lease.attemptEnded({ timedOut: result.error === 'timeout' });
    return { lease, delivery, result, outcome, waitMs, retryAfterS, trace };
  }

  /**
   * judged → settled: stores a batch of results, and releases finished leases. Rounds do not wait for it: a settlement
   * that waits for a lock does not delay the deliveries of other webhooks.
   */
  private async settle(): Promise<void> {
    const finished = [...this.leases.values()].filter((lease) => lease.isFinished);
    const batch = this.judged.splice(0, SETTLE_BATCH);
    await this.settlements.settle(batch, SETTLE_FOR_MS);
    await this.settlements.release(finished);
    for (const lease of finished) this.leases.delete(lease.token);
    this.settling = null;
    if (batch.length > 0 || finished.length > 0) void this.poll();
  }

  /** Handles the failure of a stage for all webhooks: logs it, and returns nothing. The next round tries again. */
  private noneAfter(action: string): (error: unknown) => readonly never[] {
    return (error) => {
      this.logger.warn(`could not ${action}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    };
  }
}
