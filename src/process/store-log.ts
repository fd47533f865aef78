import type { Logger } from '@nestjs/common';
import type { Config } from '@libs/config';
import { dropSlot, WalReceiver } from '@libs/database/backup';
import type { OpenDatabase } from './open-database';

/**
 * Stores the write-ahead log of the embedded database in `HREV_BACKUP_DIR` while the service runs (docs/operations/backup.md). Returns
 * the database with a `leave` that first stores what was written until then. Without the setting, a server that kept log for an
 * earlier start with it keeps none any longer.
 */
export function storingLog(place: OpenDatabase, { HREV_BACKUP_DIR: backups }: Config, log: Logger): OpenDatabase {
  if (place.embeddedFolder === null) {
    if (backups !== null)
      log.warn('HREV_BACKUP_DIR: pgBackRest stores the log of a server of your own; hrev records only erasures there');
    return place;
  }
  if (backups === null) {
    void dropSlot(place.url).catch(() => undefined);
    return place;
  }
  const receiver = new WalReceiver({
    url: place.url,
    backups,
    onProblem: (problem) => log.error(`the log of the database is not stored in ${backups}: ${problem}`),
    onReceiving: () => log.log(`the log of the database is stored in ${backups}`),
  });
  receiver.start();
  return {
    ...place,
    leave: async () => {
      await receiver.stop();
      await place.leave();
    },
  };
}
