import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { ConsoleKeysService } from '../console-keys.service';
import type { Caller } from '../domain/caller';
import { CurrentCaller } from './current-caller';
import { ApiKey, CreatedApiKey, NewConsoleKeyBody, presentConsoleKey, presentCreatedKey } from './key.shapes';

const SESSION_ONLY = 'Possible only from the account console; with any key 403 `session_required`.';

/** Keys of the account, for its owners with a session of the console (contract §4.15). */
@ApiTags('Console only')
@Controller({ path: 'keys', version: V3 })
export class KeysController {
  constructor(private readonly keys: ConsoleKeysService) {}

  @Get()
  @Endpoint({
    summary: 'Keys of the account',
    description: `Newest first, without revoked keys; expired keys are listed for 30 days. ${SESSION_ONLY}`,
    list: ApiKey,
    access: 'session',
    errors: ['forbidden'],
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ data: readonly ApiKey[] }> {
    return { data: (await this.keys.list(accountId)).map(presentConsoleKey) };
  }

  @Post()
  @Endpoint({
    summary: 'Issue a key',
    description: `The key is shown only once, in this response. \`conflict\` if the account has 50 live keys; \`proof_required\` for scope \`full\` without a fresh proof. ${SESSION_ONLY}`,
    status: 201,
    response: CreatedApiKey,
    access: 'session',
    errors: ['conflict', 'forbidden', 'proof_required', 'validation_error'],
  })
  async create(
    @CurrentCaller() { accountId, personId, isProven = false }: Caller,
    @Body() { name, scope, expires_at: expiresAt = null }: NewConsoleKeyBody,
  ): Promise<CreatedApiKey> {
    if (personId === null) throw new Error('the route is for sessions only');
    return presentCreatedKey(await this.keys.create(accountId, { personId, isProven }, { name, scope, expiresAt }));
  }

  @Delete(':key_id')
  @Endpoint({
    summary: 'Revoke a key',
    description: `Takes effect at once in every process. ${SESSION_ONLY}`,
    status: 204,
    access: 'session',
    errors: ['forbidden', 'not_found'],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('key_id') keyId: number): Promise<void> {
    await this.keys.revoke(accountId, keyId);
  }
}
