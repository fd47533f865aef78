import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { SigningSecretService } from '../../../signing-secret.service';
import { presentSecret, READS_SECRET, REPLACES_SECRET, SigningSecret } from '../signing-secret.presenter';

/** The secret that signs deliveries (contract §4.11). Stands before `/{id}`, or `secret` would be read as an id. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V3 })
export class SigningSecretV3Controller {
  constructor(private readonly secrets: SigningSecretService) {}

  @Get('secret')
  @Endpoint({ ...READS_SECRET, response: SigningSecret })
  async read(@CurrentCaller() { accountId }: Caller): Promise<SigningSecret> {
    return presentSecret(await this.secrets.current(accountId));
  }

  @Post('rotate-secret')
  @Endpoint({ ...REPLACES_SECRET, response: SigningSecret })
  async rotate(@CurrentCaller() { accountId }: Caller): Promise<SigningSecret> {
    return presentSecret(await this.secrets.rotate(accountId));
  }
}
