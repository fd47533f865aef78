import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { AppError, pageOf, type Page } from '@libs/kernel';
import { AccountsService, CurrentCaller, type Caller } from '@src/auth';
import {
  AccountChangeBody,
  accountChangeOf,
  AccountsParameters,
  AdminAccount,
  CreatedAccount,
  NewAccountBody,
  presentAccount,
  presentCreated,
} from './admin-account.shapes';

/** Accounts of all clients, for keys of scope `master` (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin/accounts', version: V3 })
export class AdminAccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @Endpoint({
    summary: 'All accounts, oldest first',
    description:
      'Accounts of the whole installation with their plan and status; `search`, `plan` and `status` narrow the list.',
    page: AdminAccount,
    access: 'master',
  })
  async list(@Query() query: AccountsParameters): Promise<Page<AdminAccount>> {
    const { search, plan = null, status = null } = query;
    const { accounts, total } = await this.accounts.list(query, { search: search || null, plan, status });
    return pageOf(accounts.map(presentAccount), total, query);
  }

  @Post()
  @Endpoint({
    summary: 'Create an account with a full and a read_only key',
    description: 'The keys are shown only once, in this response.',
    status: 201,
    response: CreatedAccount,
    access: 'master',
  })
  async create(@Body() { name, plan = 'trial', email = null }: NewAccountBody): Promise<CreatedAccount> {
    return presentCreated(await this.accounts.create({ name, plan, email }));
  }

  @Get(':account_id')
  @Endpoint({
    summary: 'Read one account',
    description: 'Its plan, its status, and the address for notices.',
    response: AdminAccount,
    access: 'master',
  })
  async get(@IdParam('account_id') accountId: number): Promise<AdminAccount> {
    return presentAccount(await this.accounts.find(accountId));
  }

  @Patch(':account_id')
  @Endpoint({
    summary: 'Change an account: plan, end of the trial, suspend, resume, name, e-mail',
    description: 'Absent fields stay as they are. All or nothing. An account cannot suspend itself: 409 `conflict`.',
    response: AdminAccount,
    access: 'master',
    errors: ['conflict'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('account_id') accountId: number,
    @Body() body: AccountChangeBody,
  ): Promise<AdminAccount> {
    const change = accountChangeOf(body);
    if (caller.accountId === accountId && change.status === 'suspended')
      throw new AppError('conflict', 'An account cannot suspend itself');
    return presentAccount(await this.accounts.change(accountId, change));
  }
}
