import type { Config } from '@libs/config';
import { runDataChecks, type Database, type DataFinding } from '@libs/database';
import { purgeResponses } from '@libs/http';
import { accountErasureOn } from '@src/accounts/accounts.worker.module';
import { auditPurgeOn } from '@src/audit/audit.worker.module';
import {
  ContentRetentionSchedule,
  housekeepingOn,
  RecordDatesSchedule,
} from '@src/collection/collection.worker.module';
import { purgeRequests } from '@src/console';
import { purgeExports } from '@src/exports/exports.worker.module';
import { purgeMail } from '@src/notices';
import { purgeProposals } from '@src/replies';
import { deliveryPurgeOn } from '@src/webhooks/webhooks.worker.module';
import { overdueChecks } from './overdue-rows';

const CHECK_LIMITS = { limitMs: 20_000, totalMs: 120_000 };

/**
 * Removes everything that is due by docs/operations/retention.md, as workers do in their rounds, and reads it again. For a restored
 * database, before it is served. Returns the checks that still find rows: a round that fails is logged, and the service repeats it.
 */
export async function removeDueRows(
  database: Database,
  config: Pick<Config, 'HREV_AUDIT_KEEP'>,
): Promise<readonly DataFinding[]> {
  const { signal } = new AbortController();
  await new RecordDatesSchedule(database).date(signal);
  await new ContentRetentionSchedule(database).purge(signal);
  await accountErasureOn(database).run(signal);
  await deliveryPurgeOn(database).run(signal);
  await housekeepingOn(database).purge(signal);
  await auditPurgeOn(database, config).run(signal);
  await purgeRequests(database);
  await purgeResponses(database);
  await purgeMail(database);
  await purgeExports(database);
  await purgeProposals(database);
  const findings = await runDataChecks(database, overdueChecks(config), CHECK_LIMITS);
  return findings.filter(({ count }) => count !== 0);
}
