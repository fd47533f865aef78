import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';

/** A process is gone when it was missed so often in a row, by however many others. */
const GONE_AFTER_MISSES = 4;
/** Longer than between two signs of life, so that nobody is missed who is only a little late. */
const MISSED_EVERY = `interval '15 seconds'`;

/** Running processes that do not hold a key. */
export interface Lacking {
  /** Their next sign of life is not due yet. */
  readonly alive: number;
  /** It is overdue: they are missed until they are gone, or give it. */
  readonly silent: number;
}

/** The tables `encryption_key` and `encryption_key_holder`. */
@Injectable()
export class KeyStateStore {
  constructor(private readonly database: Database) {}

  /** Nobody else seals, or decides which key seals, until the transaction ends. Whoever takes it holds no other lock yet. */
  async lock(): Promise<void> {
    await this.database.holdLock(LOCKS.encryptionKey);
  }

  /** Nobody decides which key seals until the transaction ends. Whoever takes it holds no other lock yet. */
  async share(): Promise<void> {
    await this.database.shareLock(LOCKS.encryptionKey);
  }

  /** Fingerprint of the key that seals now; null before the first start. */
  async sealing(): Promise<string | null> {
    const [row] = await this.database.query<{ fingerprint: string }>(
      'select fingerprint from encryption_key order by id desc limit 1',
    );
    return row?.fingerprint ?? null;
  }

  /** Whether a key has ever been the one that seals. */
  async hasSealed(fingerprint: string): Promise<boolean> {
    const rows = await this.database.query('select from encryption_key where fingerprint = $1 limit 1', [fingerprint]);
    return rows.length > 0;
  }

  /** From now on this key seals. */
  async choose(fingerprint: string): Promise<void> {
    await this.database.query('insert into encryption_key (fingerprint) values ($1)', [fingerprint]);
  }

  /** How many processes do not hold the key, as far as they are not known to be gone. */
  async lacking(fingerprint: string): Promise<Lacking> {
    const [row] = await this.database.query<Lacking>(
      `select count(*) filter (where is_alive) as alive, count(*) filter (where not is_alive) as silent
       from (select missed = 0 and noted_at > clock_timestamp() - ${MISSED_EVERY} as is_alive
             from encryption_key_holder where not ($1 = any (fingerprints))) lacking`,
      [fingerprint],
    );
    return row ?? { alive: 0, silent: 0 };
  }

  /** A sign of life of a process. */
  async seen(process: string, fingerprints: readonly string[]): Promise<void> {
    await this.database.query(
      `insert into encryption_key_holder (process, fingerprints) values ($1, $2)
       on conflict (process) do update set missed = 0, noted_at = clock_timestamp()`,
      [process, fingerprints],
    );
  }

  /**
   * Misses every process whose sign of life is overdue, and forgets those that are gone. It is missed again and again instead of
   * judged by its last sign: where nobody reached the database for a while, nobody gave one.
   */
  async miss(): Promise<void> {
    // Waits for nobody: two that miss each other while both give their sign would wait for one another.
    await this.database.query(
      `with overdue as (
         select process, missed from encryption_key_holder
         where noted_at < clock_timestamp() - ${MISSED_EVERY} for update skip locked
       ), gone as (
         delete from encryption_key_holder h using overdue o
         where h.process = o.process and o.missed + 1 >= $1
       )
       update encryption_key_holder h set missed = h.missed + 1, noted_at = clock_timestamp()
       from overdue o where h.process = o.process and o.missed + 1 < $1`,
      [GONE_AFTER_MISSES],
    );
  }

  async left(process: string): Promise<void> {
    await this.database.query('delete from encryption_key_holder where process = $1', [process]);
  }

  /** Rows of a table with sealed secrets, by the id of the key that sealed them. `table` is a name of ours. */
  async sealedBy(table: string): Promise<readonly { readonly keyId: string; readonly rows: number }[]> {
    return this.database.query(`select key_id as "keyId", count(*) as rows from ${table} group by key_id`);
  }
}
