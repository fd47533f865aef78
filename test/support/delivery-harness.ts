import { Logger } from '@nestjs/common';
import { loadConfig, type Config } from '@libs/config';
import { createDataSource, Database } from '@libs/database';
import { EventSubscribers } from '@libs/events';
import { WakeupHandlers } from '@libs/queue';
import type { SealingKeys } from '@libs/sealing';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { ENTITIES } from '@src/entities';
import { ExchangeRecorderService } from '@src/webhooks/delivery/exchange-recorder.service';
import { DeliveryPurgeSchedule } from '@src/webhooks/delivery/jobs/delivery-purge.schedule';
import { DeliveryWorker } from '@src/webhooks/delivery/jobs/delivery.worker';
import { DeliveryPurgeStore } from '@src/webhooks/delivery/persistence/delivery-purge.store';
import { DeliverySettleStore } from '@src/webhooks/persistence/delivery-settle.store';
import { WebhookLeaseStore } from '@src/webhooks/persistence/webhook-lease.store';
import { SettlementService, type JudgedAttempt } from '@src/webhooks/delivery/settlement.service';
import { TargetCertificates } from '@src/webhooks/delivery/target-certificates';
import { DeliveryMaker } from '@src/webhooks/fan-out/delivery-maker';
import { DailyBatchesSchedule } from '@src/webhooks/fan-out/jobs/daily-batches.schedule';
import { FanOutSubscriber } from '@src/webhooks/fan-out/jobs/fan-out.subscriber';
import { DailyBatchStore } from '@src/webhooks/fan-out/persistence/daily-batch.store';
import { FanOutStore } from '@src/webhooks/fan-out/persistence/fan-out.store';
import { OwnHeadersService } from '@src/webhooks/own-headers.service';
import { OwnHeaderStore } from '@src/webhooks/persistence/own-header.store';
import { SigningSecretStore } from '@src/webhooks/persistence/signing-secret.store';
import { VisibleReviewsQuery } from '@src/webhooks/persistence/receivable-reviews.query';
import { SigningSecretService } from '@src/webhooks/signing-secret.service';
import { WebhookSender } from '@src/webhooks/webhook-sender';
import type { NoticesService } from '@src/notices';
import { accountsOn, noticesOn } from './notices-on';
import { sealingKeysOn } from './sealing-keys';
import { recordedWakeups } from './noted-wakeups';

/** The services of deliveries of one worker process, on a PostgreSQL database. */
export interface DeliveryHarness {
  readonly config: Config;
  readonly database: Database;
  readonly leases: WebhookLeaseStore;
  readonly settlements: DeliverySettleStore;
  readonly deliveries: DeliveryWorker;
  /** Webhooks are the only subscriber. */
  readonly events: EventSubscribers;
  readonly daily: DailyBatchesSchedule;
  readonly purge: DeliveryPurgeSchedule;
  readonly keys: SealingKeys;
  readonly secrets: SigningSecretService;
  readonly headers: OwnHeadersService;
  readonly notices: NoticesService;
  readonly wakeupsSent: string[];
  /** Delivers until nothing is due and every result is stored. Returns how many attempts were made. */
  deliverDue(): Promise<number>;
  close(): Promise<void>;
}

class CountingSettlements extends SettlementService {
  attempts = 0;

  override settle(batch: readonly JudgedAttempt[], retryForMs: number): Promise<void> {
    this.attempts += batch.length;
    return super.settle(batch, retryForMs);
  }
}

/** With `databaseUrl`, creates a separate pool, as another process has. */
export async function deliveryHarness(
  connection: Database | { readonly databaseUrl: string },
  environment: Readonly<Record<string, string>> = {},
): Promise<DeliveryHarness> {
  Logger.overrideLogger(false);
  const database = connection instanceof Database ? connection : await openDatabase(connection.databaseUrl);
  const config = loadConfig({
    NODE_ENV: 'test',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    HREV_WEBHOOK_TIMEOUT: '2s',
    ...environment,
  });
  const { wakeups, wakeupsSent } = recordedWakeups();
  const leases = new WebhookLeaseStore(database);
  const settlements = new DeliverySettleStore(database);
  const keys = sealingKeysOn(database, config);
  const secrets = new SigningSecretService(database, new SigningSecretStore(database), trailOn(database), keys);
  const headers = new OwnHeadersService(keys, database, new OwnHeaderStore(database));
  const sender = new WebhookSender(config);
  const accounts = accountsOn(database, config);
  const notices = noticesOn(database, accounts, config, wakeups);
  const settling = new CountingSettlements(database, settlements, notices);
  const deliveries = new DeliveryWorker(
    config,
    new WakeupHandlers(),
    leases,
    secrets,
    headers,
    sender,
    new ExchangeRecorderService(settlements),
    settling,
    new TargetCertificates(),
  );
  const store = new FanOutStore(database);
  const maker = new DeliveryMaker(config, database, store, new VisibleReviewsQuery(database, accounts), wakeups);
  const batches = new DailyBatchStore(database);
  const daily = new DailyBatchesSchedule(database, batches, maker);
  const events = new EventSubscribers();
  new FanOutSubscriber(events, store, batches, maker).onModuleInit();
  return {
    config,
    database,
    leases,
    settlements,
    deliveries,
    events,
    daily,
    purge: new DeliveryPurgeSchedule(database, new DeliveryPurgeStore(database)),
    keys,
    secrets,
    headers,
    notices,
    wakeupsSent,
    deliverDue: async () => {
      const before = settling.attempts;
      await deliveries.poll();
      await deliveries.idle();
      return settling.attempts - before;
    },
    close: async () => {
      deliveries.onModuleDestroy();
      await daily.beforeApplicationShutdown();
      await deliveries.beforeApplicationShutdown();
      sender.onApplicationShutdown();
      if (!(connection instanceof Database)) await database.close();
    },
  };
}

