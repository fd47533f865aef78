import { Get, Injectable, Post } from '@nestjs/common';
import { Endpoint, type Presenter } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { SigningSecretService, type CurrentSecret } from '../../signing-secret.service';

/**
 * Routes of the secret that signs deliveries (contract §4.11). Controllers with these routes are registered before those with
 * `webhooks/:webhook_id`, which match `webhooks/secret` too.
 */
export function signingSecretRoutes(secret: Presenter<CurrentSecret>) {
  @Injectable()
  abstract class SigningSecretRoutes {
    constructor(private readonly secrets: SigningSecretService) {}

    @Get('secret')
    @Endpoint({
      name: 'getWebhookSecret',
      summary: 'Read the signing secret',
      description: 'One per account; it signs the deliveries of all webhooks. Needs a `full` key.',
      access: 'write',
      needsProof: true,
      response: secret.shape,
    })
    async get(@CurrentCaller() { accountId }: Caller): Promise<object> {
      return secret.present(await this.secrets.current(accountId));
    }

    @Post('rotate-secret')
    @Endpoint({
      name: 'rotateWebhookSecret',
      summary: 'Replace the signing secret',
      description:
        'For 24 hours, a replaced secret signs every delivery in addition to the new one; signatures are ordered newest first. `conflict` after 19 rotations within 24 hours.',
      access: 'write',
      needsProof: true,
      errors: ['conflict'],
      response: secret.shape,
    })
    async rotate(@CurrentCaller() { accountId }: Caller): Promise<object> {
      return secret.present(await this.secrets.rotate(accountId));
    }
  }
  return SigningSecretRoutes;
}
