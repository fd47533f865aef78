import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, PageParameters, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { RecoveriesService } from '../../recoveries.service';
import { presentRecovery, RecoveryBody, WebhookRecovery } from './recovery.shapes';

/** Recoveries of a webhook (contract §4.11): v3 only. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks/:webhook_id/recoveries', version: V3 })
export class RecoveriesController {
  constructor(private readonly recoveries: RecoveriesService) {}

  @Post()
  @Endpoint({
    name: 'startRecovery',
    summary: 'Send the failed deliveries of a period again',
    description:
      'Oldest first, in batches, with the same ids and bytes and new series of attempts. While the webhook is paused or has 100 pending deliveries, the recovery waits. One runs at a time: 409 `conflict`.',
    status: 202,
    response: WebhookRecovery,
    access: 'write',
    errors: ['conflict'],
  })
  async create(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() { since, until = null, statuses }: RecoveryBody,
  ): Promise<WebhookRecovery> {
    return presentRecovery(await this.recoveries.start(accountId, webhookId, { since, until, statuses }));
  }

  @Get()
  @Endpoint({
    name: 'listRecoveries',
    summary: 'List the recoveries of a webhook',
    description: 'Newest first. Recoveries are kept for 30 days after they ended.',
    page: WebhookRecovery,
    access: 'write',
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Query() query: PageParameters,
  ): Promise<Page<WebhookRecovery>> {
    const page = await this.recoveries.page(accountId, webhookId, query);
    return { ...page, data: page.data.map(presentRecovery) };
  }

  @Get(':recovery_id')
  @Endpoint({
    name: 'getRecovery',
    summary: 'Read a recovery and its progress',
    description: '`done` grows with each batch.',
    response: WebhookRecovery,
    access: 'write',
  })
  async get(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @IdParam('recovery_id') recoveryId: number,
  ): Promise<WebhookRecovery> {
    return presentRecovery(await this.recoveries.single(accountId, webhookId, recoveryId));
  }

  @Delete(':recovery_id')
  @Endpoint({
    name: 'stopRecovery',
    summary: 'Stop a recovery',
    description:
      'It makes no further delivery due; those that are pending are still sent. Returns the recovery, which stays in the list. One that has ended stays as it is.',
    response: WebhookRecovery,
    access: 'write',
  })
  async stop(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @IdParam('recovery_id') recoveryId: number,
  ): Promise<WebhookRecovery> {
    return presentRecovery(await this.recoveries.stop(accountId, webhookId, recoveryId));
  }
}