async function openDatabase(url: string): Promise<Database> {
  const settings = { url, poolSize: 8, statementTimeoutMs: 60_000, applicationName: 'hrev-test-2' };
  const dataSource = createDataSource({ ...settings, entities: ENTITIES });
  await dataSource.initialize();
  return new Database(dataSource);
}

const trailOn = (database: Database): AuditTrail => new AuditTrail(new AuditStore(database));

export interface WebhookSeed {
  readonly accountId: number;
  readonly target?: string;
  readonly schemaVersion?: 2 | 3;
  readonly eventTypes?: readonly string[];
  readonly objectIds?: readonly number[] | null;
  readonly batchWindow?: string;
  readonly filters?: object;
  readonly isActive?: boolean;
}

/** Inserts the row of a webhook and returns its id. */
export async function aWebhook(database: Database, seed: WebhookSeed): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into webhook (account_id, schema_version, target, object_ids, event_types, bucket_window, filters, is_active)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      seed.accountId,
      seed.schemaVersion ?? 3,
      seed.target ?? 'http://127.0.0.1:9/',
      seed.objectIds ?? null,
      seed.eventTypes ?? ['reviews.new'],
      seed.batchWindow ?? 'immediate',
      JSON.stringify(seed.filters ?? {}),
      seed.isActive ?? true,
    ],
  );
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** Inserts the row of an account and returns its id. */
export async function anAccount(database: Database): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into account (name, plan) values ('Test', 'full') returning id`,
  );
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** Inserts rows of due deliveries and returns their ids in the order of their due times. */
export async function dueDeliveries(
  database: Database,
  ids: { readonly accountId: number; readonly webhookId: number },
  count = 1,
  body = '{"event":"reviews.new"}',
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at)
     select nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 7, $4, n.at
     from generate_series(1, $3), (select clock_timestamp() as at) n returning id`,
    [ids.accountId, ids.webhookId, count, Buffer.from(body)],
  );
  await database.query(
    `insert into webhook_dispatch as d (webhook_id, account_id, next_due_at) values ($2, $1, clock_timestamp())
     on conflict (webhook_id) do update set next_due_at = least(d.next_due_at, excluded.next_due_at)`,
    [ids.accountId, ids.webhookId],
  );
  return rows.map((row) => row.id);
}

export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly event_type: string;
  readonly event_id: number;
  readonly run_id: number | null;
  readonly state: string;
  readonly attempts: number;
  readonly tries: number;
  readonly next_attempt_at: Date | null;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly body: Buffer;
}

export function deliveriesOf(database: Database, webhookId: number): Promise<DeliveryRow[]> {
  return database.query<DeliveryRow>('select * from webhook_delivery where webhook_id = $1 order by id', [webhookId]);
}

/** The one delivery of the webhook. */
export async function onlyDelivery(database: Database, webhookId: number): Promise<DeliveryRow> {
  const rows = await deliveriesOf(database, webhookId);
  expect(rows).toHaveLength(1);
  return rows[0] as DeliveryRow;
}

export async function rowOfWebhook(database: Database, id: number): Promise<Record<string, unknown>> {
  return (await database.query('select * from webhook where id = $1', [id]))[0] as Record<string, unknown>;
}

/** Makes every pending delivery due, and expires every lease. */
export async function timePasses(database: Database): Promise<void> {
  await database.query(`update webhook_delivery set next_attempt_at = clock_timestamp() where state = 'pending'`);
  await database.query(`update webhook_dispatch set lease_until = clock_timestamp() where lease_token is not null`);
  await database.query(`update webhook_dispatch d set next_due_at = clock_timestamp()
    where exists (select from webhook_delivery x where x.webhook_id = d.webhook_id and x.state = 'pending')`);
}

/** Returns the number of webhooks with a lease. */
export async function activeLeases(database: Database): Promise<number> {
  return (await database.query('select from webhook_dispatch where lease_token is not null')).length;
}

/** Removes all webhooks and deliveries. */
export async function removeDeliveries(database: Database): Promise<void> {
  await database.query(
    `truncate account, webhook, webhook_delivery, webhook_past_attempt, webhook_exchange, webhook_dispatch, webhook_item, webhook_bucket, webhook_past_settings cascade`,
  );
}
