import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { LIMITED_SOURCES, removalAgeInUse } from '@libs/sources';
import { trailOn } from '@src/audit';
import { EXCHANGE_RETENTION } from '../../persistence/exchange-retention';

/** Rows that one transaction removes in much less than a second; a delivery includes its body and attempts. */
const DELIVERY_BATCH = 1_000;
const ITEM_BATCH = 5_000;

/** How long settled deliveries, flushed batches, past settings, and items of repeatable events are kept. */
const RETENTION = `interval '30 days'`;
const EXCHANGE_BATCH = 2_000;

/** How long a listener is kept after the last claim of a client, and how many are removed at a time. */
const LISTENER_IDLE = `interval '7 days'`;
const LISTENER_BATCH = 100;

/** How long processes of the version before may run beside those of this version. */
const FORMER_PROCESSES = `interval '1 hour'`;

/** The error of a delivery whose body was removed before the first attempt. */
const BODY_REMOVED = 'body_removed';

/** Removes rows that no response contains, and bodies that may not be kept. Each method is one batch in the caller's transaction. */
@Injectable()
export class DeliveryPurgeStore {
  private readonly trail = trailOn(this.database);

  constructor(private readonly database: Database) {}

  /** Returns false if another process is purging. Otherwise no other process can purge until this transaction ends. */
  async tryToPurge(): Promise<boolean> {
    return this.database.tryLock(LOCKS.deliveryPurge);
  }

  /** Removes deliveries that were settled long ago, with their attempts. Returns the number of deliveries. */
  async purgeSettled(): Promise<number> {
    return this.database.execute(
      `delete from webhook_delivery where id in (
         select id from webhook_delivery where settled_at < statement_timestamp() - ${RETENTION}
         order by settled_at limit ${DELIVERY_BATCH} for update skip locked)`,
    );
  }

  /**
   * Dates bodies of deliveries that a process of the version before has made, during a rolling upgrade or before it, and whose `body_until`
   * is therefore infinity. They stay for an hour at least, until no such process reads them. Skips deliveries that are being changed.
   * Returns the number of deliveries.
   */
  async dateBodies(): Promise<number> {
    return this.database.execute(
      `with undated as (
         select id from webhook_delivery where body_until = 'infinity' limit ${DELIVERY_BATCH} for update skip locked
       )
       update webhook_delivery d set body_until = (
         select greatest(d.created_at + min(l.hours) * interval '1 hour', statement_timestamp() + ${FORMER_PROCESSES})
         from unnest($1::int[], $2::int[]) l (source_id, hours) where l.source_id = any(d.source_ids) having count(*) > 0)
       from undated where d.id = undated.id`,
      [LIMITED_SOURCES.map(({ id }) => id), LIMITED_SOURCES.map(({ days }) => removalAgeInUse([days]))],
    );
  }

  /**
   * Removes bodies, and the responses to them, which may repeat them, once the terms of a platform do not allow to keep them longer, those
   * that are due longest first. A delivery that is still pending, of a paused webhook or delivered again, ends as a dead letter. Skips
   * deliveries that are being changed. Returns the number of bodies.
   */
  async purgeBodies(): Promise<number> {
    const [removed] = await this.database.query<{ n: number }>(
      `with due as (
         select id from webhook_delivery where body_until <= statement_timestamp()
         order by body_until limit ${DELIVERY_BATCH} for update skip locked
       ), erased as (
         update webhook_delivery d set body = null, body_until = null, next_attempt_at = null,
           state = case d.state when 'pending' then 'dead_letter' else d.state end,
           settled_at = coalesce(d.settled_at, clock_timestamp()),
           last_error = case when d.state = 'pending' and d.attempts = 0 then $1 else d.last_error end
         from due where d.id = due.id returning d.id, d.account_id
       ), responses as (
         update webhook_exchange x set response_body = null from erased e
         where x.delivery_id = e.id and x.account_id = e.account_id
       )
       select count(*)::int as n from erased`,
      [BODY_REMOVED],
    );
    return removed?.n ?? 0;
  }

  /** Removes headers and responses of old attempts. */
  async purgeExchanges(): Promise<number> {
    return this.database.execute(
      `delete from webhook_exchange where ctid = any(array(
         select ctid from webhook_exchange where started_at < statement_timestamp() - ${EXCHANGE_RETENTION}
         order by started_at limit ${EXCHANGE_BATCH}))`,
    );
  }

