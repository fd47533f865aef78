import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { TestEventService } from '../../test-event.service';
import { WebhooksService } from '../../webhooks.service';
import { SENT_EVENTS } from '../sent-events';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  headersOf,
  settingsOf,
  webhookChangeOf,
} from '../../../http/webhook.shapes';
import { presentTest, presentWebhook, TestBody, TestResult, Webhook } from '../webhook.shapes';

/** Webhooks of the current version (contract §4.11, §4.13). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V3 })
export class WebhooksV3Controller {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: TestEventService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List all webhooks',
    description: 'Oldest first; includes listeners, and webhooks created through the other version.',
    list: Webhook,
    access: 'read',
  })
  async list(@CurrentCaller() caller: Caller): Promise<{ data: readonly Webhook[] }> {
    const webhooks = await this.webhooks.list(caller.accountId, 3);
    return { data: webhooks.map((webhook) => presentWebhook(webhook, caller)) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook',
    description:
      'Its deliveries always have `schema_version` "3". At most 50 per account, and 20 listeners (409 `conflict`); an object of another account causes 404.',
    status: 201,
    response: Webhook,
    access: 'write',
    errors: ['not_found', 'conflict'],
    sends: SENT_EVENTS,
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWebhookBody): Promise<Webhook> {
    return presentWebhook(await this.webhooks.create(caller.accountId, 3, settingsOf(body), headersOf(body)), caller);
  }

  @Get(':webhook_id')
  @Endpoint({
    summary: 'Read one webhook',
    description: 'Without the signing secret, which belongs to the account.',
    response: Webhook,
    access: 'read',
  })
  async get(@CurrentCaller() caller: Caller, @IdParam('webhook_id') webhookId: number): Promise<Webhook> {
    return presentWebhook(await this.webhooks.single(caller.accountId, webhookId), caller);
  }

  @Patch(':webhook_id')
  @Endpoint({
    summary: 'Change, pause or resume a webhook',
    description:
      'Absent fields stay as they are; at least one field is required. All or nothing. A webhook created through v2 accepts the event types of v2 only, and neither `headers` nor a `format`; a listener accepts no `target`.',
    response: Webhook,
    access: 'write',
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() body: ChangeWebhookBody,
  ): Promise<Webhook> {
    const change = webhookChangeOf(body);
    const changed = await this.webhooks.change(caller.accountId, 3, webhookId, change, headersOf(body));
    return presentWebhook(changed, caller);
  }

  @Post(':webhook_id/test')
  @Endpoint({
    summary: 'Send a test event',
    description:
      'One event with sample data (ids are 0), `"test": true` and a valid signature, also to a paused webhook. Waits for the response; is not retried, stored or counted. To a listener it is stored as a delivery, which is retried as others are; if no client answers it within the time of an attempt, `error` is `waiting`. 200 also if the receiver fails. `conflict` while four test events of the account are running.',
    response: TestResult,
    access: 'write',
    errors: ['conflict'],
  })
  async test(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() { event_type: eventType }: TestBody,
  ): Promise<TestResult> {
    return presentTest(await this.tests.send(accountId, webhookId, { version: 3, eventType }));
  }

  @Delete(':webhook_id')
  @Endpoint({
    summary: 'Delete a webhook with its deliveries',
    description: 'No further delivery is sent.',
    status: 204,
    access: 'write',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('webhook_id') webhookId: number): Promise<void> {
    await this.webhooks.remove(accountId, 3, webhookId);
  }
}
