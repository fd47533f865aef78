import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { WebhooksService } from '../../webhooks.service';
import { SENT_EVENTS_V2 } from '../sent-events';
import { ChangeWebhookV2Body, CreateWebhookV2Body, settingsOf, webhookChangeOfV2 } from '../../../http/webhook.shapes';
import { presentWebhookV2, WebhookV2 } from '../webhook.shapes';

/** Webhooks of v2; their deliveries have the body of v2 (contract §4.11, §6.2). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V2 })
export class WebhooksV2Controller {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Endpoint({
    summary: 'List all webhooks',
    description: 'Oldest first; includes those created through the other version.',
    list: WebhookV2,
    access: 'read',
  })
  async list(@CurrentCaller() caller: Caller): Promise<{ data: readonly WebhookV2[] }> {
    return { data: (await this.webhooks.list(caller.accountId)).map((webhook) => presentWebhookV2(webhook, caller)) };
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
    return presentWebhookV2(await this.webhooks.change(caller.accountId, webhookId, webhookChangeOfV2(body)), caller);
  }
}