  /** Removes old items. Items of new reviews and first replies, which are delivered once, are kept as long as their webhook. */
  async purgeItems(): Promise<number> {
    return this.database.execute(
      `delete from webhook_item where ctid = any(array(
         select ctid from webhook_item where occurrence <> 0 and created_at < statement_timestamp() - ${RETENTION}
         limit ${ITEM_BATCH}))`,
    );
  }

  /** Removes daily batches that were sent long ago. Reads only the oldest batches. */
  async purgeDailyBatches(): Promise<number> {
    return this.database.execute(
      `delete from webhook_bucket where id in (
         select id from (
           select id, flush_at from webhook_bucket where not_before = 'infinity' order by id limit ${ITEM_BATCH}
         ) oldest where flush_at < statement_timestamp() - ${RETENTION})`,
    );
  }

  /** Removes settings that were replaced long ago. An older event that is not relayed yet is matched with the oldest remaining settings. */
  async purgePastSettings(): Promise<number> {
    return this.database.execute(
      `delete from webhook_past_settings where (webhook_id, valid_until) in (
         select webhook_id, valid_until from webhook_past_settings where valid_until < statement_timestamp() - ${RETENTION}
         order by valid_until limit ${ITEM_BATCH})`,
    );
  }

  /** Removes recoveries that ended 30 days ago, and running ones of deleted webhooks. The table has few rows. */
  async purgeRecoveries(): Promise<number> {
    return this.database.execute(
      `delete from webhook_recovery where id in (
         select id from webhook_recovery r where r.ended_at < statement_timestamp() - ${RETENTION}
           or r.state = 'running' and not exists (
             select from webhook w where w.account_id = r.account_id and w.id = r.webhook_id)
         limit ${ITEM_BATCH})`,
    );
  }

  /**
   * Removes listeners whose deliveries no client has claimed for a week, as the service; `purgeDeleted` removes their deliveries. Skips
   * those that are being claimed. Returns their number.
   */
  async purgeIdleListeners(): Promise<number> {
    const removed = await this.database.query<{ id: number; accountId: number; eventTypes: readonly string[] }>(
      `delete from webhook where id in (
         select id from webhook where last_claim_at < statement_timestamp() - ${LISTENER_IDLE}
         order by last_claim_at limit ${LISTENER_BATCH} for update skip locked)
       returning id, account_id as "accountId", event_types as "eventTypes"`,
    );
    for (const { id, accountId, eventTypes } of removed)
      await this.trail.record({
        action: 'webhook.removed',
        accountId,
        target: { type: 'webhook', id },
        before: { target: null, event_types: eventTypes },
      });
    return removed.length;
  }

  /** Removes a batch of rows of one deleted webhook. Returns 0 when no deleted webhook has rows. */
  async purgeDeleted(): Promise<number> {
    const [webhook] = await this.database.query<{ webhookId: number; accountId: number }>(
      `select d.webhook_id as "webhookId", d.account_id as "accountId" from webhook_dispatch d
       where not exists (select from webhook w where w.account_id = d.account_id and w.id = d.webhook_id) limit 1`,
    );
    if (!webhook) return 0;
    const key = [webhook.accountId, webhook.webhookId];
    const items = await this.database.execute(
      `delete from webhook_item where ctid = any(array(
         select ctid from webhook_item where account_id = $1 and webhook_id = $2 limit ${ITEM_BATCH}))`,
      key,
    );
    if (items === ITEM_BATCH) return items;
    const removed = await this.database.query<{ id: number }>(
      `delete from webhook_delivery where id in (
         select id from webhook_delivery where account_id = $1 and webhook_id = $2 limit ${DELIVERY_BATCH})
       returning id`,
      key,
    );
    const deliveries = removed.length;
    await this.database.execute(
      'delete from webhook_exchange where account_id = $1 and delivery_id = any($2::bigint[])',
      [webhook.accountId, removed.map(({ id }) => id)],
    );
    if (deliveries === DELIVERY_BATCH) return items + deliveries;
    await this.database.execute('delete from webhook_bucket where account_id = $1 and webhook_id = $2', key);
    await this.database.execute('delete from webhook_dispatch where account_id = $1 and webhook_id = $2', key);
    return items + deliveries + 1;
  }
}
