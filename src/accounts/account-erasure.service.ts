import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { AuditTrail, trailOn } from '@src/audit';
import { accountsToErase } from '@src/auth';
import { ErasureStore } from './persistence/erasure.store';

/** Ends the erasure of an account: another process erases, the account was resumed, or this process stops. */
class ErasureOver extends Error {}

/**
 * Erases accounts that were closed 30 days ago (contract §4.15): all their rows, and the persons who belong to no other account. Works
 * in small batches; an interrupted erasure continues in the next round. What remains is one entry of the audit trail with the id.
 */
@Injectable()
export class AccountErasure {
  private readonly logger = new Logger(AccountErasure.name);

  constructor(
    private readonly database: Database,
    private readonly store: ErasureStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Erases all accounts that are due, or until `signal` is aborted. Never throws. Returns the ids of the erased accounts. */
  async run(signal: AbortSignal): Promise<readonly number[]> {
    const erased: number[] = [];
    try {
      for (const accountId of await accountsToErase(this.database))
        if (await this.erase(accountId, signal)) erased.push(accountId);
    } catch (error) {
      this.logger.warn({ msg: 'closed accounts were not erased', err: error });
    }
    return erased;
  }

  private async erase(accountId: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.eraseRows(accountId, signal);
      await this.eraseMembers(accountId, signal);
      await this.step(accountId, signal, async () => {
        await this.store.eraseAccount(accountId);
        const target = { type: 'account', id: accountId } as const;
        await this.trail.record({ action: 'account.erased', accountId: null, target });
      });
      this.logger.log({ msg: 'a closed account was erased', account_id: accountId });
      return true;
    } catch (error) {
      if (!(error instanceof ErasureOver))
        this.logger.warn({ msg: 'a closed account could not be erased', account_id: accountId, err: error });
      return false;
    }
  }

  /** Repeats until a pass finds no row, because the deletion of some rows writes others: counters, and records of changes. */
  private async eraseRows(accountId: number, signal: AbortSignal): Promise<void> {
    const tables = await this.store.tables();
    for (let removed = -1; removed !== 0;) {
      removed = 0;
      for (const table of tables)
        for (let rows = -1; rows !== 0; removed += rows)
          rows = await this.step(accountId, signal, () => this.store.eraseBatch(table, accountId));
    }
  }

  /** Each person in a transaction of its own: if one cannot be erased, the account is erased all the same. */
  private async eraseMembers(accountId: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const personId = await this.store.nextMember(accountId);
      if (personId === null) return;
      try {
        await this.step(accountId, signal, async () => {
          await this.store.eraseMembership(accountId, personId);
          if (await this.store.isOrphan(personId)) await this.store.erasePerson(personId);
        });
      } catch (error) {
        if (error instanceof ErasureOver) throw error;
        this.logger.warn({ msg: 'a person of a closed account could not be erased', person_id: personId, err: error });
        await this.step(accountId, signal, () => this.store.eraseMembership(accountId, personId));
      }
    }
  }

  private async step<T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw new ErasureOver();
    return this.database.transaction(async () => {
      if (!(await this.store.lock(accountId))) throw new ErasureOver();
      return work();
    });
  }
}

/** The erasure on a database that no module of Nest has opened: that of a restore, before it is the present one. */
export const accountErasureOn = (database: Database): AccountErasure =>
  new AccountErasure(database, new ErasureStore(database), trailOn(database));
