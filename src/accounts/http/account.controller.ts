import { Body, Controller, Delete, Get, Inject, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, V3 } from '@libs/http';
import { AccountsService, CurrentCaller, type Caller } from '@src/auth';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { SwitchStore } from '@src/switches';
import { AccountBody, AccountShown, ClosingBody, presentAccount } from './account.shapes';

const SESSION_ONLY = 'Possible only from the account console; with any key 403 `session_required`.';

/** The account of the key or session (contract §4.15), also while it is suspended. */
@ApiTags('Account')
@Controller({ path: 'account', version: V3 })
export class AccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly objects: ObjectDirectory,
    private readonly switches: SwitchStore,
    private readonly catalogue: SourceCatalogue,
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
  async get(@CurrentCaller() caller: Caller): Promise<AccountShown> {
    return this.shown(caller);
  }

  @Put()
  @Endpoint({
    summary: 'Change the name or the e-mail address of the account',
    description: `Absent fields stay as they are. ${SESSION_ONLY}`,
    response: AccountShown,
    access: 'session',
    needsProof: true,
    evenWhenSuspended: true,
    errors: ['forbidden', 'proof_required', 'validation_error'],
  })
  async replace(@CurrentCaller() caller: Caller, @Body() change: AccountBody): Promise<AccountShown> {
    await this.accounts.change(caller.accountId, change);
    return this.shown(caller);
  }

  @Patch()
  @Endpoint({
    summary: 'Change the name or the e-mail address of the account',
    description: `The same as PUT. ${SESSION_ONLY}`,
    response: AccountShown,
    access: 'session',
    needsProof: true,
    evenWhenSuspended: true,
    errors: ['forbidden', 'proof_required', 'validation_error'],
  })
  async update(@CurrentCaller() caller: Caller, @Body() change: AccountBody): Promise<AccountShown> {
    return this.replace(caller, change);
  }

  @Delete()
  @Endpoint({
    summary: 'Close the account',
    description: `The body repeats the name of the account. Its keys get 402 from now on and nothing is collected. Its data is erased after 30 days; until then the operator can resume it. ${SESSION_ONLY}`,
    status: 202,
    response: AccountShown,
    access: 'session',
    needsProof: true,
    evenWhenSuspended: true,
    errors: ['forbidden', 'proof_required', 'validation_error'],
  })
  async close(@CurrentCaller() caller: Caller, @Body() { name }: ClosingBody): Promise<AccountShown> {
    await this.accounts.close(caller.accountId, name);
    return this.shown(caller);
  }

  private async shown(caller: Caller): Promise<AccountShown> {
    const account = await this.accounts.find(caller.accountId);
    const usage = await this.objects.counts(caller.accountId);
    const switchedOff = (await this.switches.list()).map((one) => ({
      ...one,
      sourceSlug: one.sourceId === null ? null : (this.catalogue.byId(one.sourceId)?.slug ?? String(one.sourceId)),
    }));
    return presentAccount({ account, caller, usage, switchedOff, config: this.config });
  }
}
