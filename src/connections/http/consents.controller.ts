import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import type { Request } from 'express';
import { ConsentFlows } from '../consent-flows.service';
import { SESSION_ONLY } from './connections.controller';
import {
  AttachBody,
  AttachedShown,
  BegunConsent,
  ConsentShown,
  NewConsentBody,
  presentConsent,
} from './consent.shapes';

/** Connecting a platform by its own sign-in, for owners in the console (contract §4.15). */
@ApiTags('Console only')
@Controller({ path: 'connections/oauth', version: V3 })
export class ConsentsController {
  constructor(private readonly flows: ConsentFlows) {}

  @Post()
  @Endpoint({
    summary: 'Begin to connect a platform by its sign-in',
    description: `Returns the platform's page, which sends the person back to the console. \`conflict\` until the operator has registered the OAuth client (\`connection.ready\` in GET /v3/sources). ${SESSION_ONLY}`,
    status: 201,
    response: BegunConsent,
    access: 'session',
    needsProof: true,
    errors: ['conflict', 'proof_required', 'validation_error'],
  })
  async create(
    @CurrentCaller() { accountId, personId, sessionId }: Caller,
    @Body() { source }: NewConsentBody,
    @Req() request: Request,
  ): Promise<BegunConsent> {
    if (personId === null || sessionId === undefined) throw new Error('the route is for sessions only');
    // The guard has compared the header with the address of the console.
    const origin = request.headers.origin ?? '';
    const { flowId, authorizeUrl } = await this.flows.begin({ accountId, personId, sessionId, origin }, source);
    return { flow_id: flowId, authorize_url: authorizeUrl };
  }

  @Get(':flow_id')
  @Endpoint({
    summary: 'State and cards of a flow',
    description: `Flows are kept for a day. ${SESSION_ONLY}`,
    response: ConsentShown,
    access: 'session',
    errors: ['not_found'],
  })
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('flow_id') flowId: number): Promise<ConsentShown> {
    return presentConsent(await this.flows.view(accountId, flowId));
  }

  @Post(':flow_id/attach')
  @Endpoint({
    summary: 'Connect objects to cards',
    description: `The platform is asked about each pair in the background; the results are in the flow. An object without a link on the platform gets one. \`conflict\` before the cards are read. ${SESSION_ONLY}`,
    status: 202,
    response: AttachedShown,
    access: 'session',
    errors: ['conflict', 'not_found', 'validation_error'],
  })
  async attach(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('flow_id') flowId: number,
    @Body() { pairs }: AttachBody,
  ): Promise<AttachedShown> {
    await this.flows.attach(
      accountId,
      flowId,
      pairs.map(({ card, object_id: objectId }) => ({ card, objectId })),
    );
    return { accepted: pairs.length };
  }
}
