import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { WebhooksService } from '../../webhooks.service';
import { SENT_EVENTS } from '../sent-events';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  headersOf,
  settingsOf,
  webhookChangeOf,
} from '../../../http/webhook.shapes';
import { presentWebhook, Webhook } from '../webhook.shapes';

/** Webhooks of the current version (contract §4.11, §4.13). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V3 })
export class WebhooksV3Controller {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Endpoint({
    summary: 'List all webhooks',
    description: 'Oldest first; includes those created through the other version.',
    list: Webhook,
    access: 'read',
  })
  async list(@CurrentCaller() caller: Caller): Promise<{ data: readonly Webhook[] }> {
    return { data: (await this.webhooks.list(caller.accountId)).map((webhook) => presentWebhook(webhook, caller)) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook',
    description:
      'Its deliveries always have `schema_version` "3". At most 50 per account (409 `conflict`); an object of another account causes 404.',
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
      'Absent fields stay as they are; at least one field is required. All or nothing. A webhook created through v2 accepts the event types of v2 only, and neither `headers` nor a `format`.',
    response: Webhook,
    access: 'write',
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() body: ChangeWebhookBody,
  ): Promise<Webhook> {
    const change = webhookChangeOf(body);
    return presentWebhook(await this.webhooks.change(caller.accountId, webhookId, change, headersOf(body)), caller);
  }
}
