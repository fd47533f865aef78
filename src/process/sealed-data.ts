import { EncryptionKey, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { compareKeys, type KeyFindings } from '@libs/sealing';
import { SEALED_CONNECTIONS } from '@src/connections';
import { SEALED_SIGNING_SECRETS } from '@src/webhooks';
import { openDatabase } from '../foundation.module';

const SEALED_TABLES = [SEALED_SIGNING_SECRETS, SEALED_CONNECTIONS];

/**
 * Compares the encryption keys of this process with the data (contract §12.4). Throws `ConfigError` if other keys
 * sealed the data. If no key is recorded yet, as at the first start, it records the current key, unless `record` is false.
 */
export async function compareWithData(
  config: Config,
  databaseUrl: string,
  options?: { readonly record: boolean },
): Promise<KeyFindings> {
  const database: Database = await openDatabase(config, databaseUrl);
  try {
    return await compareKeys(database, new EncryptionKey(config), SEALED_TABLES, options);
  } finally {
    await database.close();
  }
}

/** A message about the findings; null if all secrets are sealed with the current key. */
export function findingsLine({ older, unreadable, isSealing }: KeyFindings): string | null {
  if (unreadable > 0)
    return `${unreadable} stored secrets cannot be read, because the key that sealed them is not set: name it in HREV_ENCRYPTION_KEY_PREVIOUS`;
  if (!isSealing)
    return `a key in HREV_ENCRYPTION_KEY_PREVIOUS is still in use and has sealed ${older} stored secrets; hrev reseal changes to HREV_ENCRYPTION_KEY`;
  if (older > 0) return `${older} stored secrets are sealed with an older encryption key; hrev reseal reseals them`;
  return null;
}
