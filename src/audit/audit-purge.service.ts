import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { AuditStore } from './persistence/audit.store';

/** Removes entries that are older than `HREV_AUDIT_KEEP`, in small batches, each in a separate transaction. */
@Injectable()
export class AuditPurge {
  private readonly logger = new Logger(AuditPurge.name);

  constructor(
    private readonly entries: AuditStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_AUDIT_KEEP'>,
  ) {}

  /** Removes batches until no old entry is left or `signal` is aborted. Never throws. Returns the number of removed entries. */
  async run(signal: AbortSignal): Promise<number> {
    let removed = 0;
    try {
      for (let batch = -1; batch !== 0 && !signal.aborted; removed += batch)
        batch = await this.entries.purge(this.config.HREV_AUDIT_KEEP);
    } catch (error) {
      this.logger.warn(`old audit entries were not removed: ${error instanceof Error ? error.message : String(error)}`);
    }
    return removed;
  }
}

/** The purge on a database that no module of Nest has opened: that of a restore, before it is the present one. */
export const auditPurgeOn = (database: Database, config: Pick<Config, 'HREV_AUDIT_KEEP'>): AuditPurge =>
  new AuditPurge(new AuditStore(database), config);
