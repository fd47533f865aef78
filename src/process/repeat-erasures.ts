import type { Database } from '@libs/database';
import type { ErasureEntry } from '@libs/database/backup';
import { closeErased, repeatClosures, type AccountClosure } from '@src/auth';
import { deleteErasedLinks } from '@src/links';
import { deleteErasedObjects } from '@src/objects';

/** How many accounts, objects and links of before were closed or erased again. */
export interface RepeatedErasures {
  readonly closed_accounts: number;
  readonly erased_accounts: number;
  readonly erased_objects: number;
  readonly erased_links: number;
}

/**
 * Repeats in a restored database what was closed and erased after the restored time: closures are repeated as they were, and what was
 * erased becomes due for its purge at once. Ids are not given out twice, so entries of before the restored time find no rows.
 */
export async function repeatErasures(database: Database, entries: readonly ErasureEntry[]): Promise<RepeatedErasures> {
  const targets = (event: ErasureEntry['event']): number[] =>
    entries.filter((entry) => entry.event === event).map(({ target }) => target);
  return database.transaction(async () => ({
    closed_accounts: await repeatClosures(database, closuresOf(entries)),
    erased_accounts: await closeErased(database, targets('account_erased')),
    erased_objects: await deleteErasedObjects(database, targets('object_erased')),
    erased_links: await deleteErasedLinks(database, targets('link_erased')),
  }));
}

/** The newest closure or reopening of each account. */
function closuresOf(entries: readonly ErasureEntry[]): readonly AccountClosure[] {
  const newest = new Map<number, AccountClosure>();
  for (const { event, at, target: accountId } of entries) {
    if (event === 'account_closed') newest.set(accountId, { accountId, closedAt: at });
    if (event === 'account_reopened') newest.set(accountId, { accountId, closedAt: null });
  }
  return [...newest.values()];
}
