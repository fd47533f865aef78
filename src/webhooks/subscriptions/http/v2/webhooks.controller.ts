import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { TestEventService } from '../../test-event.service';
import { WebhooksService } from '../../webhooks.service';
import { SENT_EVENTS_V2 } from '../sent-events';
import { ChangeWebhookV2Body, CreateWebhookV2Body, settingsOf, webhookChangeOfV2 } from '../../../http/webhook.shapes';
import { presentTestV2, presentWebhookV2, TestResultV2, WebhookV2 } from '../webhook.shapes';

/** Webhooks of v2; their deliveries have the body of v2 (contract §4.11, §6.2). Listeners are not part of v2: they are 404 here. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V2 })
export class WebhooksV2Controller {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: TestEventService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List all webhooks',
    description: 'Oldest first; includes those created through the other version.',
    list: WebhookV2,
    access: 'read',
  })
  async list(@CurrentCaller() caller: Caller): Promise<{ data: readonly WebhookV2[] }> {
    const webhooks = await this.webhooks.list(caller.accountId, 2);
    return { data: webhooks.map((webhook) => presentWebhookV2(webhook, caller)) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook',
    description:
      'Its deliveries always have `schema_version` "2". At most 50 per account (409 `conflict`); an object of another account causes 404.',
    status: 201,
    response: WebhookV2,
    access: 'write',
    errors: ['not_found', 'conflict'],
    sends: SENT_EVENTS_V2,
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWebhookV2Body): Promise<WebhookV2> {
    return presentWebhookV2(await this.webhooks.create(caller.accountId, 2, settingsOf(body)), caller);
  }

  @Patch(':webhook_id')
  @Endpoint({
    summary: 'Change, pause or resume a webhook',
    description: 'Absent fields stay as they are; at least one field is required. All or nothing.',
    response: WebhookV2,
    access: 'write',
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() body: ChangeWebhookV2Body,
  ): Promise<WebhookV2> {
    return presentWebhookV2(
      await this.webhooks.change(caller.accountId, 2, webhookId, webhookChangeOfV2(body)),
      caller,
    );
  }

  @Post(':webhook_id/test')
  @Endpoint({
    summary: 'Send a test event',
    description:
      'One event of the first subscribed type with sample data (ids are 0), `"test": true` and a valid signature, also to a paused webhook. Waits for the response; is not retried, stored or counted. 200 also if the receiver fails. `conflict` while four test events of the account are running.',
    response: TestResultV2,
    access: 'write',
    errors: ['conflict'],
  })
  async test(@CurrentCaller() { accountId }: Caller, @IdParam('webhook_id') webhookId: number): Promise<TestResultV2> {
    return presentTestV2(await this.tests.send(accountId, webhookId, { version: 2 }));
  }

  @Delete(':webhook_id')
  @Endpoint({
    summary: 'Delete a webhook with its deliveries',
    description: 'No further delivery is sent.',
    status: 204,
    access: 'write',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('webhook_id') webhookId: number): Promise<void> {
    await this.webhooks.remove(accountId, 2, webhookId);
  }
}
