import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import type { Sealed } from './bound-seal';

/** A process counts as ended after this many consecutive missed heartbeats. Any process may count them. */
const MAX_MISSED_HEARTBEATS = 4;
/** Longer than the heartbeat interval, so that a slightly late heartbeat is not counted as missed. */
const HEARTBEAT_TIMEOUT = `interval '15 seconds'`;

/** Number of processes that do not have a key. */
export interface ProcessesWithoutKey {
  /** Their last heartbeat is recent. */
  readonly alive: number;
  /** Their heartbeat is overdue, and they do not count as ended yet. */
  readonly silent: number;
}

/** The tables `encryption_key` and `encryption_key_holder`. */
@Injectable()
export class KeyStateStore {
  constructor(private readonly database: Database) {}

  /**
   * Locks the sealing key exclusively until the transaction ends: no other transaction seals or changes the key. Acquire this
   * lock before any other.
   */
  async lock(): Promise<void> {
    await this.database.holdLock(LOCKS.encryptionKey);
  }

  /** Locks the sealing key against changes until the transaction ends. Acquire this lock before any other. */
  async lockShared(): Promise<void> {
    await this.database.shareLock(LOCKS.encryptionKey);
  }

  /** Fingerprint of the key that seals now; null before the first start. */
  async sealingFingerprint(): Promise<string | null> {
    const [row] = await this.database.query<{ fingerprint: string }>(
      'select fingerprint from encryption_key order by id desc limit 1',
    );
    return row?.fingerprint ?? null;
  }

  /** Whether this key seals or has sealed before. */
  async hasSealed(fingerprint: string): Promise<boolean> {
    const rows = await this.database.query('select from encryption_key where fingerprint = $1 limit 1', [fingerprint]);
    return rows.length > 0;
  }

  /** Makes this key the one that seals. */
  async setSealing(fingerprint: string): Promise<void> {
    await this.database.query('insert into encryption_key (fingerprint) values ($1)', [fingerprint]);
  }

  /** Counts the processes that do not have the key and do not count as ended. */
  async countProcessesWithout(fingerprint: string): Promise<ProcessesWithoutKey> {
    const [row] = await this.database.query<ProcessesWithoutKey>(
      `select count(*) filter (where is_alive) as alive, count(*) filter (where not is_alive) as silent
       from (select missed = 0 and checked_at > clock_timestamp() - ${HEARTBEAT_TIMEOUT} as is_alive
             from encryption_key_holder where not ($1 = any (fingerprints))) lacking`,
      [fingerprint],
    );
    return row ?? { alive: 0, silent: 0 };
  }

  /** Records a heartbeat of a process, and its keys at its first heartbeat. */
  async recordHeartbeat(process: string, fingerprints: readonly string[]): Promise<void> {
    await this.database.query(
      `insert into encryption_key_holder (process, fingerprints) values ($1, $2)
       on conflict (process) do update set missed = 0, checked_at = clock_timestamp()`,
      [process, fingerprints],
    );
  }

  /**
   * Counts one missed heartbeat for every process whose heartbeat is overdue, and deletes those that reach the limit. Misses are
   * counted, and the time of the last heartbeat is not used, because no process can send a heartbeat while the database is
   * unavailable.
   */
  async countMissedHeartbeats(): Promise<void> {
    // Processes that count at the same time skip the rows of one another: each miss counts once, and none of them waits.
    await this.database.query(
      `with overdue as (
         select process, missed from encryption_key_holder
         where checked_at < clock_timestamp() - ${HEARTBEAT_TIMEOUT} for update skip locked
       ), gone as (
         delete from encryption_key_holder h using overdue o
         where h.process = o.process and o.missed + 1 >= $1
       )
       update encryption_key_holder h set missed = h.missed + 1, checked_at = clock_timestamp()
       from overdue o where h.process = o.process and o.missed + 1 < $1`,
      [MAX_MISSED_HEARTBEATS],
    );
  }

  async removeHolder(process: string): Promise<void> {
    await this.database.query('delete from encryption_key_holder where process = $1', [process]);
  }

  /** Number of sealed values of a table, by the id of the key that sealed them. `table` is a constant of the code. */
  async countRowsByKey(table: string): Promise<readonly { readonly keyId: string; readonly rows: number }[]> {
    return this.database.query(
      `select key_id as "keyId", count(*) as rows from ${table} where key_id is not null group by key_id`,
    );
  }

  /** Values of a table that these keys have sealed, with the columns of their owner. `table` and `owner` are constants of the code. */
  async sealedValues(
    table: string,
    owner: readonly string[],
    keyIds: readonly string[],
    limit: number,
  ): Promise<readonly (Sealed & Readonly<Record<string, unknown>>)[]> {
    return this.database.query(
      `select ${owner.join(', ')}, sealed, key_id as "keyId" from ${table} where sealed is not null and key_id = any ($1) limit $2`,
      [keyIds, limit],
    );
  }
}
