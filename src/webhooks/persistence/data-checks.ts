import { overdueRows, type DataCheck } from '@libs/database';

/** The rows of a deleted webhook are removed by workers within the hour. */
export const WEBHOOK_ORPHANS: readonly DataCheck[] = [
  {
    faults: 'deliveries that are due for two hours and have no webhook',
    sql: `select account_id, id, webhook_id from webhook_delivery d
      where state = 'pending' and next_attempt_at < now() - interval '2 hours'
        and not exists (select from webhook w where w.id = d.webhook_id)`,
  },
  {
    faults: 'deliveries that are due for two hours and that no worker looks for',
    sql: `select account_id, id, webhook_id from webhook_delivery d
      where state = 'pending' and next_attempt_at < now() - interval '2 hours'
        -- Those of listeners wait for a client, for days.
        and exists (select from webhook w where w.id = d.webhook_id and w.target is not null)
        and not exists (select from webhook_dispatch s where s.webhook_id = d.webhook_id and s.next_due_at is not null)`,
  },
  {
    faults: 'recorded exchanges without a delivery',
    sql: `select account_id, delivery_id, number from webhook_exchange e where started_at < now() - interval '2 hours'
      and not exists (select from webhook_delivery d where d.id = e.delivery_id)`,
  },
];

export const OVERDUE_WEBHOOKS: readonly DataCheck[] = [
  {
    faults: 'bodies of deliveries that are older than the terms of a platform allow',
    // Bodies are removed two hours before the limit.
    sql: `select account_id, id, body_until from webhook_delivery where body_until < now() - interval '2 hours'`,
  },
  {
    faults: 'deliveries whose body has no limit yet',
    // Rounds date them within minutes.
    sql: `select account_id, id, created_at from webhook_delivery
      where body_until = 'infinity' and created_at < now() - interval '1 day'`,
  },
  overdueRows({
    ...{ rows: 'settled deliveries', table: 'webhook_delivery', key: 'account_id, id' },
    ...{ since: 'settled_at', days: 30 },
  }),
  overdueRows({
    ...{ rows: 'headers and answers of attempts', table: 'webhook_exchange', key: 'account_id, delivery_id, number' },
    ...{ since: 'started_at', days: 7 },
  }),
  overdueRows({
    ...{ rows: 'listeners without a client', table: 'webhook', key: 'account_id, id' },
    ...{ since: 'last_claim_at', days: 7 },
  }),
];
