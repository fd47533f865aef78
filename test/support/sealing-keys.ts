import { EncryptionKey, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { KeyStateStore, SealingKeys } from '@libs/sealing';

/** The keys of one process. */
export function sealingKeysOn(database: Database, config: Config): SealingKeys {
  return new SealingKeys(database, new KeyStateStore(database), new EncryptionKey(config));
}
