import { EncryptionKey, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { compareKeys, type KeyFindings } from '@libs/sealing';
import { SEALED_CONNECTIONS } from '@src/connections';
import { SEALED_SIGNING_SECRETS } from '@src/webhooks';
import { openDatabase } from '../foundation.module';

const SEALED_TABLES = [SEALED_SIGNING_SECRETS, SEALED_CONNECTIONS];

/**
 * Holds the encryption keys of this process against the data (contract §12.4). Throws `ConfigError` where they are not those that
 * sealed it. Where none is noted yet, as at the very first start, this one is, unless it is only looked at.
 */
export async function compareWithData(
  config: Config,
  databaseUrl: string,
  options?: { readonly notes: boolean },
): Promise<KeyFindings> {
  const database: Database = await openDatabase(config, databaseUrl);
  try {
    return await compareKeys(database, new EncryptionKey(config), SEALED_TABLES, options);
  } finally {
    await database.close();
  }
}

/** What a person should know of it, in a line; null where all is well. */
export function findingsLine({ older, unreadable, isSealing }: KeyFindings): string | null {
  if (unreadable > 0)
    return `${unreadable} stored secrets were sealed with a key that is not set and cannot be read: name it in HREV_ENCRYPTION_KEY_PREVIOUS`;
  if (!isSealing)
    return `a key in HREV_ENCRYPTION_KEY_PREVIOUS still seals, and has sealed ${older} stored secrets; hrev reseal changes to HREV_ENCRYPTION_KEY`;
  if (older > 0) return `${older} stored secrets are sealed with an older encryption key; hrev reseal seals them anew`;
  return null;
}
