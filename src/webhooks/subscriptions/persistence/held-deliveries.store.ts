import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { HELD_RECHECK } from '../../persistence/held-deliveries.sql';

/** Deliveries that wait because the operator has switched off the webhooks of a source. */
@Injectable()
export class HeldDeliveriesStore {
  constructor(private readonly database: Database) {}

  /**
   * Makes the webhooks due at once that have held deliveries with reviews of the source, in the transaction that switches it on. Locks them
   * in the order of their ids, as settlements do. A webhook that is not found is due within `HELD_RECHECK` in any case. Returns the number of
   * webhooks.
   */
  async makeDue(sourceId: number): Promise<number> {
    return this.database.execute(
      `update webhook_dispatch d set next_due_at = clock_timestamp() from (
         select t.webhook_id from webhook_dispatch t
         where t.next_due_at > statement_timestamp() and t.next_due_at <= statement_timestamp() + ${HELD_RECHECK}
           and exists (
             select from webhook_delivery x where x.webhook_id = t.webhook_id and x.account_id = t.account_id and x.state = 'pending'
               and x.next_attempt_at <= statement_timestamp() and x.source_ids @> array[$1::int])
         order by t.webhook_id for update
       ) held where d.webhook_id = held.webhook_id`,
      [sourceId],
    );
  }
}
