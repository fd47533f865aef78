import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, cleanTextOrNull, isMailAddress, notFound, wireTimeOrNull, type PageRequest } from '@libs/kernel';
import { AuditTrail, type Facts } from '@src/audit';
import {
  entitlementsOf,
  isPlanName,
  PLAN_NAMES,
  TRIAL_DAYS,
  type Entitlements,
  type PlanName,
} from './domain/entitlements';
import { readName } from './domain/read-name';
import { KeysService, type IssuedKey } from './keys.service';
import { AccountStore, type AccountFilter, type AccountKind, type AccountRecord } from './persistence/account.store';

/** An account and the entitlements of its plan in this installation. */
export interface Account extends AccountRecord {
  readonly entitlements: Entitlements;
}

/** The fields of a new account. */
export interface AccountInput {
  readonly name: string;
  readonly plan: string;
  readonly email?: string | null;
  /** `customer` if it is absent. */
  readonly kind?: AccountKind;
}

/** Fields to change; an undefined field stays as it is. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly plan?: string | undefined;
  /** An instant as UTC text. */
  readonly trialEndsAt?: string | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  /** Included in the client's 402 response; only for an account that is suspended or becomes suspended. */
  readonly suspendedReason?: string | null | undefined;
}

export interface NewAccount {
  readonly account: Account;
  /** The two keys of every new account (contract §5.1); shown only once. */
  readonly full: IssuedKey;
  readonly readOnly: IssuedKey;
}

const MAX_NAME_LENGTH = 200;
const MAX_REASON_LENGTH = 200;
const CLOSED_REASON = 'an owner closed the account';

