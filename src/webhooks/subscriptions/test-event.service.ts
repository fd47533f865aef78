import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { SwitchStore } from '@src/switches';
import { outcomeOf } from '../domain/outcome';
import { signedHeaders } from '../domain/signature';
import type { EventType, Subscription } from '../domain/subscription';
import { renderSample } from '../payloads/sample';
import { OwnHeadersService } from '../own-headers.service';
import { SigningSecretService } from '../signing-secret.service';
import { WebhookSender } from '../webhook-sender';
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

/** The limit for each account. A test event can occupy an API request for the whole timeout. */
const MAX_RUNNING_TESTS = 4;

/** `POST /webhooks/{id}/test`: one signed sample event, sent while the caller waits (contract §6.1). */
@Injectable()
export class TestEventService {
  /** Running test events by account. */
  private readonly running = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    private readonly store: WebhookStore,
    private readonly secrets: SigningSecretService,
    private readonly headers: OwnHeadersService,
    private readonly sender: WebhookSender,
    private readonly trail: AuditTrail,
    private readonly switches: SwitchStore,
  ) {}

  /**
   * Sends once, also to a paused webhook, and stores nothing. A failed delivery is a result, not an error; so is `switched_off`, for which
   * nothing is sent, while the operator has switched off all webhooks. Throws 404 for a foreign or
   * missing webhook, and `conflict` while too many test events of the account are in flight in this process.
   */
  async send(accountId: number, webhookId: number): Promise<TestOutcome> {
    const webhook = await this.webhooks.single(accountId, webhookId);
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
      return await this.sendTo(webhook);
    } finally {
      const remaining = (this.running.get(accountId) ?? 1) - 1;
      if (remaining > 0) this.running.set(accountId, remaining);
      else this.running.delete(accountId);
    }
  }

  private async sendTo(webhook: Subscription): Promise<TestOutcome> {
    const { id, accountId, target, schemaVersion, format, eventTypes } = webhook;
    const [event] = eventTypes;
    if (event === undefined) throw new Error('a webhook without event types');
    const { deliveryId, now } = await this.store.nextDelivery();
    if (await this.switches.isOffForAll('webhooks'))
      return { success: false, deliveryId, event, statusCode: null, durationMs: 0, error: 'switched_off' };
    const body = renderSample({ event, deliveryId, occurredAt: now, schemaVersion, format, test: true });
    const timestamp = Math.floor(now.getTime() / 1000);
    const secrets = await this.secrets.validSecrets(accountId);
    const own = Object.fromEntries(await this.headers.read(accountId, id));
    // Without a number: it is not stored, and a receiver would miss it among the deliveries.
    const signed = signedHeaders({ event, deliveryId, eventId: 0, timestamp, sequence: null }, secrets, body);
    const { result } = await this.sender.send(target, { ...own, ...signed }, body);
    const success = outcomeOf(result) === 'success';
    return { success, deliveryId, event, ...result, error: success ? null : (result.error ?? 'bad_status') };
  }
}
