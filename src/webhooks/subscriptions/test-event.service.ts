import { Injectable } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { deliveryHeaders } from '../domain/delivery-headers';
import { outcomeOf } from '../domain/outcome';
import type { EventType, Subscription } from '../domain/subscription';
import { renderSample } from '../payloads/sample';
import { WebhookStore } from './persistence/webhook.store';
import { WebhookSender } from '../sender/webhook-sender';
import { SigningSecretService } from '../signing-secret.service';
import { WebhooksService } from './webhooks.service';

export interface TestOutcome {
  readonly success: boolean;
  readonly deliveryId: number;
  readonly event: EventType;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
}

/** Each test event may hold an API request for the whole timeout. */
const MAX_RUNNING_TESTS = 4;

/** `POST /webhooks/{id}/test`: one signed sample event, sent while the caller waits (contract §6.1). */
@Injectable()
export class TestEventService {
  private readonly underWay = new Map<number, number>();

  constructor(
    private readonly webhooks: WebhooksService,
    private readonly store: WebhookStore,
    private readonly secrets: SigningSecretService,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * Sends once, to a paused webhook too, and stores nothing. A failure to deliver is a result, not an error. Throws 404 for a foreign or
   * missing webhook, and `conflict` while too many of the account are in flight in this process.
   */
  async send(accountId: number, webhookId: number): Promise<TestOutcome> {
    const webhook = await this.webhooks.single(accountId, webhookId);
    const underWay = this.underWay.get(accountId) ?? 0;
    if (underWay >= MAX_RUNNING_TESTS) {
      throw new AppError(
        'conflict',
        `${MAX_RUNNING_TESTS} test events of the account are running; wait for one to end`,
      );
    }
    this.underWay.set(accountId, underWay + 1);
    try {
      return await this.sendTo(webhook);
    } finally {
      const left = (this.underWay.get(accountId) ?? 1) - 1;
      if (left > 0) this.underWay.set(accountId, left);
      else this.underWay.delete(accountId);
    }
  }

  private async sendTo({ accountId, target, schemaVersion, eventTypes }: Subscription): Promise<TestOutcome> {
    const [event] = eventTypes;
    if (event === undefined) throw new Error('a webhook without event types');
    const { deliveryId, now } = await this.store.nextDelivery();
    const body = renderSample({ event, deliveryId, occurredAt: now, schemaVersion, test: true });
    const timestamp = Math.floor(now.getTime() / 1000);
    const secrets = await this.secrets.validSecrets(accountId);
    const headers = deliveryHeaders({ event, deliveryId, eventId: 0, timestamp }, secrets, body);
    const result = await this.sender.send(target, headers, body);
    const success = outcomeOf(result) === 'success';
    return { success, deliveryId, event, ...result, error: success ? null : (result.error ?? 'bad_status') };
  }
}
