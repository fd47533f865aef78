import { resolve } from 'node:path';
import type { Config } from '@libs/config';
import { hasEmbeddedDatabase } from '@libs/database/embedded';
import { ErasureRecord } from '@src/accounts';
import { openDatabase as openPool } from '../foundation.module';
import { openDatabase } from './open-database';

/**
 * Records what was erased in the present embedded database beside the backups, before a restored one takes its place. Returns null, or
 * why the database cannot be read.
 */
export async function recordPresentErasures(config: Config, backups: string): Promise<string | null> {
  if (!hasEmbeddedDatabase(resolve(config.HREV_HOME))) return null;
  try {
    const place = await openDatabase(config, { role: 'command' });
    try {
      const database = await openPool(config, place.url);
      await new ErasureRecord(database, backups).write().finally(() => database.close());
    } finally {
      await place.leave();
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
