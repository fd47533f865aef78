import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { presenter, V2 } from '@libs/http';
import { presentSecretV2, SigningSecretV2 } from '../signing-secret.shapes';
import { signingSecretRoutes } from '../signing-secret.routes';

/** The secret that signs deliveries, in v2 (contract §4.11). */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V2 })
export class SigningSecretV2Controller extends signingSecretRoutes(presenter(SigningSecretV2, presentSecretV2)) {}
