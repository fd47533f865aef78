/** The wire form of the signing secret (contract §4.11, §6.4). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { standardSecret } from '../../domain/signature';
import type { CurrentSecret } from '../../signing-secret.service';

@ApiSchema({ description: 'The secret that signs deliveries.' })
export class SigningSecretV2 extends Shape({
  secret: { type: 'string', description: 'Key of the HMAC, the whole text.', example: `whsec_${'x'.repeat(43)}` },
  rotated_at: { type: 'date-time', nullable: true, description: 'When it was last rotated; null if never.' },
}) {}

@ApiSchema({ description: 'The secret that signs deliveries, in the formats of both signatures.' })
export class SigningSecret extends Shape(SigningSecretV2, {
  standard_secret: {
    type: 'string',
    description: 'The same secret in the format of libraries for Standard Webhooks, for `webhook-signature`.',
    example: `whsec_${Buffer.alloc(32, 'x').toString('base64')}`,
  },
}) {}

export function presentSecretV2({ secret, rotatedAt }: CurrentSecret): SigningSecretV2 {
  return { secret, rotated_at: wireTimeOrNull(rotatedAt) };
}

export function presentSecret(current: CurrentSecret): SigningSecret {
  return { ...presentSecretV2(current), standard_secret: standardSecret(current.secret) };
}
