/**
 * Attempts at deliveries (specification §6.5; decisions §8; reliability D1-D13, D21). PostgreSQL knows what is owed to whom
 * and when; a worker claims under a lease, reads webhook and secrets anew, sends the stored bytes with a fresh timestamp and
 * signature, and settles what came of it in one transaction. A worker that dies between the receiver's answer and that
 * transaction leaves the delivery to be sent once more: at least once, under the same id.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { NoticesService } from '@src/notices';
import { deliveryHeaders } from './domain/delivery-headers';
import { outcomeOf, type AttemptResult } from './domain/outcome';
import { waitAfter } from './domain/retry-ladder';
import { signatureHeader } from './domain/signature';
import { DeliveryClaimStore, type ClaimedDelivery, type DeliveryClaim } from './persistence/delivery-claim.store';
import { DeliverySettleStore, type EndedAttempt, type FailureMark } from './persistence/delivery-settle.store';
import { WebhookSender } from './sender/webhook-sender';
import { SigningSecretService } from './signing-secret.service';

/** A lease outlives its attempt by what reading and settling may take. */
const LEASE_MARGIN_MS = 10_000;
const SETTLED_AT_ONCE = 128;
const SETTLE_AGAIN_MS = 250;

/** A delivery that may be sent now. */
export type ReadyDelivery = ClaimedDelivery & { readonly target: string; readonly secrets: readonly string[] | null };

@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly ended: EndedAttempt[] = [];
  private settling: Promise<void> | null = null;
  /** Called after each settlement: places of webhooks are free again. */
  onSettled: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly claims: DeliveryClaimStore,
    private readonly settlements: DeliverySettleStore,
    private readonly secrets: SigningSecretService,
    private readonly sender: WebhookSender,
    private readonly notices: NoticesService,
  ) {}

  /** Claims up to so many due deliveries and reads what their attempts need. Those of gone or paused webhooks are left. */
  async claim(places: number): Promise<ReadyDelivery[]> {
    const claims = await this.claims.claim(places, this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS);
    if (claims.length === 0) return [];
    const loaded = await this.claims.load(claims);
    const ready = loaded.filter(
      (delivery): delivery is ClaimedDelivery & { target: string } => delivery.target !== null,
    );
    await this.giveBack(claims, ready);
    const secrets = await this.secretsOf(ready);
    return ready.map((delivery) => ({ ...delivery, secrets: secrets.get(delivery.accountId) ?? null }));
  }

  /** One attempt. Its result waits to be settled when this resolves. Never rejects. */
  async attempt(delivery: ReadyDelivery): Promise<void> {
    const result = await this.send(delivery);
    const outcome = outcomeOf(result);
    const ladder = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
    const waitMs = outcome === 'retry' ? waitAfter(delivery.tries + 1, ladder) : null;
    this.ended.push({ delivery, result, outcome, waitMs });
    this.settling ??= this.settleAll().finally(() => (this.settling = null));
  }

  /** How many results wait to be settled. */
  get unsettled(): number {
    return this.ended.length;
  }

  /** Resolves once everything that ended is settled. */
  async settled(): Promise<void> {
    while (this.settling !== null) await this.settling;
  }

  private async send({ target, secrets, body, ...delivery }: ReadyDelivery): Promise<AttemptResult> {
    // Never unsigned: without its secrets a delivery waits like one that nobody answered.
    if (secrets === null) return { statusCode: null, error: 'no_secret', durationMs: 0 };
    const timestamp = Math.floor(Date.now() / 1_000);
    const head = { event: delivery.eventType, deliveryId: delivery.id, eventId: delivery.eventId, timestamp };
    const headers = deliveryHeaders({ ...head, signature: signatureHeader(secrets, timestamp, body) });
    return this.sender.send(target, headers, body);
  }

  private async giveBack(claims: readonly DeliveryClaim[], ready: readonly DeliveryClaim[]): Promise<void> {
    if (ready.length === claims.length) return;
    const kept = new Set(ready.map((delivery) => delivery.id));
    await this.claims.release(claims.filter((claim) => !kept.has(claim.id)));
  }

  /** Once for a batch; an account whose secrets cannot be read does not hold up the others (F42). */
  private async secretsOf(deliveries: readonly ClaimedDelivery[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const readable = new Map<number, readonly string[]>();
    const accountIds = [...new Set(deliveries.map((delivery) => delivery.accountId))];
    for (const [accountId, secrets] of await this.secrets.validSecretsOf(accountIds)) {
      if (!(secrets instanceof Error)) readable.set(accountId, secrets);
      else
        this.logger.error({
          msg: 'the signing secrets cannot be read',
          account_id: accountId,
          err: secrets.cause ?? secrets,
        });
    }
    return readable;
  }

  /** What ends while a batch is settled is the next batch. */
  private async settleAll(): Promise<void> {
    while (this.ended.length > 0) {
      await this.settleBatch(this.ended.splice(0, SETTLED_AT_ONCE));
      this.onSettled();
    }
  }

  private async settleBatch(batch: readonly EndedAttempt[]): Promise<void> {
    const giveUpAt = performance.now() + LEASE_MARGIN_MS / 2;
    for (;;) {
      try {
        return await this.settle(batch);
      } catch (error) {
        // While the database is away the results are kept as long as their leases are sure to hold.
        if (!(error instanceof AppError) || performance.now() > giveUpAt) return this.settleOneByOne(batch, error);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_MS));
      }
    }
  }

  /** One that cannot be settled is logged and comes again when its lease ends; it holds up no other (F37). */
  private async settleOneByOne(batch: readonly EndedAttempt[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      this.logger.error({ msg: 'a delivery could not be settled', delivery_id: only.delivery.id, err: error });
      return;
    }
    for (const attempt of batch) {
      await this.settle([attempt]).catch((reason: unknown) => this.settleOneByOne([attempt], reason));
    }
  }

  private settle(batch: readonly EndedAttempt[]): Promise<void> {
    return this.database.transaction(async () => {
      for (const mark of await this.settlements.settle(batch)) await this.tell(mark);
    });
  }

  /** §6.5: on every 50th consecutive failure the account owner is notified. */
  private async tell({ accountId, webhookId, target, failures }: FailureMark): Promise<void> {
    await this.notices.tell({
      accountId,
      kind: 'webhook_failing',
      subject: `Webhook ${webhookId} has failed ${failures} times in a row`,
      body: `${failures} attempts in a row to deliver to webhook ${webhookId} (${new URL(target).host}) have failed. It stays active and deliveries go on being tried. Its deliveries and the receiver's answers are listed at GET /v3/webhooks/${webhookId}/deliveries.`,
    });
  }
}
