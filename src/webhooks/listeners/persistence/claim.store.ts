import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { msFromNow } from '@libs/leases';
import { isServed } from '@src/auth';
import { isOnForAll } from '@src/switches';
import type { EventType } from '../../domain/subscription';
import { isHeld } from '../../persistence/held-deliveries.sql';
import { LEASE_MS, MAX_CLAIMED, type Listener } from '../domain/claim';

/** A delivery that was claimed. */
export interface ClaimedDelivery {
  readonly id: number;
  /** The token of the lease. */
  readonly token: string;
  readonly leaseUntil: Date;
  readonly eventType: EventType;
  readonly eventId: number;
  /** All attempts until now. */
  readonly attempts: number;
  readonly body: Buffer;
  /** The number of the delivery among those of its webhook; null for a test event. */
  readonly sequence: number | null;
}

/** `number`: the position among the due deliveries of the listener. */
type ClaimedRow = Omit<ClaimedDelivery, 'body'> & { readonly number: number; readonly body: string };

/** A claim under a valid lease. */
export interface HeldClaim {
  readonly id: number;
  readonly token: string;
  /** Attempts of its series, and all attempts, when it was claimed. */
  readonly tries: number;
  readonly attempts: number;
  /** With shortened signatures. */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
}

/** The lease on a delivery that a client names. */
export interface NamedLease {
  readonly deliveryId: number;
  readonly lease: string;
}

/** A delivery after its result was stored. */
export interface SettledDelivery {
  readonly id: number;
  readonly state: 'pending' | 'success' | 'failed' | 'dead_letter';
  readonly nextAttemptAt: Date | null;
}

/** SQL: the listener `w` of the account `a` is active, and the operator has not switched off webhooks. */
const IS_ON = `w.target is null and w.is_active and ${isServed('a')} and ${isOnForAll('webhooks')}`;

/** SQL: the first due deliveries of a listener, by time and id. At most so many are leased, because no others are claimed. */
const dueOf = (account: string, webhook: string, columns: string): string => `
  select ${columns} from webhook_delivery d
  where d.account_id = ${account} and d.webhook_id = ${webhook} and d.state = 'pending'
    and d.next_attempt_at <= statement_timestamp() and not ${isHeld('d')}
  order by d.next_attempt_at, d.id limit ${MAX_CLAIMED}`;

/** SQL: no client holds the delivery `due` of the account. */
const isFree = (account: string): string => `not exists (
  select from webhook_claim c
  where c.account_id = ${account} and c.delivery_id = due.id and c.lease_until > statement_timestamp())`;

/** The claims of listeners. All times are by the database's clock. Methods find only rows of the account. */
@Injectable()
export class ClaimStore {
  constructor(private readonly database: Database) {}

  /**
   * Locks the webhook until the transaction ends, so that its claims and results are written one after the other. Returns whether it is
   * a listener; null if there is no such webhook.
   */
  async lock({ accountId, webhookId }: Listener): Promise<boolean | null> {
    const [row] = await this.database.query<{ isListener: boolean }>(
      'select target is null as "isListener" from webhook where account_id = $1 and id = $2 for no key update',
      [accountId, webhookId],
    );
    return row?.isListener ?? null;
  }

  /** Notes that a client has claimed, once a minute. */
  async noteClient({ accountId, webhookId }: Listener): Promise<void> {
    await this.database.execute(
      `update webhook set last_claim_at = clock_timestamp()
       where account_id = $1 and id = $2 and last_claim_at < statement_timestamp() - interval '1 minute'`,
      [accountId, webhookId],
    );
  }

  /**
   * Claims up to `limit` due deliveries that no client holds, first due first. The caller has locked the listener in an earlier statement of the
   * transaction. Returns none while the listener is paused, its account is not served or webhooks are switched off.
   */
  async claim({ accountId, webhookId }: Listener, limit: number): Promise<readonly ClaimedDelivery[]> {
    const rows = await this.database.prepared<ClaimedRow>({
      name: 'claim-deliveries',
      inIndexOrder: true,
      text: CLAIM,
      values: [accountId, webhookId, limit],
    });
    // Sorted here, because PostgreSQL would sort the rows with their bodies.
    return rows
      .sort((a, b) => a.number - b.number)
      .map(({ number: _, body, ...claimed }) => ({ ...claimed, body: Buffer.from(body) }));
  }

