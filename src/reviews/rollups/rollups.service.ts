/**
 * Lets the operator check the counters that totals and figures are read from. Triggers maintain them in the transaction that writes
 * the reviews, so a mismatch is the result of a write that bypassed the triggers: a restore of single tables, or a disabled trigger.
 */
import { Injectable } from '@nestjs/common';
import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { RollupStore, ROLLUPS, type Rollup } from './persistence/rollup.store';

export interface RollupMismatch {
  readonly accountId: number;
  readonly rollup: Rollup;
  /** How many counters are wrong, missing or superfluous. */
  readonly counters: number;
}

export interface RollupReport {
  readonly accounts: number;
  readonly mismatches: readonly RollupMismatch[];
}

/** The service on a database that no module of Nest has opened. */
export const rollupsOn = (database: Database): RollupsService => new RollupsService(new RollupStore(database));

@Injectable()
export class RollupsService {
  constructor(private readonly rollups: RollupStore) {}

  /** Recounts one account, or all accounts (null), and returns the differences. Changes nothing. 404 if the account does not exist. */
  async verify(accountId: number | null): Promise<RollupReport> {
    const accounts = await this.rollups.accounts(accountId);
    if (accountId !== null && accounts.length === 0) throw new AppError('not_found', 'Account not found');
    const mismatches: RollupMismatch[] = [];
    for (const account of accounts) mismatches.push(...(await this.mismatchesOf(account)));
    return { accounts: accounts.length, mismatches };
  }

  /**
   * As `verify` for all accounts, until `limitMs` has passed. `accounts` are those that were recounted, and `left` the others.
   */
  async verifyWithin(limitMs: number): Promise<RollupReport & { readonly left: number }> {
    const deadline = performance.now() + limitMs;
    const accounts = await this.rollups.accounts(null);
    const mismatches: RollupMismatch[] = [];
    let recounted = 0;
    for (const account of accounts) {
      if (performance.now() > deadline) break;
      mismatches.push(...(await this.mismatchesOf(account)));
      recounted += 1;
    }
    return { accounts: recounted, mismatches, left: accounts.length - recounted };
  }

  /** Corrects the counters of accounts with a difference, and returns the differences. Writers of reviews are blocked meanwhile. */
  async rebuild(accountId: number | null): Promise<RollupReport> {
    const report = await this.verify(accountId);
    for (const account of new Set(report.mismatches.map((mismatch) => mismatch.accountId))) {
      await this.rollups.rebuild(account);
    }
    return report;
  }

  private async mismatchesOf(accountId: number): Promise<RollupMismatch[]> {
    const found: RollupMismatch[] = [];
    for (const rollup of ROLLUPS) {
      const counters = await this.rollups.mismatches(accountId, rollup);
      if (counters > 0) found.push({ accountId, rollup, counters });
    }
    return found;
  }
}
