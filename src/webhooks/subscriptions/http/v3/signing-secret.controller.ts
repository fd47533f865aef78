import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { presenter, V3 } from '@libs/http';
import { presentSecret, SigningSecret } from '../signing-secret.shapes';
import { signingSecretRoutes } from '../signing-secret.routes';

/** The secret that signs deliveries, in v3 (contract §4.11). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V3 })
export class SigningSecretV3Controller extends signingSecretRoutes(presenter(SigningSecret, presentSecret)) {}
