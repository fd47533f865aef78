import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, PageParameters, V3 } from '@libs/http';
import { AppError, pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, KeysService, type Caller } from '@src/auth';
import { AccountKey, IssuedAccountKey, NewKeyBody, presentIssued, presentKey } from './account-key.shapes';

/** Keys of all accounts, for keys of scope `master` (contract §4.16). A leaked key can be revoked without shell access. */
@ApiTags('Administration')
@Controller({ path: 'admin/accounts/:account_id/keys', version: V3 })
export class AccountKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Endpoint({
    summary: 'Keys of an account, oldest first',
    description:
      'Includes revoked and expired keys. The response does not contain the keys themselves, which are not stored.',
    page: AccountKey,
    access: 'master',
  })
  async list(@IdParam('account_id') accountId: number, @Query() query: PageParameters): Promise<Page<AccountKey>> {
    const { keys, total } = await this.keys.page(accountId, query);
    return pageOf(keys.map(presentKey), total, query);
  }

  @Post()
  @Endpoint({
    summary: 'Issue a key of scope read_only, propose or full',
    description: 'The key is shown only once, in this response. `conflict` if the account has 50 live keys.',
    status: 201,
    response: IssuedAccountKey,
    access: 'master',
    errors: ['conflict'],
  })
  async create(
    @IdParam('account_id') accountId: number,
    @Body() { scope, name = null, expires_at: expiresAt = null }: NewKeyBody,
  ): Promise<IssuedAccountKey> {
    return presentIssued(await this.keys.issue(accountId, scope, { name, expiresAt }));
  }

  @Delete(':key_id')
  @Endpoint({
    summary: 'Revoke a key',
    description:
      'Takes effect at once in every process. 404 for a key of another account or a revoked key. A key cannot revoke itself: 409 `conflict`.',
    status: 204,
    access: 'master',
    errors: ['conflict'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('account_id') accountId: number,
    @IdParam('key_id') keyId: number,
  ): Promise<void> {
    if (caller.keyId === keyId && caller.accountId === accountId)
      throw new AppError('conflict', 'A key cannot revoke itself');
    await this.keys.revoke(keyId, accountId);
  }
}
