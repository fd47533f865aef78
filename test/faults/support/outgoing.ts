/**
 * Invariants of deliveries and publications after every fault:
 *
 *   (c) each (webhook, event type, review) is in at most one delivery: as stored and as received
 *   (d) each delivery is in exactly one state, and its state, its attempts and their results agree
 *   (e) all bodies of one delivery id are equal, byte for byte, to the one that is stored; every signature is right
 *   (f) the platform counts at most one publication of an accepted text
 *   (j) no lease of a delivery or a reply is older than its limit while a worker runs
 */
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import type { FaultHarness } from './fault-harness';
import { patient } from './patience';
import { digestOf, reviewIdsOf, signatureOf, type Arrival, type Receiver } from './receivers';

const STATES = ['success', 'pending', 'failed', 'dead_letter'] as const;
const LEASE_GRACE_MS = 20_000;

export interface SubscribedWebhook {
  readonly id: number;
  readonly receiver: Receiver;
}

export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly event_type: string;
  readonly run_id: number | null;
  readonly state: (typeof STATES)[number];
  readonly attempts: number;
  readonly tries: number;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly body: Buffer;
}

/** Creates a webhook through the API, for all ratings, so that it includes platforms without stars. */
export async function subscribe(
  harness: FaultHarness,
  target: string,
  more: { readonly eventTypes?: readonly string[]; readonly objectId?: number; readonly key?: string } = {},
): Promise<number> {
  const { eventTypes = ['reviews.new'], objectId, key = harness.account.full } = more;
  const body = {
    target,
    event_types: eventTypes,
    filters: { allowed_ratings: [0, 1, 2, 3, 4, 5] },
    ...(objectId === undefined ? {} : { object_ids: [objectId] }),
  };
  const answer = await harness.request('POST', '/v3/webhooks', { body, headers: { 'X-API-Key': key } });
  if (answer.status !== 201) throw new Error(`no webhook was created: ${answer.status} ${answer.text}`);
  return answer.body['id'] as number;
}

export async function secretOf(harness: FaultHarness): Promise<string> {
  const answer = await harness.request('GET', '/v3/webhooks/secret');
  return answer.body['secret'] as string;
}

const AGAIN_MS = 200;

/** Repeats a request that must succeed while the service is too busy, as clients do. */
async function requestUntilAccepted(
  harness: FaultHarness,
  method: string,
  target: string,
  key: string,
  body?: object,
): Promise<void> {
  const ends = performance.now() + patient(20_000);
  for (;;) {
    const options = { headers: { 'X-API-Key': key }, ...(body ? { body } : {}) };
    const answer = await harness.request(method, target, options);
    if (answer.status >= 200 && answer.status < 300) return;
    if (answer.status !== 503 || performance.now() > ends)
      throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
    await pause(AGAIN_MS);
  }
}

/** Makes a delivery due at once through the API. */
export function redeliver(
  harness: FaultHarness,
  webhookId: number,
  deliveryId: number,
  key = harness.account.full,
): Promise<void> {
  return requestUntilAccepted(harness, 'POST', `/v3/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`, key);
}

/** Pauses or resumes a webhook. */
export function setActive(
  harness: FaultHarness,
  webhookId: number,
  isActive: boolean,
  key = harness.account.full,
): Promise<void> {
  return requestUntilAccepted(harness, 'PATCH', `/v3/webhooks/${webhookId}`, key, { is_active: isActive });
}

/** Waits until every event was relayed: a webhook that is created from now on receives none of them. */
export function allEventsRelayed(harness: FaultHarness): Promise<boolean> {
  return eventually('the relay of the last event', patient(20_000), async () => {
    const rows = await harness.postgres.query('select from outbox where relayed_at is null limit 1');
    return rows.length === 0;
  });
}

export function deliveriesOf(harness: FaultHarness, webhookId: number): Promise<DeliveryRow[]> {
  return harness.postgres.query<DeliveryRow>(
    `select id::int, webhook_id::int, event_type, run_id::int, state, attempts, tries, last_status_code, last_error, body
     from webhook_delivery where webhook_id = $1 order by id`,
    [webhookId],
  );
}

/** The only delivery of a webhook, once `accept` returns true. */
export function deliveryOf(
  harness: FaultHarness,
  webhookId: number,
  accept: (row: DeliveryRow) => boolean = () => true,
  withinMs = 30_000,
): Promise<DeliveryRow> {
  return eventually(`the delivery of webhook ${webhookId}`, patient(withinMs), async () => {
    const [row, ...more] = await deliveriesOf(harness, webhookId);
    if (more.length > 0) throw new Error(`${more.length + 1} deliveries`);
    return row !== undefined && accept(row) && row;
  });
}

/** Throws with all violations. `secrets`: every secret that was valid at some time. */
export async function checkOutgoing(
  harness: FaultHarness,
  webhooks: readonly SubscribedWebhook[],
  secrets: readonly string[],
): Promise<void> {
  const violations: string[] = [];
  for (const { id, receiver } of webhooks) {
    const rows = await deliveriesOf(harness, id);
    violations.push(...duplicateDeliveries(id, rows), ...wrongStates(rows), ...wrongArrivals(rows, receiver, secrets));
    violations.push(...(await wrongLists(harness, id)));
  }
  violations.push(...(await wrongAttempts(harness)), ...(await staleLeases(harness)), ...publishedTwice(harness));
  if (violations.length > 0) throw new Error(`broken in outgoing requests:\n  ${violations.slice(0, 30).join('\n  ')}`);
}

