import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';
import type { Actor } from '@libs/kernel';
import type { AuditAction, AuditTarget } from '../domain/actions';
import type { Facts } from '../domain/facts';

export interface NewAuditEntry {
  readonly actor: Actor;
  readonly accountId: number | null;
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

const NOBODY = { accountId: null, keyId: null, personId: null, address: null };
const jsonOf = (facts: Facts | null): string | null => (facts === null ? null : JSON.stringify(facts));

/** Largest number of entries that one transaction removes; it takes a fraction of a second. */
const PURGE_BATCH = 1_000;

/** The table `audit_entry`: rows are inserted, never updated, and deleted when they are old. */
@Injectable()
export class AuditStore {
  constructor(private readonly database: Database) {}

  /** Inserts an entry in the current transaction; throws if there is none. */
  async insert({ actor, accountId, action, target, before, after }: NewAuditEntry): Promise<void> {
    if (!this.database.inTransaction) throw new Error(`${action} must be recorded in the transaction of the action`);
    const { accountId: actorAccountId, keyId, personId, address } = { ...NOBODY, ...actor };
    await this.database.query(
      `insert into audit_entry (account_id, actor, actor_account_id, key_id, person_id, address, action,
         target_type, target_id, before, after)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        accountId,
        actor.kind,
        actorAccountId,
        keyId,
        personId,
        address,
        action,
        target.type,
        target.id,
        jsonOf(before),
        jsonOf(after),
      ],
    );
  }

  /** Removes a batch of entries older than `maxAgeMs`, oldest first; returns their number. Skips rows that another process removes. */
  async purge(maxAgeMs: number): Promise<number> {
    return this.database.execute(
      `delete from audit_entry where id = any (array(
         select id from audit_entry where at < statement_timestamp() - $1::float8 * interval '1 millisecond'
         order by at, id limit ${PURGE_BATCH} for update skip locked))`,
      [maxAgeMs],
    );
  }
}

/** A check for entries that are older than `keptMs`. */
export const overdueEntries = (keptMs: number): DataCheck =>
  overdueRows({
    ...{ rows: 'entries of the audit trail', table: 'audit_entry', key: 'id', since: 'at' },
    days: Math.ceil(keptMs / DAY_MS),
  });

const DAY_MS = 86_400_000;
