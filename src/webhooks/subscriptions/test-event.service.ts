import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { SwitchStore } from '@src/switches';
import { outcomeOf } from '../domain/outcome';
import { signedHeaders } from '../domain/signature';
import type { EventType, SchemaVersion, Subscription } from '../domain/subscription';
import { renderSample } from '../payloads/sample';
import { OwnHeadersService } from '../own-headers.service';
import { SigningSecretService } from '../signing-secret.service';
import { WebhookSender } from '../webhook-sender';
import { TestDeliveryStore, type TestDelivery } from './persistence/test-delivery.store';
import { WebhookStore } from './persistence/webhook.store';
import { WebhooksService } from './webhooks.service';

export interface TestOutcome {
  readonly success: boolean;
  readonly deliveryId: number;
  readonly event: EventType;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
}

/** Which test event is sent, and how. */
export interface TestRequest {
  /** The version of the API of the request. */
  readonly version: SchemaVersion;
  /** Default: the first type that the webhook is subscribed to. */
  readonly eventType?: EventType | undefined;
}

/** How often the answer of a listener is looked for. */
const LOOK_EVERY_MS = 250;

/** The limit for each account. A test event can occupy an API request for the whole timeout. */
const MAX_RUNNING_TESTS = 4;

/** `POST /webhooks/{id}/test`: one signed sample event, sent while the caller waits (contract §6.1). */
@Injectable()
export class TestEventService implements OnModuleDestroy {
  /** Running test events by account. */
  private readonly running = new Map<number, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    private readonly store: WebhookStore,
    private readonly secrets: SigningSecretService,
    private readonly headers: OwnHeadersService,
    private readonly sender: WebhookSender,
    private readonly trail: AuditTrail,
    private readonly switches: SwitchStore,
    private readonly deliveries: TestDeliveryStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Sends once, also to a paused webhook, and stores nothing. To a listener it is a delivery, and the answer of a client is waited for as
   * long as an attempt may take. A failed delivery is a result, not an error; so is `switched_off`, for which
   * nothing is sent, while the operator has switched off all webhooks. Throws 404 for a foreign or
   * missing webhook and for a listener in v2, `validation_error` for an event type that the webhook is not subscribed to, and `conflict` while too many test events of the account are in flight in this process.
   */
  async send(accountId: number, webhookId: number, { version, eventType }: TestRequest): Promise<TestOutcome> {
    const webhook = await this.webhooks.single(accountId, webhookId, version);
    const event = eventType ?? webhook.eventTypes[0];
    if (event === undefined || !webhook.eventTypes.includes(event))
      throw new AppError('validation_error', `event_type: the webhook is not subscribed to ${event ?? 'any event'}`);
    const running = this.running.get(accountId) ?? 0;
    if (running >= MAX_RUNNING_TESTS) {
      throw new AppError(
        'conflict',
        `${MAX_RUNNING_TESTS} test events of the account are running; wait for one to end`,
      );
    }
    this.running.set(accountId, running + 1);
    try {
      const target = { type: 'webhook', id: webhookId } as const;
      await this.database.transaction(() => this.trail.recordOfPerson({ action: 'webhook.tested', accountId, target }));
      return await this.sendTo(webhook, event);
    } finally {
      const remaining = (this.running.get(accountId) ?? 1) - 1;
      if (remaining > 0) this.running.set(accountId, remaining);
      else this.running.delete(accountId);
    }
  }

  private async sendTo(webhook: Subscription, event: EventType): Promise<TestOutcome> {
    const { id: webhookId, accountId, target, schemaVersion, format } = webhook;
    const { deliveryId, now } = await this.store.nextDelivery();
    if (await this.switches.isOffForAll('webhooks'))
      return { success: false, deliveryId, event, statusCode: null, durationMs: 0, error: 'switched_off' };
    const body = renderSample({ event, deliveryId, occurredAt: now, schemaVersion, format, test: true });
    if (target === null) return this.leave({ id: deliveryId, accountId, webhookId, eventType: event, body });
    const timestamp = Math.floor(now.getTime() / 1000);
    const secrets = await this.secrets.validSecrets(accountId);
    const own = Object.fromEntries(await this.headers.read(accountId, webhookId));
    // Without a number: it is not stored, and a receiver would miss it among the deliveries.
    const signed = signedHeaders({ event, deliveryId, eventId: 0, timestamp, sequence: null }, secrets, body);
    const { result } = await this.sender.send(target, { ...own, ...signed }, body);
    const success = outcomeOf(result) === 'success';
    return { success, deliveryId, event, ...result, error: success ? null : (result.error ?? 'bad_status') };
  }

  /** Stores the event for a listener, and waits for the result of its first attempt. */
  private async leave(delivery: TestDelivery): Promise<TestOutcome> {
    const { id: deliveryId, accountId, eventType: event } = delivery;
    await this.database.transaction(() => this.deliveries.insert(delivery));
    const until = performance.now() + this.config.HREV_WEBHOOK_TIMEOUT;
    while (performance.now() < until && !this.stopping.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      const last = await this.deliveries.last(accountId, deliveryId);
      if (last === null) break;
      if (last.attempts === 0) continue;
      const success = last.state === 'success';
      const { statusCode, durationMs } = last;
      const error = success ? null : (last.error ?? 'bad_status');
      return { success, deliveryId, event, statusCode, durationMs: durationMs ?? 0, error };
    }
    return { success: false, deliveryId, event, statusCode: null, durationMs: 0, error: 'waiting' };
  }
}