/** Creates, suspends and resumes accounts and changes their plans. Every refusal is an `AppError`. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly keys: KeysService,
    private readonly trail: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates an account with a `full` and a `read_only` key. A trial ends automatically after `TRIAL_DAYS`. */
  async create(input: AccountInput): Promise<NewAccount> {
    const name = readName(input.name, MAX_NAME_LENGTH);
    const plan = readPlan(input.plan);
    const email = readEmail(input.email ?? null);
    return this.database.transaction(async () => {
      const account = await this.accounts.insert({
        name,
        email,
        plan,
        trialDays: trialDaysOf(plan),
        kind: input.kind ?? 'customer',
      });
      const target = { type: 'account', id: account.id } as const;
      await this.trail.record({ action: 'account.created', accountId: account.id, target, after: factsOf(account) });
      const full = await this.keys.issue(account.id, 'full');
      const readOnly = await this.keys.issue(account.id, 'read_only');
      return { account: this.withEntitlements(account), full, readOnly };
    });
  }

  /** Returns the account; throws 404 if it does not exist. */
  async find(accountId: number): Promise<Account> {
    return this.requireAccount(await this.accounts.byId(accountId));
  }

  /** The account that the first start made for the operator or for the demo; null if there is none. */
  async ofFirstStart(kind: 'operator' | 'demo'): Promise<Account | null> {
    const account = await this.accounts.ofFirstStart(kind);
    return account === null ? null : this.withEntitlements(account);
  }

  /** Accounts, oldest first; all of them without a filter. */
  async list(
    page: PageRequest,
    filter: Partial<AccountFilter> = {},
  ): Promise<{ readonly accounts: readonly Account[]; readonly total: number }> {
    const { accounts, total } = await this.accounts.page(page, { search: null, plan: null, status: null, ...filter });
    return { accounts: accounts.map((account) => this.withEntitlements(account)), total };
  }

  /**
   * Suspends the account: every later request with one of its keys gets 402 with `reason` in the detail. An empty reason counts as
   * none. Suspending a suspended account is no error.
   */
  async suspend(accountId: number, reason: string | null = null): Promise<Account> {
    const cleanReason = readReason(reason);
    return this.changeLocked(accountId, () => this.accounts.setStatus(accountId, 'suspended', cleanReason));
  }

  /**
   * Closes the account at the wish of an owner: its keys get 402 from now on, nothing is collected, and its data is erased 30 days
   * later, unless the operator resumes it. `typedName` must be the name of the account, otherwise `validation_error`. Closing a
   * closed account is no error and does not postpone the erasure.
   */
  async close(accountId: number, typedName: string): Promise<Account> {
    return this.changeLocked(
      accountId,
      async (before) => {
        if (typedName !== before.name.trim())
          throw new AppError('validation_error', 'name: must be the name of the account');
        await this.accounts.close(accountId, CLOSED_REASON);
      },
      'account.closed',
    );
  }

  /**
   * Accounts whose trial ends within these days, each once for each end of its trial, at most 100 per call. Must be called in the
   * transaction that notifies them.
   */
  async takeEndingTrials(days: number): Promise<readonly Account[]> {
    const accounts = await this.accounts.takeEndingTrials(days, 100);
    return accounts.map((account) => this.withEntitlements(account));
  }

  /** Lifts a suspension, and opens a closed account again: `conflict` once its data is being erased. It does not extend an expired trial: the account needs another plan. */
  async resume(accountId: number): Promise<Account> {
    return this.changeLocked(accountId, (before) => this.setActive(before));
  }

  /** Changes the plan. `trial` begins a new trial; every other plan has no end. */
  async changePlan(accountId: number, planName: string): Promise<Account> {
    const plan = readPlan(planName);
    return this.changeLocked(accountId, () => this.accounts.setPlan(accountId, plan, trialDaysOf(plan)));
  }

  /** Sets the address that notices are mailed to; null: notices are not mailed. */
  async changeEmail(accountId: number, email: string | null): Promise<Account> {
    const cleanEmail = readEmail(email);
    return this.changeLocked(accountId, () => this.accounts.setEmail(accountId, cleanEmail));
  }

  /**
   * Applies all fields or none: 404 if the account does not exist, `conflict` for a trial end on another plan and
   * for a suspension reason without a suspension. A change to the current plan has no effect; a change to `trial` begins a new
   * trial.
   */
  async change(accountId: number, change: AccountChange): Promise<Account> {
    return this.changeLocked(accountId, async (before) => {
      if (change.name !== undefined) await this.accounts.setName(accountId, readName(change.name, MAX_NAME_LENGTH));
      if (change.email !== undefined) await this.accounts.setEmail(accountId, readEmail(change.email));
      const plan = readPlan(change.plan ?? before.plan);
      if (plan !== before.plan) await this.accounts.setPlan(accountId, plan, trialDaysOf(plan));
      if (change.trialEndsAt !== undefined) await this.setTrialEnd(accountId, plan, change.trialEndsAt);
      await this.applyStatus(before, change);
    });
  }

  /** Runs `work` on the locked account and writes the change to the audit trail; 404 if the account does not exist. */
  private async changeLocked(
    accountId: number,
    work: (before: AccountRecord) => Promise<unknown>,
    action: 'account.changed' | 'account.closed' = 'account.changed',
  ): Promise<Account> {
    return this.database.transaction(async () => {
      const before = await this.accounts.lock(accountId);
      if (before === null) throw notFound();
      await work(before);
      const account = await this.find(accountId);
      await this.trail.recordChange({
        action,
        accountId,
        target: { type: 'account', id: accountId },
        before: factsOf(before),
        after: factsOf(account),
      });
      return account;
    });
  }

  private async applyStatus(before: AccountRecord, change: AccountChange): Promise<void> {
    const status = change.status ?? before.status;
    const reason = change.suspendedReason === undefined ? before.suspendedReason : change.suspendedReason;
    if (status === 'suspended') await this.accounts.setStatus(before.id, 'suspended', readReason(reason));
    else if (change.suspendedReason) throw new AppError('conflict', 'Only a suspended account has a reason for it');
    else if (before.status === 'suspended') await this.setActive(before);
  }

  private async setActive({ id, isBeingErased }: AccountRecord): Promise<void> {
    if (isBeingErased) throw new AppError('conflict', 'The account was closed and its data is being erased');
    await this.accounts.setStatus(id, 'active', null);
  }

  private async setTrialEnd(accountId: number, plan: PlanName, endsAt: string): Promise<void> {
    if (plan !== 'trial') throw new AppError('conflict', 'Only the plan trial has an end');
    await this.accounts.setTrialEnd(accountId, endsAt);
  }

  private requireAccount(account: AccountRecord | null): Account {
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

function factsOf(account: AccountRecord): Facts {
  return {
    name: account.name,
    email: account.email,
    plan: account.plan,
    trial_ends_at: wireTimeOrNull(account.trialEndsAt),
    status: account.status,
    suspended_reason: account.suspendedReason,
    closed_at: wireTimeOrNull(account.closedAt),
  };
}

function readReason(text: string | null): string | null {
  const reason = cleanTextOrNull(text);
  if (reason === null || [...reason].length <= MAX_REASON_LENGTH) return reason;
  throw new AppError('validation_error', `reason: must be at most ${MAX_REASON_LENGTH} characters long`);
}

function readEmail(text: string | null): string | null {
  if (text === null || isMailAddress(text)) return text;
  throw new AppError('validation_error', 'email: must be a plain e-mail address such as owner@example.com');
}

function readPlan(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new AppError('validation_error', `plan: must be one of ${PLAN_NAMES.join(', ')}`);
}