/** (c) A webhook receives a review once as new and once as replied to, and once per run for each other event. */
function duplicateDeliveries(webhookId: number, rows: readonly DeliveryRow[]): string[] {
  const deliveryByReview = new Map<string, number>();
  const duplicates: string[] = [];
  for (const row of rows) {
    const once = row.event_type === 'reviews.new' || row.event_type === 'replies.new' ? '' : row.run_id;
    for (const reviewId of reviewIdsOf(row.body)) {
      const name = `${row.event_type} ${once} ${reviewId}`;
      const before = deliveryByReview.get(name);
      if (before !== undefined)
        duplicates.push(`(c) webhook ${webhookId}: ${name} is in deliveries ${before} and ${row.id}`);
      deliveryByReview.set(name, row.id);
    }
  }
  return duplicates;
}

/** (d) */
function wrongStates(rows: readonly DeliveryRow[]): string[] {
  return rows
    .filter(({ state, attempts, last_status_code: status }) => {
      const isSuccess = status !== null && status >= 200 && status < 300;
      return !STATES.includes(state) || (state === 'success') !== isSuccess || (state !== 'pending' && attempts === 0);
    })
    .map((row) => `(d) delivery ${row.id} is ${row.state} after ${row.attempts} attempts and ${row.last_status_code}`);
}

/** (e) Received requests, compared with what is stored. */
function wrongArrivals(rows: readonly DeliveryRow[], receiver: Receiver, secrets: readonly string[]): string[] {
  const stored = new Map(rows.map((row) => [row.id, digestOf(row.body)]));
  return receiver.arrivals
    .filter((arrival) => stored.has(arrival.deliveryId))
    .flatMap((arrival) => [
      ...(digestOf(arrival.body) === stored.get(arrival.deliveryId)
        ? []
        : [`(e) a body of delivery ${arrival.deliveryId} is not the one that is stored`]),
      ...(isGenuine(arrival, secrets) ? [] : [`(e) delivery ${arrival.deliveryId} has a wrong signature or id`]),
    ]);
}

function isGenuine(arrival: Arrival, secrets: readonly string[]): boolean {
  const known = new Set(secrets.map((secret) => signatureOf(secret, arrival)));
  const { delivery_id: id } = JSON.parse(arrival.body.toString('utf8')) as { delivery_id: number };
  return (
    arrival.signatures.length > 0 && arrival.signatures.every((one) => known.has(one)) && id === arrival.deliveryId
  );
}

/**
 * (d) in the API: the lists by state partition the list of all deliveries. Each list is a separate request; the check is
 * repeated, because a delivery may change in between.
 */
async function wrongLists(harness: FaultHarness, webhookId: number): Promise<string[]> {
  if (!harness.processes.some((service) => service.isUp && !service.isWorker)) return [];
  const totalOf = async (query: string): Promise<number> => {
    const answer = await harness.request('GET', `/v3/webhooks/${webhookId}/deliveries?limit=1${query}`);
    return answer.status === 404 ? 0 : (answer.body['total'] as number);
  };
  let difference = '';
  const areListsConsistent = async (): Promise<boolean> => {
    const all = await totalOf('');
    const parts = await Promise.all(STATES.map((state) => totalOf(`&status=${state}`)));
    difference = `(d) webhook ${webhookId} lists ${all} deliveries, and ${parts.join(' + ')} by state`;
    return parts.reduce((before, part) => before + part, 0) === all;
  };
  return eventually('consistent lists', patient(10_000), areListsConsistent).then(
    () => [],
    () => [difference],
  );
}

async function wrongAttempts({ postgres }: FaultHarness): Promise<string[]> {
  const rows = await postgres.query<{ id: string; attempts: number; n: number; last: number }>(
    `select d.id, d.attempts, count(a.number)::int as n, coalesce(max(a.number), 0) as last
     from webhook_delivery d left join webhook_attempt a on a.delivery_id = d.id
     group by d.id having d.attempts <> count(a.number) or d.attempts <> coalesce(max(a.number), 0)`,
  );
  return rows.map(
    (row) => `(d) delivery ${row.id} counts ${row.attempts} attempts and has ${row.n}, the last ${row.last}`,
  );
}

async function staleLeases(harness: FaultHarness): Promise<string[]> {
  if (!harness.processes.some((service) => service.isUp && service.isWorker)) return [];
  const stale = (): Promise<{ what: string; id: string }[]> =>
    harness.postgres.query<{ what: string; id: string }>(
      `select 'webhook' as what, webhook_id::text as id from webhook_dispatch
         where lease_until < clock_timestamp() - interval '5 seconds'
       union all select 'reply', review_id::text from review_reply
         where lease_token is not null and due_at < clock_timestamp() - interval '5 seconds'`,
    );
  try {
    await eventually('the end of stale leases', patient(LEASE_GRACE_MS), async () => (await stale()).length === 0);
    return [];
  } catch {
    return (await stale()).map(({ what, id }) => `(j) the lease of the ${what} ${id} expired and was not taken over`);
  }
}

/** (f) Tests never submit the same text twice for one review. */
function publishedTwice({ sandbox }: FaultHarness): string[] {
  const counts = new Map<string, number>();
  for (const { reviewId, text } of sandbox.replies('google').publications) {
    if (text !== null) counts.set(`${reviewId}: ${text}`, (counts.get(`${reviewId}: ${text}`) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n > 1).map(([name, n]) => `(f) the platform published ${n} times ${name}`);
}
