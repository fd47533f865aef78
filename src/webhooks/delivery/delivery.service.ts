/**
 * Attempts at deliveries (contract §6.5). What is due is in PostgreSQL. A worker acquires a lease on a webhook with a number of
 * slots. Each slot reads the next delivery with the current webhook and secrets, sends the stored bytes with a new timestamp and
 * signature, and has the result stored. Where a worker dies between the receiver's answer and that, the delivery is sent once
 * more under the same id: at least once.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { CoalescedPoller } from '@libs/queue';
import { deliveryHeaders } from '../domain/delivery-headers';
import { outcomeOf, type AttemptResult } from '../domain/outcome';
import { waitAfter } from './domain/retry-ladder';
import { WebhookLease } from './domain/webhook-lease';
import { WebhookLeaseStore, type DueDelivery, type DueRequest } from './persistence/webhook-lease.store';
import { WebhookSender } from '../sender/webhook-sender';
import { LEASE_MARGIN_MS, SettlementService } from './settlement.service';
import { SigningSecretService } from '../signing-secret.service';

/** While so many results wait to be stored, no lease is acquired. */
const MOST_UNSETTLED = 1_024;
/** Slots that become free within this time are filled together. */
const GATHER_MS = 5;

/** Signing secrets of each account, newest first; null where they cannot be read. */
type SecretsOf = ReadonlyMap<number, readonly string[] | null>;

