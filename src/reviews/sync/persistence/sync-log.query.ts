import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { SyncAddressee } from '../domain/sync-cursor';

/** The account's newest change: every number up to it is committed and to be seen, since its row lock is held to commit. */
export interface SyncHead {
  readonly seq: number;
  /** PostgreSQL's text of its time. */
  readonly at: string;
}

/** Reviews of an object, or of one link of it, entered or left compositions without changing. */
export interface ScopeChange {
  readonly seq: number;
  readonly at: string;
  readonly objectId: number;
  readonly linkId: number | null;
  /** Its reviews were purged: they cannot be named any more. */
  readonly hasLostReviews: boolean;
}

const CHANGES = `
  select change_seq as seq, changed_at::text as at, object_id as "objectId", link_id as "linkId",
    has_lost_reviews as "hasLostReviews"
  from sync_scope_change where account_id = $1 and change_seq >= $2 and change_seq <= $3`;

/** Reads the newest change number of an account, and its changes that are not changes of reviews. */
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

  /** Events that concern the addressee, numbers `from` to `until`, oldest first. */
  async scopeChanges(
    accountId: number,
    addressee: SyncAddressee,
    range: { readonly from: number; readonly until: number; readonly limit: number | null },
  ): Promise<readonly ScopeChange[]> {
    const isObject = addressee.kind === 'object';
    return this.database.prepared<ScopeChange>({
      name: isObject ? 'sync_scope_of_object' : 'sync_scope_of_folder',
      text: `${CHANGES} and ${isObject ? 'object_id = $4' : '$4 = any(folder_ids)'} order by change_seq limit $5`,
      values: [accountId, range.from, range.until, isObject ? addressee.objectId : addressee.folderId, range.limit],
    });
  }
}
