/**
 * Lets the operator check the counters that totals and figures are read from. Triggers maintain them in the transaction that writes
 * the reviews, so a mismatch is the result of a write that bypassed the triggers: a restore of single tables, or a disabled trigger.
 */
import { Injectable } from '@nestjs/common';
import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { CounterStore, COUNTER_TABLES, type CounterTable } from './persistence/counter.store';

export interface CounterMismatch {
  readonly accountId: number;
  readonly table: CounterTable;
  /** How many counters are wrong, missing or superfluous. */
  readonly counters: number;
}

export interface CounterReport {
  readonly accounts: number;
  readonly mismatches: readonly CounterMismatch[];
}

/** The service on a database that no module of Nest has opened. */
export const countersOn = (database: Database): CountersService => new CountersService(new CounterStore(database));

@Injectable()
export class CountersService {
  constructor(private readonly store: CounterStore) {}

  /** Recounts one account, or all accounts (null), and returns the differences. Changes nothing. 404 if the account does not exist. */
  async verify(accountId: number | null): Promise<CounterReport> {
    const accounts = await this.store.accounts(accountId);
    if (accountId !== null && accounts.length === 0) throw new AppError('not_found', 'Account not found');
    const mismatches: CounterMismatch[] = [];
    for (const account of accounts) mismatches.push(...(await this.mismatchesOf(account)));
    return { accounts: accounts.length, mismatches };
  }

  /**
   * As `verify` for all accounts, until `limitMs` has passed. `accounts` are those that were recounted, and `left` the others.
   */
  async verifyWithin(limitMs: number): Promise<CounterReport & { readonly left: number }> {
    const deadline = performance.now() + limitMs;
    const accounts = await this.store.accounts(null);
    const mismatches: CounterMismatch[] = [];
    let recounted = 0;
    for (const account of accounts) {
      if (performance.now() > deadline) break;
      mismatches.push(...(await this.mismatchesOf(account)));
      recounted += 1;
    }
    return { accounts: recounted, mismatches, left: accounts.length - recounted };
  }

  /** Corrects the counters of accounts with a difference, and returns the differences. Writers of reviews are blocked meanwhile. */
  async rebuild(accountId: number | null): Promise<CounterReport> {
    const report = await this.verify(accountId);
    for (const account of new Set(report.mismatches.map((mismatch) => mismatch.accountId))) {
      await this.store.rebuild(account);
    }
    return report;
  }

  private async mismatchesOf(accountId: number): Promise<CounterMismatch[]> {
    const found: CounterMismatch[] = [];
    for (const table of COUNTER_TABLES) {
      const counters = await this.store.mismatches(accountId, table);
      if (counters > 0) found.push({ accountId, table, counters });
    }
    return found;
  }
}
