import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, SlugParam, V3 } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { OAUTH_CALLBACK_PATH, OAuthClients } from '../oauth-clients.service';
import { OAuthClientBody, OAuthClientShown } from './oauth-client.shapes';

/** The operator's OAuth clients, for keys of scope `master` and operators in the console. */
@ApiTags('Administration')
@Controller({ path: 'admin/sources/:slug/oauth-client', version: V3 })
export class OAuthClientController {
  constructor(
    private readonly clients: OAuthClients,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Endpoint({
    name: 'getOAuthClient',
    summary: 'The OAuth client of a platform',
    description: 'Without its secret. 404 for a platform without a sign-in.',
    response: OAuthClientShown,
    access: 'master',
    errors: ['not_found'],
  })
  async get(@SlugParam('slug') slug: string): Promise<OAuthClientShown> {
    const { clientId, changedAt } = await this.clients.show(slug);
    const origin = this.config.HREV_PUBLIC_URL === null ? null : new URL(this.config.HREV_PUBLIC_URL).origin;
    return {
      source_slug: slug,
      client_id: clientId,
      changed_at: wireTimeOrNull(changedAt),
      redirect_uri: origin === null ? null : `${origin}${OAUTH_CALLBACK_PATH}`,
    };
  }

  @Put()
  @Endpoint({
    name: 'setOAuthClient',
    summary: 'Register the OAuth client of a platform',
    description:
      'Replaces the client that was registered before. With the same id and a new secret, existing connections keep working; tokens belong to the id, so with another id their owners connect again. In the console it needs a fresh proof.',
    response: OAuthClientShown,
    access: 'master',
    errors: ['not_found', 'validation_error'],
  })
  async replace(
    @SlugParam('slug') slug: string,
    @Body() { client_id: clientId, client_secret: clientSecret }: OAuthClientBody,
  ): Promise<OAuthClientShown> {
    await this.clients.set(slug, { clientId, clientSecret });
    return this.get(slug);
  }
}
