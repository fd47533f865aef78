import { EncryptionKey, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { compareKeys, type KeyFindings } from '@libs/sealing';
import { openDatabase } from '../foundation.module';
import { ALL_SEALED_TABLES } from '../sealed-tables';

/**
 * Compares the encryption keys of this process with the data (contract §12.4). Throws `ConfigError` if other keys
 * sealed the data. If no key is recorded yet, as at the first start, it records the current key.
 */
export async function compareWithData(config: Config, databaseUrl: string): Promise<KeyFindings> {
  const database: Database = await openDatabase(config, databaseUrl);
  try {
    return await compareKeys(database, new EncryptionKey(config), ALL_SEALED_TABLES);
  } finally {
    await database.close();
  }
}
