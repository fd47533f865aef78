import { Controller, Delete, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, EVERY_VERSION, IdParam } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { TestEventService } from '../test-event.service';
import { WebhooksService } from '../webhooks.service';
import { TestResult } from './webhook.shapes';

/** Routes of webhooks that are the same in every version (contract §4.11). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: EVERY_VERSION })
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: TestEventService,
  ) {}

  @Post(':webhook_id/test')
  @Endpoint({
    summary: 'Send a test event',
    description:
      'One event of the first subscribed type with sample data (ids are 0), `"test": true` and a valid signature, also to a paused webhook. Waits for the response; is not retried, stored or counted. 200 also if the receiver fails. `conflict` while four test events of the account are running.',
    response: TestResult,
    access: 'write',
    errors: ['conflict'],
  })
  async test(@CurrentCaller() { accountId }: Caller, @IdParam('webhook_id') webhookId: number): Promise<TestResult> {
    const { deliveryId, statusCode, durationMs, ...result } = await this.tests.send(accountId, webhookId);
    return { ...result, delivery_id: deliveryId, status_code: statusCode, duration_ms: durationMs };
  }

  @Delete(':webhook_id')
  @Endpoint({
    summary: 'Delete a webhook with its deliveries',
    description: 'No further delivery is sent.',
    status: 204,
    access: 'write',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('webhook_id') webhookId: number): Promise<void> {
    await this.webhooks.remove(accountId, webhookId);
  }
}
