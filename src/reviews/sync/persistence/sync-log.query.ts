import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { SyncSelection } from '../domain/sync-cursor';

/**
 * The account's newest change. Every number up to it is committed and visible, because a writer locks the row of the counter until it
 * commits.
 */
export interface SyncHead {
  readonly seq: number;
  /** The time of the change, as PostgreSQL's text. */
  readonly at: string;
}

/** An event: reviews of an object or of one link moved into or out of compositions although they did not change. */
export interface ScopeChange {
  readonly seq: number;
  readonly at: string;
  readonly objectId: number;
  readonly linkId: number | null;
  /** True if the reviews were purged, so they can no longer be listed. */
  readonly hasLostReviews: boolean;
}

const CHANGES = `
  select change_seq as seq, changed_at::text as at, object_id as "objectId", link_id as "linkId",
    has_lost_reviews as "hasLostReviews"
  from sync_scope_change where account_id = $1 and change_seq >= $2 and change_seq <= $3`;

/** Reads the newest change number of an account, and the events of its compositions. */
@Injectable()
export class SyncLogQuery {
  constructor(private readonly database: Database) {}

  /** The newest number of the account; 0 before its first change. */
  async head(accountId: number): Promise<SyncHead> {
    const [row] = await this.database.prepared<SyncHead>({
      name: 'sync_head',
      text: 'select change_seq as seq, changed_at::text as at from account_change where account_id = $1',
      values: [accountId],
    });
    return row ?? { seq: 0, at: '-infinity' };
  }

  /** The events of the object or folder with the numbers `from` to `until`, oldest first. */
  async scopeChanges(
    accountId: number,
    selection: SyncSelection,
    range: { readonly from: number; readonly until: number; readonly limit: number | null },
  ): Promise<readonly ScopeChange[]> {
    const isObject = selection.kind === 'object';
    return this.database.prepared<ScopeChange>({
      inIndexOrder: true,
      name: isObject ? 'sync_scope_of_object' : 'sync_scope_of_folder',
      text: `${CHANGES} and ${isObject ? 'object_id = $4' : '$4 = any(folder_ids)'} order by change_seq limit $5`,
      values: [accountId, range.from, range.until, isObject ? selection.objectId : selection.folderId, range.limit],
    });
  }
}
