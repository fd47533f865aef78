import type { Config } from '@libs/config';
import type { DataCheck } from '@libs/database';
import { OVERDUE_EVENTS } from '@libs/events';
import { OVERDUE_RESPONSES } from '@libs/http';
import { LIMITED_SOURCES } from '@libs/sources';
import { overdueEntries } from '@src/audit';
import { OVERDUE_ACCOUNTS } from '@src/auth';
import { OVERDUE_COLLECTION } from '@src/collection';
import { OVERDUE_REQUESTS } from '@src/console';
import { OVERDUE_EXPORTS } from '@src/exports';
import { OVERDUE_MAIL } from '@src/notices';
import { OVERDUE_OBJECTS } from '@src/objects';
import { OVERDUE_PROPOSALS } from '@src/replies';
import { recordLimitChecks } from '@src/reviews';
import { OVERDUE_SAMPLES } from '@src/sources';
import { OVERDUE_WEBHOOKS } from '@src/webhooks';

/** Checks of all contexts for rows that are kept for longer than docs/operations/retention.md says. */
export function overdueChecks({ HREV_AUDIT_KEEP }: Pick<Config, 'HREV_AUDIT_KEEP'>): readonly DataCheck[] {
  return [
    ...recordLimitChecks(LIMITED_SOURCES),
    ...OVERDUE_WEBHOOKS,
    ...OVERDUE_COLLECTION,
    ...OVERDUE_OBJECTS,
    ...OVERDUE_ACCOUNTS,
    ...OVERDUE_EVENTS,
    ...OVERDUE_RESPONSES,
    ...OVERDUE_REQUESTS,
    ...OVERDUE_MAIL,
    ...OVERDUE_EXPORTS,
    ...OVERDUE_PROPOSALS,
    ...OVERDUE_SAMPLES,
    overdueEntries(HREV_AUDIT_KEEP),
  ];
}
