import type { EncryptionKey } from '@libs/config';
import type { Database } from '@libs/database';
import { KeyStateStore } from './key-state.store';
import { missingKey, wrongKey } from './sealing-keys';

/** A table whose rows are sealed, each with the id of its key in `key_id`. */
export interface SealedTable {
  readonly table: string;
  readonly purpose: string;
  /** The id of a key derived for that purpose. */
  readonly keyId: (key: Buffer) => string;
}

/** What a set of keys is to the data of a database. */
export interface KeyFindings {
  /** Rows that the first key of this process has sealed, rows of its other keys, and rows of keys that it does not hold. */
  readonly current: number;
  readonly older: number;
  readonly unreadable: number;
  /** Whether the first key of this process is the one that seals now. */
  readonly isSealing: boolean;
}

/**
 * Compares the keys of this process with the data; where none is noted yet it notes this one, if it shall. Throws `ConfigError`
 * with one line where a key seals that is not among them. No key is made where the data was sealed with one already.
 */
export async function compareKeys(
  database: Database,
  key: EncryptionKey,
  tables: readonly SealedTable[],
  { notes }: { readonly notes: boolean } = { notes: true },
): Promise<KeyFindings> {
  const state = new KeyStateStore(database);
  return database.transaction(async () => {
    await (notes ? state.lock() : state.share());
    const sealing = await state.sealing();
    const found = await rowsByKey(state, tables);
    if (key.origin() === 'not made yet') {
      if (sealing !== null || found.length > 0) throw missingKey();
      if (!notes) return NOTHING_SEALED;
    }
    const findings = findingsOf(key, sealing, countsOf(found, key));
    if (sealing === null && notes) await state.choose(key.fingerprints()[0] ?? '');
    return findings;
  });
}

/** Throws `wrongKey`. */
function findingsOf(key: EncryptionKey, sealing: string | null, counts: Counts): KeyFindings {
  const fingerprints = key.fingerprints();
  if (sealing === null) {
    // An installation from before fingerprints were kept: its rows tell the key.
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
  const found: RowsOfKey[] = [];
  for (const table of tables) found.push(...(await state.sealedBy(table.table)).map((rows) => ({ table, ...rows })));
  return found;
}

function countsOf(found: readonly RowsOfKey[], key: EncryptionKey): Counts {
  const counts = { current: 0, older: 0, unreadable: 0 };
  for (const { table, keyId, rows } of found) {
    const place = key.deriveAll(table.purpose).map(table.keyId).indexOf(keyId);
    counts[place === 0 ? 'current' : place > 0 ? 'older' : 'unreadable'] += rows;
  }
  return counts;
}
