/** The wire form of the operator's OAuth clients (contract §4.15). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, Shape } from '@libs/http';

@ApiSchema({ description: 'The OAuth client that the operator has registered at a platform.' })
export class OAuthClientBody extends Input({
  client_id: BodyText({
    description: 'Id of the client, as the platform shows it.',
    min: 1,
    max: 500,
    example: '1234-abc.apps.googleusercontent.com',
  }),
  client_secret: BodyText({
    description: 'Secret of the client. It is sealed and never returned.',
    min: 1,
    max: 2_000,
    example: 'GOCSPX-example',
  }),
}) {}

@ApiSchema({ description: 'The OAuth client of a platform, without its secret.' })
export class OAuthClientShown extends Shape({
  source_slug: { type: 'string', description: 'The platform.', example: 'google' },
  client_id: {
    type: 'string',
    nullable: true,
    description: 'Id of the client; null if none is registered.',
    example: '1234-abc.apps.googleusercontent.com',
  },
  changed_at: { type: 'date-time', nullable: true, description: 'When the client was registered or replaced.' },
  redirect_uri: {
    type: 'string',
    nullable: true,
    description:
      'Address that the client must list as redirect address; null if `HREV_PUBLIC_URL` is not set: then the address of the console, followed by `/console/oauth/callback`.',
    example: 'https://reviews.example.com/console/oauth/callback',
  },
}) {}
