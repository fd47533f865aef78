import type { EncryptionKey } from '@libs/config';
import type { Sealed } from './bound-seal';
import type { Database } from '@libs/database';
import { KeyStateStore } from './key-state.store';
import { missingKey, wrongKey } from './sealing-keys';

/** Injection token for the tables with sealed values of all contexts. */
export const SEALED_TABLES = Symbol('SEALED_TABLES');

/** A table with sealed values. Its column `key_id` is the id of the key that sealed a row. */
export interface SealedTable {
  readonly table: string;
  readonly purpose: string;
  /** The id of a key that was derived for `purpose`. */
  readonly keyId: (key: Buffer) => string;
  /** The columns that name the owner of a value, to which its seal is bound. */
  readonly owner: readonly string[];
  /** Whether the key opens a value of this owner. May throw instead of returning false. */
  readonly opens: (key: Buffer, sealed: Sealed, owner: Readonly<Record<string, number>>) => boolean;
}

/** Result of the comparison of the keys of this process with the sealed data. */
export interface KeyFindings {
  /** Number of rows sealed by the first key of this process. */
  readonly current: number;
  /** Number of rows sealed by its other keys. */
  readonly older: number;
  /** Number of rows sealed by keys that it does not have. */
  readonly unreadable: number;
  /** Whether the first key of this process is the one that seals now. */
  readonly isSealing: boolean;
}

/**
 * Compares the keys of this process with the data. With `record`, stores the fingerprint of the first key if none is stored yet.
 * Throws `ConfigError` with one line if the sealing key is not among the keys of this process. Creates no key if the data was
 * sealed with one.
 */
export async function compareKeys(
  database: Database,
  key: EncryptionKey,
  tables: readonly SealedTable[],
  { record }: { readonly record: boolean } = { record: true },
): Promise<KeyFindings> {
  const state = new KeyStateStore(database);
  return database.transaction(async () => {
    await (record ? state.lock() : state.lockShared());
    const sealing = await state.sealingFingerprint();
    const rowCounts = await rowsByKey(state, tables);
    if (key.origin() === 'not created yet') {
      if (sealing !== null || rowCounts.length > 0) throw missingKey();
      if (!record) return NOTHING_SEALED;
    }
    const findings = findingsOf(key, sealing, countsOf(rowCounts, key));
    if (sealing === null && record) await state.setSealing(key.fingerprints()[0] ?? '');
    return findings;
  });
}

/** Fingerprint of the key that seals now; null if nothing was sealed yet. */
export const sealingFingerprint = (database: Database): Promise<string | null> =>
  new KeyStateStore(database).sealingFingerprint();

/** Throws `wrongKey` if the data was sealed with other keys. */
function findingsOf(key: EncryptionKey, sealing: string | null, counts: Counts): KeyFindings {
  const fingerprints = key.fingerprints();
  if (sealing === null) {
    // An installation from before fingerprints were stored: compare the key ids of its rows.
    if (counts.unreadable > 0 && counts.current + counts.older === 0) throw wrongKey();
    return { ...counts, isSealing: true };
  }
  if (!fingerprints.includes(sealing)) throw wrongKey();
  return { ...counts, isSealing: sealing === fingerprints[0] };
}

const NOTHING_SEALED: KeyFindings = { current: 0, older: 0, unreadable: 0, isSealing: true };

type Counts = Omit<KeyFindings, 'isSealing'>;

interface RowsOfKey {
  readonly table: SealedTable;
  readonly keyId: string;
  readonly rows: number;
}

async function rowsByKey(state: KeyStateStore, tables: readonly SealedTable[]): Promise<readonly RowsOfKey[]> {
  const rowCounts: RowsOfKey[] = [];
  for (const table of tables)
    rowCounts.push(...(await state.countRowsByKey(table.table)).map((rows) => ({ table, ...rows })));
  return rowCounts;
}

function countsOf(rowCounts: readonly RowsOfKey[], key: EncryptionKey): Counts {
  const counts = { current: 0, older: 0, unreadable: 0 };
  for (const { table, keyId, rows } of rowCounts) {
    const index = key.deriveAll(table.purpose).map(table.keyId).indexOf(keyId);
    counts[index === 0 ? 'current' : index > 0 ? 'older' : 'unreadable'] += rows;
  }
  return counts;
}

/** How many values of each table the first key of this process has sealed, its other keys, and keys that it does not have. */
export async function countSealedValues(
  state: KeyStateStore,
  key: EncryptionKey,
  tables: readonly SealedTable[],
): Promise<readonly (Omit<KeyFindings, 'isSealing'> & { readonly table: string })[]> {
  const rowCounts = await rowsByKey(state, tables);
  return tables.map((table) => {
    const ofTable = rowCounts.filter((rows) => rows.table === table);
    return { table: table.table, ...countsOf(ofTable, key) };
  });
}

/** The values of a table that a key should open, and does not. */
export interface UnopenedValues {
  readonly table: string;
  /** How many values were opened, or were tried to. */
  readonly tried: number;
  readonly damaged: number;
}

/**
 * Opens the stored values that the keys of this process have sealed, at most `limit` of each table, and returns how many of them are
 * damaged, or belong to another row. Changes nothing.
 */
export async function openSealedValues(
  database: Database,
  key: EncryptionKey,
  tables: readonly SealedTable[],
  limit: number,
): Promise<readonly UnopenedValues[]> {
  if (key.origin() === 'not created yet') return [];
  const state = new KeyStateStore(database);
  const results: UnopenedValues[] = [];
  for (const table of tables) {
    const keys = new Map(key.deriveAll(table.purpose).map((one) => [table.keyId(one), one]));
    const rows = await state.sealedValues(table.table, table.owner, [...keys.keys()], limit);
    const damaged = rows.filter((row) => !opensRow(table, keys, row)).length;
    results.push({ table: table.table, tried: rows.length, damaged });
  }
  return results;
}

function opensRow(
  table: SealedTable,
  keys: ReadonlyMap<string, Buffer>,
  { sealed, keyId, ...owner }: Sealed & Readonly<Record<string, unknown>>,
): boolean {
  try {
    return table.opens(keys.get(keyId) ?? Buffer.alloc(0), { sealed, keyId }, owner as Record<string, number>);
  } catch {
    return false;
  }
}
