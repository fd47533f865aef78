import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { ReplyState } from '../domain/reply';
import { REPLY_RECORD, type ReplyRecord } from './reply-record.sql';

/** A reply with its place. */
export interface ListedReply extends ReplyRecord {
  readonly reviewId: number;
  readonly objectId: number;
  readonly sourceId: number;
}

export interface ReplyFilter {
  /** Empty: every state. */
  readonly states: readonly ReplyState[];
  /** Null: the replies to any review. */
  readonly reviewIds: readonly number[] | null;
  /** The objects whose replies are listed, and their links; null: all live ones of the account. */
  readonly objectIds: readonly number[] | null;
}

/** Replies whose object and link are live, the latest review first. Reads each page and its total by the indexes of replies. */
@Injectable()
export class ReplyListQuery {
  constructor(private readonly database: Database) {}

  async page(
    accountId: number,
    filter: ReplyFilter,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly items: readonly ListedReply[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const { rows, values } = selected(accountId, filter);
      const [count] = await this.database.query<{ n: number }>(`select count(*) as n ${rows}`, values);
      const total = count?.n ?? 0;
      if (offset >= total) return { items: [], total };
      const window = `offset $${values.length + 1} limit $${values.length + 2}`;
      const items = await this.database.query<ListedReply>(
        `select p.review_id as "reviewId", p.object_id as "objectId", p.source_id as "sourceId", ${REPLY_RECORD}
         ${rows} order by p.review_id desc ${window}`,
        [...values, offset, limit],
      );
      return { items, total };
    });
  }
}

/** The states of the table that clients see as one of `states`: a removal that is being sent is shown as `pending`. */
function stateCondition(states: readonly ReplyState[], add: (value: unknown) => string): string {
  if (states.length === 0) return '';
  const condition = `p.state = any(${add(states)}::text[])`;
  const [pending, publishing] = [states.includes('pending'), states.includes('publishing')];
  if (pending === publishing) return ` and ${condition}`;
  const removal = `p.state = 'publishing' and p.action = 'remove'`;
  return pending ? ` and (${condition} or (${removal}))` : ` and ${condition} and not (${removal})`;
}

function selected(
  accountId: number,
  { states, reviewIds, objectIds }: ReplyFilter,
): { readonly rows: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [accountId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const ofReviews = reviewIds === null ? '' : ` and p.review_id = any(${add(reviewIds)}::bigint[])`;
  const ofObjects = objectIds === null ? '' : ` and p.object_id = any(${add(objectIds)}::bigint[])`;
  const rows = `from review_reply p
    join link_view l on l.account_id = p.account_id and l.id = p.link_id and l.deleted_at is null
    join tracked_object_view o on o.account_id = p.account_id and o.id = p.object_id and o.is_active and o.deleted_at is null
    where p.account_id = $1${ofReviews}${ofObjects}${stateCondition(states, add)}`;
  return { rows, values };
}