@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly leases = new Map<string, WebhookLease>();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly acquiring = new CoalescedPoller(
    () => this.acquireWhileSlotsAreFree(),
    this.failed('acquire webhooks'),
  );
  private readonly reading = new CoalescedPoller(() => this.readForAll(), this.failed('read deliveries'));
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: WebhookLeaseStore,
    private readonly settlements: SettlementService,
    private readonly secrets: SigningSecretService,
    private readonly sender: WebhookSender,
  ) {
    settlements.onSettled = () => {
      this.releaseFinished();
      void this.poll();
    };
  }

  /** Acquires leases until nothing is due or no slot is free. Calls during a poll are coalesced into one more. Never throws. */
  poll(): Promise<void> {
    return this.acquiring.poll();
  }

  /** No attempt begins from now on. */
  stop(): void {
    this.isStopping = true;
  }

  /** Resolves when nothing is in flight and every result is stored; after `stop`, this process then holds no lease. */
  async idle(): Promise<void> {
    while (this.isBusy) {
      await Promise.all([this.acquiring.idle(), this.reading.idle(), ...this.inFlight]);
      await this.settlements.settled();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private get isBusy(): boolean {
    const isPolling = this.acquiring.isPolling || this.reading.isPolling;
    return isPolling || this.settlements.isSettling || this.inFlight.size > 0 || this.leases.size > 0;
  }

  /** Free slots of this process, and how many of them slow webhooks may have: at most half of all slots. */
  private freeSlots(): { readonly slots: number; readonly slowSlots: number } {
    const all = this.config.HREV_WEBHOOK_CONCURRENCY;
    const leases = [...this.leases.values()];
    const held = (some: readonly WebhookLease[]): number => some.reduce((sum, lease) => sum + lease.slots, 0);
    const slow = held(leases.filter((lease) => lease.isSlow));
    return { slots: all - held(leases), slowSlots: Math.max(Math.ceil(all / 2) - slow, 0) };
  }

  private async acquireWhileSlotsAreFree(): Promise<void> {
    while (!this.isStopping && this.settlements.waiting < MOST_UNSETTLED) {
      const free = this.freeSlots();
      if (free.slots <= 0 || (await this.acquire(free)) === 0) return;
      void this.reading.poll();
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
  }

  /** Returns how many leases were acquired or got more slots. */
  private async acquire(free: { readonly slots: number; readonly slowSlots: number }): Promise<number> {
    const now = performance.now();
    const growing = [...this.leases.values()].filter((lease) => lease.canGrow(now));
    for (const lease of growing) lease.requestSlots();
    try {
      const asked = { ...free, growing: growing.map((lease) => lease.token) };
      const grants = await this.store.acquire(asked, this.settlements.leaseMs);
      for (const grant of grants) {
        const known = this.leases.get(grant.token);
        if (known) known.addSlots(grant.slots);
        else this.leases.set(grant.token, new WebhookLease(grant, now));
      }
      return grants.length;
    } finally {
      for (const lease of growing) lease.addSlots(0);
      this.releaseFinished();
    }
  }

  /** Reads the next delivery for every vacant slot. */
  private async readForAll(): Promise<void> {
    for (;;) {
      const requests = [...this.leases.values()]
        .filter((lease) => lease.vacantSlots > 0)
        .map((lease): DueRequest & { readonly lease: WebhookLease } => ({ lease, count: lease.vacantSlots }));
      if (requests.length === 0) return;
      await this.read(requests);
    }
  }

  private async read(requests: readonly (DueRequest & { readonly lease: WebhookLease })[]): Promise<void> {
    let due: readonly DueDelivery[] = [];
    let secrets: SecretsOf = new Map();
    try {
      if (!this.isStopping) {
        const found = await this.store.due(requests, this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS / 2);
        secrets = await this.secretsOf(found);
        due = found;
      }
    } finally {
      // Also after an error: slots without a delivery are given up.
      const found = new Map<string, DueDelivery[]>(requests.map(({ lease }) => [lease.token, []]));
      for (const delivery of due) found.get(delivery.token)?.push(delivery);
      for (const { lease, count } of requests)
        for (const delivery of lease.assign(count, found.get(lease.token) ?? [])) this.start(lease, delivery, secrets);
      this.releaseFinished();
    }
  }

  private start(lease: WebhookLease, delivery: DueDelivery, secrets: SecretsOf): void {
    const attempt = this.attempt(lease, delivery, secrets.get(delivery.accountId) ?? null).finally(() =>
      this.inFlight.delete(attempt),
    );
    this.inFlight.add(attempt);
  }

  /** One attempt; its result waits to be stored when this resolves. Never rejects. */
  private async attempt(lease: WebhookLease, delivery: DueDelivery, secrets: readonly string[] | null): Promise<void> {
    const result = await this.send(delivery, secrets);
    const outcome = outcomeOf(result);
    const ladder = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
    const waitMs = outcome === 'retry' ? waitAfter(delivery.tries + 1, ladder) : null;
    lease.attemptEnded(performance.now(), { timedOut: result.error === 'timeout', goesOn: !this.isStopping });
    this.settlements.add({ lease, attempt: { delivery, result, outcome, waitMs } });
    if (lease.vacantSlots > 0) void this.reading.poll();
  }

  private send(delivery: DueDelivery, secrets: readonly string[] | null): Promise<AttemptResult> {
    // Nothing is sent unsigned: without secrets the attempt counts as one without an answer.
    if (secrets === null) return Promise.resolve({ statusCode: null, error: 'no_secret', durationMs: 0 });
    const { id: deliveryId, eventType: event, eventId, body } = delivery;
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = deliveryHeaders({ event, deliveryId, eventId, timestamp }, secrets, body);
    return this.sender.send(delivery.target, headers, body);
  }

  /** Forgets leases that are finished. */
  private releaseFinished(): void {
    for (const lease of this.leases.values()) {
      if (!lease.isFinished) continue;
      this.leases.delete(lease.token);
      if (lease.needsRelease) this.settlements.release(lease);
    }
  }

  /** An account whose secrets cannot be read is null here and does not delay the others (F42). */
  private async secretsOf(due: readonly DueDelivery[]): Promise<SecretsOf> {
    const readable = new Map<number, readonly string[] | null>();
    for (const { accountId, sealedSecrets } of due) {
      if (readable.has(accountId)) continue;
      const isFirst = sealedSecrets === null;
      readable.set(
        accountId,
        isFirst ? await this.secrets.validSecrets(accountId) : this.opened(accountId, sealedSecrets),
      );
    }
    return readable;
  }

  private opened(accountId: number, sealedSecrets: string): readonly string[] | null {
    try {
      return this.secrets.openedTogether(accountId, sealedSecrets);
    } catch (error) {
      const err = (error instanceof Error ? error.cause : undefined) ?? error;
      this.logger.error({ msg: 'the signing secrets cannot be read', account_id: accountId, err });
      return null;
    }
  }

  private failed(what: string): (error: unknown) => void {
    return (error) => this.logger.warn(`could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