  /** Stores the headers that the client was given, in the transaction of the claim. */
  async storeHeaders(
    accountId: number,
    headers: readonly { readonly deliveryId: number; readonly headers: Readonly<Record<string, string>> }[],
  ): Promise<void> {
    await this.database.query(
      `update webhook_claim c set request_headers = x.headers from unnest($2::bigint[], $3::json[]) x (id, headers)
       where c.account_id = $1 and c.delivery_id = x.id`,
      [accountId, headers.map(({ deliveryId }) => deliveryId), headers.map((one) => JSON.stringify(one.headers))],
    );
  }

  /** The claims of these leases that are valid. */
  async held({ accountId, webhookId }: Listener, leases: readonly NamedLease[]): Promise<readonly HeldClaim[]> {
    return this.database.query<HeldClaim>(
      `select c.delivery_id as id, c.token, c.tries, c.attempts, c.request_headers as "requestHeaders"
       from unnest($3::bigint[], $4::uuid[]) x (id, token)
       join webhook_claim c on c.account_id = $1 and c.webhook_id = $2 and c.delivery_id = x.id and c.token = x.token
         and c.lease_until > statement_timestamp()`,
      [accountId, webhookId, leases.map(({ deliveryId }) => deliveryId), leases.map(({ lease }) => lease)],
    );
  }

  /** Ends claims: their deliveries may be claimed again, if they are still due. */
  async end(accountId: number, claims: readonly Pick<HeldClaim, 'id' | 'token'>[]): Promise<void> {
    await this.database.execute(
      `delete from webhook_claim c using unnest($2::bigint[], $3::uuid[]) x (id, token)
       where c.account_id = $1 and c.delivery_id = x.id and c.token = x.token`,
      [accountId, claims.map(({ id }) => id), claims.map(({ token }) => token)],
    );
  }

  /** What these deliveries became. */
  async settled(accountId: number, ids: readonly number[]): Promise<readonly SettledDelivery[]> {
    return this.database.query<SettledDelivery>(
      `select id, state, next_attempt_at as "nextAttemptAt" from webhook_delivery
       where account_id = $1 and id = any($2::bigint[])`,
      [accountId, ids],
    );
  }

  /** Of these listeners those with a delivery that can be claimed, by id. */
  async ready(listeners: readonly Listener[]): Promise<readonly number[]> {
    const rows = await this.database.prepared<{ webhookId: number }>({
      name: 'listeners-with-deliveries',
      inIndexOrder: true,
      text: READY,
      values: [listeners.map(({ accountId }) => accountId), listeners.map(({ webhookId }) => webhookId)],
    });
    return rows.map(({ webhookId }) => webhookId);
  }
}

const CLAIM = `
  with due as materialized (
    select due.*, row_number() over () as number from webhook w
    join account_view a on a.id = w.account_id
    cross join lateral (${dueOf('w.account_id', 'w.id', 'd.id, d.event_type, d.event_id, d.tries, d.attempts, d.sequence, d.body')}) due
    where w.account_id = $1 and w.id = $2 and ${IS_ON}
  ), free as materialized (
    select * from due where ${isFree('$1')} order by number limit $3
  ), claimed as (
    insert into webhook_claim (delivery_id, account_id, webhook_id, token, lease_until, tries, attempts)
    select id, $1, $2, gen_random_uuid(), ${msFromNow(LEASE_MS)}, tries, attempts from free
    on conflict (delivery_id) do update set token = excluded.token, lease_until = excluded.lease_until,
      tries = excluded.tries, attempts = excluded.attempts, request_headers = null
    returning delivery_id, token, lease_until
  )
  select free.id, free.number, claimed.token, claimed.lease_until as "leaseUntil", free.event_type as "eventType",
    free.event_id as "eventId", free.attempts, free.sequence, convert_from(free.body, 'UTF8') as body
  from claimed join free on free.id = claimed.delivery_id`;

const READY = `
  select w.id as "webhookId" from unnest($1::bigint[], $2::bigint[]) x (account_id, webhook_id)
  join webhook w on w.account_id = x.account_id and w.id = x.webhook_id
  join account_view a on a.id = w.account_id
  where ${IS_ON}
    and exists (select from (${dueOf('w.account_id', 'w.id', 'd.id')}) due where ${isFree('w.account_id')})`;
