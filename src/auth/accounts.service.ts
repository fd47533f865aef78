import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, cleanText, isMailAddress, notFound, type PageRequest } from '@libs/kernel';
import {
  entitlementsOf,
  isPlanName,
  PLAN_NAMES,
  TRIAL_DAYS,
  type Entitlements,
  type PlanName,
} from './domain/entitlements';
import { KeysService, type IssuedKey } from './keys.service';
import { AccountStore, type AccountRecord } from './persistence/account.store';

/** An account with what its plan allows here and now. */
export interface Account extends AccountRecord {
  readonly entitlements: Entitlements;
}

/** What an account is made of. */
export interface AccountInput {
  readonly name: string;
  readonly plan: string;
  readonly email?: string | null;
}

export interface NewAccount {
  readonly account: Account;
  /** The two keys every new account gets (specification §5.3); shown this once. */
  readonly full: IssuedKey;
  readonly readOnly: IssuedKey;
}

const MAX_NAME_LENGTH = 200;

/** Accounts: made, suspended, resumed, moved to another plan. Every refusal is an `AppError`. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly keys: KeysService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Makes an account with a `full` and a `read_only` key. A trial ends by itself after `TRIAL_DAYS`. */
  async create(input: AccountInput): Promise<NewAccount> {
    const name = readName(input.name);
    const plan = readPlan(input.plan);
    const email = readEmail(input.email ?? null);
    return this.database.transaction(async () => {
      const account = await this.accounts.insert({ name, email, plan, trialDays: trialDaysOf(plan) });
      const full = await this.keys.issue(account.id, 'full');
      const readOnly = await this.keys.issue(account.id, 'read_only');
      return { account: this.withEntitlements(account), full, readOnly };
    });
  }

  /** The account, or 404. */
  async find(accountId: number): Promise<Account> {
    return this.found(await this.accounts.byId(accountId));
  }

  async list(page: PageRequest): Promise<{ readonly accounts: readonly Account[]; readonly total: number }> {
    const { accounts, total } = await this.accounts.page(page.limit, page.offset);
    return { accounts: accounts.map((account) => this.withEntitlements(account)), total };
  }

  /** From now on every keyed request of it is 402, with `reason` in the detail. Suspending twice is no error. */
  async suspend(accountId: number, reason: string | null = null): Promise<Account> {
    return this.found(
      await this.accounts.setStatus(accountId, 'suspended', reason === null ? null : cleanText(reason)),
    );
  }

  /** Lifts a suspension. A trial that is over stays over: it needs another plan. */
  async resume(accountId: number): Promise<Account> {
    return this.found(await this.accounts.setStatus(accountId, 'active', null));
  }

  /** Moves it to another plan. `trial` begins a new trial; every other plan has no end. */
  async changePlan(accountId: number, planName: string): Promise<Account> {
    const plan = readPlan(planName);
    return this.found(await this.accounts.setPlan(accountId, plan, trialDaysOf(plan)));
  }

  /** Sets the address that notices are mailed to; null mails nothing. */
  async changeEmail(accountId: number, email: string | null): Promise<Account> {
    return this.found(await this.accounts.setEmail(accountId, readEmail(email)));
  }

  private found(account: AccountRecord | null): Account {
    if (account === null) throw notFound();
    return this.withEntitlements(account);
  }

  private withEntitlements(account: AccountRecord): Account {
    return { ...account, entitlements: entitlementsOf(account.plan, this.config) };
  }
}

function trialDaysOf(plan: PlanName): number | null {
  return plan === 'trial' ? TRIAL_DAYS : null;
}

function readName(text: string): string {
  const name = cleanText(text).trim();
  if (name.length >= 1 && [...name].length <= MAX_NAME_LENGTH) return name;
  throw new AppError('validation_error', `name: must be 1 to ${MAX_NAME_LENGTH} characters long`);
}

function readEmail(text: string | null): string | null {
  if (text === null || isMailAddress(text)) return text;
  throw new AppError('validation_error', 'email: must be a plain e-mail address such as owner@example.com');
}

function readPlan(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new AppError('validation_error', `plan: must be one of ${PLAN_NAMES.join(', ')}`);
}
