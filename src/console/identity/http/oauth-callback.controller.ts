import { Controller, Get, Header, Query, Redirect, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Endpoint, Input, NO_VERSION, QueryText } from '@libs/http';
import { ConsentFlows } from '@src/connections';
import type { Request } from 'express';
import { ConsoleSessionAccess } from '../console-session-access.adapter';

/** The parameters with which a platform sends a person back; the platform adds others, which are not read. */
export class OAuthReturnParameters extends Input({
  state: QueryText({ description: 'The state of the flow.', maxLength: 200, default: '' }),
  code: QueryText({ description: 'The code to exchange.', maxLength: 4_000, default: '' }),
  error: QueryText({ description: 'Why the platform gives no code.', maxLength: 200, default: '' }),
  iss: QueryText({ description: 'The name of the server that sends the person back.', maxLength: 2_000, default: '' }),
}) {}

interface Redirection {
  readonly url: string;
}

/**
 * Receives persons who return from a platform, and sends them on with a 303 to a page without the parameters of the return. A return is
 * accepted once, from the session that began the flow, while its person is an owner of the account. The address of the request holds
 * a code, so it appears in no log and no other response.
 */
@ApiExcludeController()
@Controller({ path: 'console/oauth/callback', version: NO_VERSION })
export class OAuthCallbackController {
  constructor(
    private readonly sessions: ConsoleSessionAccess,
    private readonly flows: ConsentFlows,
  ) {}

  @Get()
  @Endpoint({ summary: 'Return from a platform', status: 303, access: 'public' })
  @Redirect('/console', 303)
  @Header('Referrer-Policy', 'no-referrer')
  async receive(@Req() request: Request, @Query() query: OAuthReturnParameters): Promise<Redirection> {
    const session = await this.sessions.record(request);
    if (session === null) return { url: '/console/sign-in' };
    const place = await this.flows.ofState(query.state, session.id);
    if (place === null) return this.unknownState(session.personId);
    if ((await this.sessions.role(session.personId, place.accountId)) !== 'owner')
      return this.unknownState(session.personId);
    await this.flows.receive(place, {
      code: query.code || null,
      error: query.error || null,
      issuer: query.iss || null,
    });
    return { url: `/console/a/${place.accountId}/connections/${place.sourceSlug}?flow=${place.flowId}` };
  }

  /** A state of another session, another person or another installation. */
  private async unknownState(personId: number): Promise<Redirection> {
    const accountId = await this.sessions.firstAccount(personId);
    return { url: accountId === null ? '/console' : `/console/a/${accountId}/connections?returned=unknown` };
  }
}
