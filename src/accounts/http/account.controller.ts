import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, V3 } from '@libs/http';
import { AccountsService, CurrentCaller, type Caller } from '@src/auth';
import { ObjectDirectory } from '@src/objects';
import { AccountShown, presentAccount } from './account.presenter';

/** The account of the key (contract §4.15), also while it is suspended. */
@ApiTags('Account')
@Controller({ path: 'account', version: V3 })
export class AccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly objects: ObjectDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Plan, status, limits and usage of the account',
    description: 'Also available to a suspended account.',
    response: AccountShown,
    access: 'read',
    evenWhenSuspended: true,
  })
  async show(@CurrentCaller() caller: Caller): Promise<AccountShown> {
    const account = await this.accounts.find(caller.accountId);
    const usage = await this.objects.counts(caller.accountId);
    return presentAccount({ account, caller, usage, requestsPerMinute: this.config.HREV_RATE_LIMIT });
  }
}
