import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, Shape, SlugParam, V3 } from '@libs/http';
import { OAUTH_CALLBACK_PATH } from '@src/sources';
import type { Request } from 'express';
import { OAuthClientTests } from '../oauth-client-tests.service';

const STATES = ['not_set_up', 'client_refused', 'untested', 'closed', 'open', 'unknown'] as const;

@ApiSchema({ description: 'The result of a test of an OAuth client.' })
export class OAuthClientTestShown extends Shape({
  state: {
    type: 'string',
    values: STATES,
    description:
      '`untested`: the client is known, and no account has signed in yet; `closed`: the platform has not opened its interface for the project (quota 0, or not enabled).',
  },
  found: {
    type: 'string',
    description: 'What was found, as a text.',
    example: 'Google has not opened the Business Profile APIs for the project of this installation: its quota is 0.',
  },
}) {}

/** Tests of the operator's OAuth clients, for keys of scope `master` and operators in the console. */
@ApiTags('Administration')
@Controller({ path: 'admin/sources/:slug/oauth-client/test', version: V3 })
export class OAuthClientTestsController {
  constructor(
    private readonly tests: OAuthClientTests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @Endpoint({
    name: 'testOAuthClient',
    summary: 'Test the OAuth client of a platform',
    description:
      'Asks the platform whether it knows the client, and whether it has opened its interface for the project. The second part sends one read request with the newest consent of this client.',
    response: OAuthClientTestShown,
    access: 'master',
    errors: ['not_found'],
  })
  async test(@SlugParam('slug') slug: string, @Req() request: Request): Promise<OAuthClientTestShown> {
    const origin =
      this.config.HREV_PUBLIC_URL === null
        ? (request.headers.origin ?? 'http://localhost')
        : new URL(this.config.HREV_PUBLIC_URL).origin;
    return this.tests.run(slug, `${origin}${OAUTH_CALLBACK_PATH}`);
  }
}
