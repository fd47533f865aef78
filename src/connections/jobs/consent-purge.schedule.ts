import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { ConsentFlowStore } from '../persistence/consent-flow.store';
import { GrantStore } from '../persistence/grant.store';

const EVERY_MS = 600_000;

/** Deletes flows that are older than a day, and grants that serve no connection. */
@Injectable()
export class ConsentPurge extends ScheduledTask {
  constructor(database: Database, flows: ConsentFlowStore, grants: GrantStore) {
    super(async (signal) => {
      for (let purged = 100; purged === 100 && !signal.aborted;) {
        purged = await database.transaction(async () => {
          const removed = await flows.purge();
          for (const { accountId, sourceId } of removed) {
            await grants.lockAll(accountId, sourceId);
            await grants.removeUnused(accountId, sourceId);
          }
          return removed.length;
        });
      }
    });
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
