import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { lockAccount } from '@src/auth';
import type { SchemaVersion, Subscription, SubscriptionSettings, WebhookCounts } from '../../domain/subscription';
import { HEADER_NAMES } from '../../persistence/own-header.store';

/** A row as PostgreSQL returns it: the elements of a `bigint[]` are strings. */
type WebhookRow = Omit<Subscription, 'objectIds'> & { readonly objectIds: readonly string[] | null };

/**
 * SQL: the object ids of webhook `w` without deleted objects. If all of them were deleted, the stored list is returned: an empty list
 * would mean all objects (contract §2.7), but this webhook receives no events.
 */
const EXISTING_OBJECTS = `coalesce((
    select array_agg(i.id order by i.place) from unnest(w.object_ids) with ordinality i (id, place)
    join tracked_object_view o on o.account_id = w.account_id and o.id = i.id and o.deleted_at is null
  ), w.object_ids)`;

const COLUMNS = `w.id, w.account_id as "accountId", w.schema_version as "schemaVersion", w.target,
  ${EXISTING_OBJECTS} as "objectIds", w.event_types as "eventTypes", w.bucket_window as "batchWindow", w.filters,
  w.format, ${HEADER_NAMES('w.id')} as "headerNames", w.is_active as "isActive", w.failure_count as "failureCount",
  w.last_failure_at as "lastFailureAt", w.last_claim_at as "lastClaimAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`;

/** The table `webhook`. Methods find only webhooks of the account in their first parameter. */
@Injectable()
export class WebhookStore {
  constructor(private readonly database: Database) {}

  /** Blocks concurrent creation of webhooks of the account until the transaction ends, so that their number does not change. */
  async lockAccount(accountId: number): Promise<void> {
    await lockAccount(this.database, accountId);
  }

  async count(accountId: number): Promise<WebhookCounts> {
    const sql = `select count(target) as webhooks, count(*) filter (where target is null) as listeners
      from webhook where account_id = $1`;
    const [row] = await this.database.query<WebhookCounts>(sql, [accountId]);
    return row ?? { webhooks: 0, listeners: 0 };
  }

  /** All webhooks of the account, oldest first. */
  async all(accountId: number): Promise<readonly Subscription[]> {
    const sql = `select ${COLUMNS} from webhook w where w.account_id = $1 order by w.id`;
    return (await this.database.query<WebhookRow>(sql, [accountId])).map(subscription);
  }

  async find(accountId: number, webhookId: number): Promise<Subscription | null> {
    return this.queryOne(`select ${COLUMNS} from webhook w where w.account_id = $1 and w.id = $2`, [
      accountId,
      webhookId,
    ]);
  }

  /** Finds the webhook and blocks changes and deletion of it until the transaction ends. */
  async findLocked(accountId: number, webhookId: number): Promise<Subscription | null> {
    const sql = `select ${COLUMNS} from webhook w where w.account_id = $1 and w.id = $2 for no key update`;
    return this.queryOne(sql, [accountId, webhookId]);
  }

  async insert(accountId: number, schemaVersion: SchemaVersion, settings: SubscriptionSettings): Promise<Subscription> {
    const inserted = await this.queryOne(
      `insert into webhook as w
         (account_id, schema_version, target, object_ids, event_types, bucket_window, filters, is_active, format, last_claim_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $3::text is null then clock_timestamp() end) returning ${COLUMNS}`,
      [accountId, schemaVersion, ...columnsOf(settings)],
    );
    return inserted as Subscription;
  }

  /** Replaces the settings. The counts of failures do not change. */
  async update(accountId: number, webhookId: number, settings: SubscriptionSettings): Promise<Subscription> {
    const changed = await this.queryOne(
      `update webhook as w set target = $3, object_ids = $4, event_types = $5, bucket_window = $6, filters = $7,
         is_active = $8, format = $9, updated_at = clock_timestamp()
       where w.account_id = $1 and w.id = $2 returning ${COLUMNS}`,
      [accountId, webhookId, ...columnsOf(settings)],
    );
    return changed as Subscription;
  }

  /** Returns the removed webhook; null if there was none. */
  async remove(accountId: number, webhookId: number): Promise<Subscription | null> {
    const sql = `delete from webhook w where w.account_id = $1 and w.id = $2 returning ${COLUMNS}`;
    return this.queryOne(sql, [accountId, webhookId]);
  }

  /** Returns an unused delivery id, from the sequence of the stored deliveries, and the current time. */
  async nextDelivery(): Promise<{ readonly deliveryId: number; readonly now: Date }> {
    const [row] = await this.database.query<{ deliveryId: number; now: Date }>(
      `select nextval('webhook_delivery_id') as "deliveryId", clock_timestamp() as now`,
    );
    if (!row) throw new Error('the sequence of deliveries returned no row');
    return row;
  }

  private async queryOne(sql: string, parameters: readonly unknown[]): Promise<Subscription | null> {
    const [row] = await this.database.query<WebhookRow>(sql, parameters);
    return row ? subscription(row) : null;
  }
}

function columnsOf(settings: SubscriptionSettings): readonly unknown[] {
  const { target, objectIds, eventTypes, batchWindow, filters, isActive, format } = settings;
  return [target, objectIds, eventTypes, batchWindow, JSON.stringify(filters), isActive, format];
}

function subscription(row: WebhookRow): Subscription {
  return { ...row, objectIds: row.objectIds?.map(Number) ?? null };
}
