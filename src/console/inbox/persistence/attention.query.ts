import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { wireTimeOrNull } from '@libs/kernel';
import { LINK_STATE } from '@src/collection';
import type { CollectedShare } from '@src/links';
import type { Coverage } from '@src/reviews';
import type { AttentionKind, Trouble } from '../domain/attention';

/** The state of the collection of the covered links that are enabled. */
export interface CollectionState extends CollectedShare {
  readonly links: number;
  /** Links whose state is `up_to_date`. */
  readonly upToDate: number;
  readonly lastAt: Date | null;
  readonly nextAt: Date | null;
}

/** The collections that ended in the last 24 hours. */
export interface CollectedDay {
  /** Links that were read. */
  readonly read: number;
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
}

interface TroubleRow {
  readonly kind: AttentionKind;
  readonly source_id: number | null;
  readonly n: number;
  readonly since: Date | null;
  readonly reason: string | null;
  readonly frozen: number;
  readonly object_ids: readonly number[];
}

/** Why a link fails: the code of its error, which stays while the link is read again. */
const REASON = `coalesce(split_part(x.scrape_error, ':', 1), 'unknown')`;
const OBJECT_IDS = 'to_jsonb((array_agg(distinct x.object_id order by x.object_id))[1:5]) as object_ids';

/** By partial indexes and the keys of objects: each part reads the troubled rows, or one row per object or link. */
const OF_OBJECTS = `
  select 'reply_failed' as kind, null::int as source_id, count(*) as n, min(x.accepted_at) as since, null as reason, 0 as frozen,
    ${OBJECT_IDS}
  from review_reply_view x
  where x.account_id = $1 and x.object_id = any($2::bigint[]) and x.link_id = any($3::bigint[]) and x.state = 'failed'
    and x.error <> 'review_gone'
  having count(*) > 0
  union all
  select 'connection_revoked', x.source_id, count(*), min(x.checked_at), null, 0, ${OBJECT_IDS}
  from platform_connection_view x
  where x.account_id = $1 and x.object_id = any($2::bigint[]) and x.status = 'revoked'
  group by x.source_id
  union all
  select 'links_failing', case when min(x.source_id) = max(x.source_id) then min(x.source_id) end, count(*), min(x.failing_since),
    ${REASON}, count(x.frozen_at), ${OBJECT_IDS}
  from link_collection_view x join link_view l on l.account_id = $1 and l.id = x.link_id and l.is_active
  where x.account_id = $1 and x.link_id = any($3::bigint[]) and (x.scrape_error is not null or x.frozen_at is not null)
    -- These are part of the connection that was taken back.
    and not (${REASON} = 'credentials_rejected' and exists (
      select from platform_connection_view p
      where p.account_id = $1 and p.object_id = x.object_id and p.source_id = x.source_id and p.status = 'revoked'))
  group by ${REASON}`;

/** Deletes of webhooks remove the row; a webhook that is switched off sends nothing, and a listener fails on the laptop of a developer. */
const OF_WEBHOOKS = `
  select 'webhook_failing' as kind, null::int as source_id, count(*) as n, min(x.failing_since) as since,
    null as reason, 0 as frozen, '[]'::jsonb as object_ids
  from webhook_view x where x.account_id = $1 and x.is_active and not x.is_listener and x.failure_count > 0 having count(*) > 0`;

const NO_LINKS: CollectionState = {
  links: 0,
  upToDate: 0,
  stated: 0,
  neverRead: 0,
  platformCount: null,
  collectedCount: 0,
  lastAt: null,
  nextAt: null,
};

/** What needs attention, and the state of the collection. Every statement reads rows of one account. */
@Injectable()
export class AttentionQuery {
  constructor(private readonly database: Database) {}

  /** Failed replies, revoked connections and failing links of the coverage. */
  async ofObjects({ accountId, objectIds, links }: Coverage): Promise<readonly Trouble[]> {
    const rows = await this.database.query<TroubleRow>(OF_OBJECTS, [accountId, objectIds, links.map(({ id }) => id)]);
    return rows.map(troubleOf);
  }

  /** Webhooks whose last attempts failed. */
  async ofWebhooks(accountId: number): Promise<readonly Trouble[]> {
    return (await this.database.query<TroubleRow>(OF_WEBHOOKS, [accountId])).map(troubleOf);
  }

  async collectionState({ accountId, links }: Coverage): Promise<CollectionState> {
    const [row] = await this.database.query<CollectionState>(
      `select count(*) as links,
         count(*) filter (where ${LINK_STATE} = 'up_to_date') as "upToDate",
         sum(c.platform_review_count)::bigint as "platformCount",
         coalesce(sum(least(coalesce(t.n, 0), c.platform_review_count)) filter (where c.platform_review_count is not null), 0)::bigint
           as "collectedCount",
         count(c.platform_review_count) as stated,
         count(*) filter (where c.read_at is null and c.platform_review_count is null and c.scrape_status <> 'success') as "neverRead",
         max(c.last_scraped_at) as "lastAt", min(c.next_run_at) as "nextAt"
       from link_view l
       join link_collection_view c on c.account_id = $1 and c.link_id = l.id
       left join link_total_view t on t.account_id = $1 and t.object_id = l.object_id and t.link_id = l.id
       where l.account_id = $1 and l.id = any($2::bigint[]) and l.is_active`,
      [accountId, links.map(({ id }) => id)],
    );
    return row ?? NO_LINKS;
  }

  /** The parts of runs that ended in the last 24 hours, from the index `run_link_ended`. */
  async lastDay({ accountId, objectIds }: Coverage): Promise<CollectedDay> {
    const [row] = await this.database.query<CollectedDay>(
      `select count(*) filter (where x.outcome = 'success') as read, coalesce(sum(x.reviews_new), 0) as new,
         coalesce(sum(x.reviews_changed), 0) as changed, coalesce(sum(x.reviews_deleted), 0) as gone
       from run_link_view x
       where x.account_id = $1 and x.ended_at >= statement_timestamp() - interval '24 hours'
         and x.object_id = any($2::bigint[])`,
      [accountId, objectIds],
    );
    return row ?? { read: 0, new: 0, changed: 0, gone: 0 };
  }
}

const troubleOf = (row: TroubleRow): Trouble => ({
  kind: row.kind,
  sourceId: row.source_id,
  reason: row.reason,
  frozen: row.frozen,
  count: row.n,
  since: wireTimeOrNull(row.since),
  until: null,
  objectIds: row.object_ids,
});
