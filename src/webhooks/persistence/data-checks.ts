import type { DataCheck } from '@libs/database';

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
        and exists (select from webhook w where w.id = d.webhook_id)
        and not exists (select from webhook_dispatch s where s.webhook_id = d.webhook_id and s.next_due_at is not null)`,
  },
  {
    faults: 'recorded exchanges without a delivery',
    sql: `select account_id, delivery_id, number from webhook_exchange e where started_at < now() - interval '2 hours'
      and not exists (select from webhook_delivery d where d.id = e.delivery_id)`,
  },
];
