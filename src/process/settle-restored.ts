import { EncryptionKey, type Config } from '@libs/config';
import { leapSequences, migrate, type Database } from '@libs/database';
import { BackupError, type ErasureEntry } from '@libs/database/backup';
import { prepareQueue } from '@libs/queue';
import { compareKeys } from '@libs/sealing';
import { trailOn } from '@src/audit';
import { doubtUnfinished } from '@src/replies';
import { endCursors } from '@src/reviews';
import { removeDueRows } from '../due-rows';
import { openDatabase } from '../foundation.module';
import { ALL_SEALED_TABLES } from '../sealed-tables';
import { repeatErasures, type RepeatedErasures } from './repeat-erasures';

export interface RestoreFacts {
  /** Name of the backup. */
  readonly backup: string;
  readonly to: Date | null;
  readonly keyIsLost: boolean;
  /** What was closed and erased until now, also after the restored time. */
  readonly erasures: readonly ErasureEntry[];
}

export interface Settled {
  /** Migrations that ran, because the backup is older than this version. */
  readonly migrations: readonly string[];
  /** Replies that are read on their platform before they are sent. */
  readonly doubted_replies: number;
  /** What was closed or erased after the restored time, and is again. */
  readonly repeated: RepeatedErasures;
  /** What is kept for longer than it should be, because it could not be removed; empty as a rule. */
  readonly overdue: readonly string[];
}

/**
 * Prepares a restored database for use: brings the schema up to date, compares the encryption keys with its secrets, and takes account
 * of what happened after the restored time. Ids are not given out twice, sync cursors end, and unfinished replies are read on
 * their platform before they are sent. What was erased after the restored time is erased again, and everything that is due for removal is
 * removed, before the service serves it. Throws `BackupError` if secrets cannot be read, unless the key is lost.
 */
export async function settleRestored(config: Config, url: string, facts: RestoreFacts): Promise<Settled> {
  const migrations = await migrate(url);
  await prepareQueue({ databaseUrl: url, redisUrl: null });
  const database = await openDatabase(config, url);
  try {
    if (!facts.keyIsLost) await refuseUnreadable(config, database);
    await leapSequences(database);
    const repeated = await repeatErasures(database, facts.erasures);
    await endCursors(database);
    const doubted = await doubtUnfinished(database);
    await database.transaction(() =>
      trailOn(database).record({
        action: 'database.restored',
        accountId: null,
        target: { type: 'installation', id: null },
        after: { backup: facts.backup, to: facts.to?.toISOString() ?? null },
      }),
    );
    const overdue = await removeDueRows(database, config);
    return {
      migrations,
      doubted_replies: doubted,
      repeated,
      overdue: overdue.map(({ faults, count }) => `${faults}: ${count ?? 'not checked'}`),
    };
  } finally {
    await database.close();
  }
}

async function refuseUnreadable(config: Config, database: Database): Promise<void> {
  const { unreadable } = await compareKeys(database, new EncryptionKey(config), ALL_SEALED_TABLES, { record: false });
  if (unreadable > 0)
    throw new BackupError(
      `${unreadable} secrets in the backup were sealed with a key that is not set here: name it in HREV_ENCRYPTION_KEY_PREVIOUS`,
    );
}
