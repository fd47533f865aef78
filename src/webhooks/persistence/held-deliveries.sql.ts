import { EVERY_SOURCE, sourcesOff } from '@src/switches';

/**
 * How soon a webhook whose due deliveries are all held is looked at again. `HeldDeliveriesStore` makes it due when the operator switches the
 * source on.
 */
export const HELD_RECHECK = `interval '60 seconds'`;

/** SQL: the delivery, alias `row`, has reviews of a source whose webhooks the operator has switched off. */
export const isHeld = (row: string): string => `coalesce(${row}.source_ids && ${sourcesOff('webhooks')}, false)`;

/** SQL: the webhook of the dispatch row `dispatch` has held deliveries. Reads none while the webhooks of no single source are off. */
export const hasHeldDeliveries = (
  dispatch: string,
): string => `case when (select true from switch_off_view where switch = 'webhooks' and source_id <> ${EVERY_SOURCE} limit 1) then exists (
      select from webhook_delivery h where h.webhook_id = ${dispatch}.webhook_id and h.account_id = ${dispatch}.account_id
        and h.state = 'pending' and ${isHeld('h')}) end`;

/** SQL: since when the operator has switched off the webhooks of one of the sources of the pending delivery `row`, or of all; otherwise null. */
export const heldSince = (row: string): string => `case when ${row}.state = 'pending' then (
    select min(since) from switch_off_view where switch = 'webhooks' and (source_id = ${EVERY_SOURCE} or source_id = any(${row}.source_ids))) end`;
