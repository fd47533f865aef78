import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { SigningSecretService } from '../../../signing-secret.service';
import { presentSecretV2, READS_SECRET, REPLACES_SECRET, SigningSecretV2 } from '../signing-secret.presenter';

/** The secret that signs deliveries (contract §4.11). Stands before `/{id}`, or `secret` would be read as an id. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: V2 })
export class SigningSecretV2Controller {
  constructor(private readonly secrets: SigningSecretService) {}

  @Get('secret')
  @Endpoint({ ...READS_SECRET, response: SigningSecretV2 })
  async read(@CurrentCaller() { accountId }: Caller): Promise<SigningSecretV2> {
    return presentSecretV2(await this.secrets.current(accountId));
  }

  @Post('rotate-secret')
  @Endpoint({ ...REPLACES_SECRET, response: SigningSecretV2 })
  async rotate(@CurrentCaller() { accountId }: Caller): Promise<SigningSecretV2> {
    return presentSecretV2(await this.secrets.rotate(accountId));
  }
}
