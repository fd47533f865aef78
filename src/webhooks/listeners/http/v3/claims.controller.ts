import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, IdParam, V3, type ApiRequest } from '@libs/http';
import { CurrentCaller, WaitingRequests, type Caller } from '@src/auth';
import { ClaimsService } from '../../claims.service';
import { MAX_CLAIMED } from '../../domain/claim';
import {
  ClaimBody,
  ClaimedWebhookDelivery,
  ClaimResultsBody,
  presentClaimed,
  presentResult,
  reportsOf,
  StoredClaimResult,
} from './claim.shapes';

/** Deliveries of a listener, claimed and settled by a client (contract §4.11): v3 only. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks/:webhook_id/claims', version: V3 })
export class ClaimsController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly waiting: WaitingRequests,
  ) {}

  @Post()
  @Endpoint({
    name: 'claimDeliveries',
    summary: 'Claim deliveries of a listener',
    description:
      'Returns due deliveries, first due first, with the headers and the bytes that an attempt would send. The client sends them to its own receiver and reports the results within 60 seconds; afterwards they can be claimed again. At most 20 of a listener are claimed at a time. Without a due delivery the request waits, and returns an empty list when its time is over, or at once if too many requests of the account wait. `conflict` for a webhook with a target.',
    list: ClaimedWebhookDelivery,
    access: 'write',
    errors: ['conflict'],
  })
  async claim(
    @CurrentCaller() { accountId, keyId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() { limit = MAX_CLAIMED, wait_seconds: seconds = 0 }: ClaimBody,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: readonly ClaimedWebhookDelivery[] }> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    request.isWait = seconds > 0;
    const waitMs = keyId === null ? 0 : seconds * 1_000;
    const assertAdmitted = (): Promise<void> => this.waiting.assertAdmitted(request);
    const wait = { limit, waitMs, signal: gone.signal, assertAdmitted };
    return { data: (await this.claims.claim({ accountId, webhookId }, wait)).map(presentClaimed) };
  }

  @Post('results')
  @Endpoint({
    name: 'settleClaims',
    summary: 'Report the results of claimed deliveries',
    description:
      'Settles them as attempts of the service: a status or an error decides whether a delivery has succeeded, failed or is sent again (contract §6.5). All results are stored, except those whose lease is lost. `conflict` for a webhook with a target.',
    list: StoredClaimResult,
    access: 'write',
    errors: ['conflict'],
  })
  async settle(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Body() body: ClaimResultsBody,
  ): Promise<{ data: readonly StoredClaimResult[] }> {
    return { data: (await this.claims.settle({ accountId, webhookId }, reportsOf(body))).map(presentResult) };
  }
}
