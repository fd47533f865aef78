/** A database with ten accounts, an outbox, and relays that read it, as several processes do. */
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { createDataSource, Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { EventDefinition } from '@libs/events/event-definition';
import { EventRelay } from '@libs/events/event-relay';
import { EventSubscribers, type RelayedEvent } from '@libs/events/event-subscribers';
import { OutboxLeases } from '@libs/events/outbox-leases';
import { WakeupHandlers, type Wakeups } from '@libs/queue';
import { storeFixture, type StoreFixture } from './store-fixture';

type Payload = { readonly of: string };
type Handle = (event: RelayedEvent<Payload>) => Promise<void>;

const definitions = new Map<string, EventDefinition<Payload>>();

/**
 * The event with this name; its payload contains the name. It is not among the events that the product defines, because each of
 * those needs a subscriber in every worker.
 */
function event(name: string): EventDefinition<Payload> {
  const definition = definitions.get(name) ?? new EventDefinition<Payload>(name);
  definitions.set(name, definition);
  return definition;
}

/** Created for each test. */
export interface RelayTools {
  readonly fixture: StoreFixture;
  readonly database: Database;
  /** The first of the accounts. */
  readonly accountId: number;
  readonly subscribers: EventSubscribers;
  readonly relay: EventRelay;
  /** Names of the wake-ups that were sent. */
  readonly sent: string[];
  readonly outbox: Outbox;
}

/** Registers the hooks of a test file that create the fixture and close it. */
export function relayHarness() {
  let fixture: StoreFixture;
  let database: Database;
  let tools: RelayTools;
  const openConnections: { end(): Promise<void> }[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    fixture = await storeFixture();
    database = fixture.database;
    await database.query('create table handled (who text, event_id bigint)');
  });
  afterAll(() => fixture.close());

  beforeEach(async () => {
    await database.query('truncate account, outbox, outbox_lease, handled restart identity cascade');
    await database.query(`insert into account (name, plan) select 'Test', 'full' from generate_series(1, 10)`);
    const sent: string[] = [];
    const outbox = new Outbox(database, { send: (name: string) => void sent.push(name) } as unknown as Wakeups);
    const subscribers = new EventSubscribers();
    const relay = new EventRelay(database, new OutboxLeases(database), subscribers, new WakeupHandlers());
    tools = { fixture, database, accountId: 1, subscribers, relay, sent, outbox };
  });

  afterEach(async () => {
    for (const other of openConnections.splice(0)) await other.end().catch(() => undefined);
    await database.query('drop index if exists handled_once');
  });

  /** A connection outside of any pool. */
  async function aSession(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: fixture.url });
    client.on('error', () => undefined);
    await client.connect();
    openConnections.push(client);
    return client;
  }

  /** A separate pool, as another process has. */
  async function anotherProcess(): Promise<Database> {
    const dataSource = createDataSource({
      url: fixture.url,
      poolSize: 4,
      statementTimeoutMs: 60_000,
      applicationName: 'other',
    });
    await dataSource.initialize();
    const other = new Database(dataSource);
    openConnections.push({ end: () => other.close() });
    return other;
  }

  const writeFor = (account: number, ...names: string[]): Promise<void> =>
    database.transaction(() => tools.outbox.write(...names.map((name) => event(name).of(account, { of: name }))));

  return {
    /** The tools of the current test. */
    now: (): RelayTools => tools,
    aSession,
    anotherProcess,
    relayOn: (on: Database, of = tools.subscribers): EventRelay =>
      new EventRelay(on, new OutboxLeases(on), of, new WakeupHandlers()),
    event,
    subscribe: (eventName: string, who: string, handle: Handle, of = tools.subscribers): void =>
      of.on(event(eventName), who, handle),
    /** Events of the first account. */
    write: (...names: string[]): Promise<void> => writeFor(tools.accountId, ...names),
    writeFor,
    /** A handler that records each event. */
    records:
      (who: string, on: Database = database) =>
      async ({ id }: RelayedEvent): Promise<void> => {
        await on.query('insert into handled values ($1, $2)', [who, id]);
      },
    /** What the handlers recorded: `subscriber id`, in order. */
    handled: async (): Promise<string[]> =>
      (await database.query<{ what: string }>(`select who || ' ' || event_id as what from handled order by ctid`)).map(
        (row) => row.what,
      ),
    /** Ids of the events that were not relayed. */
    waiting: async (): Promise<number[]> =>
      (await database.query<{ id: number }>('select id from outbox where relayed_at is null order by id')).map(
        (row) => row.id,
      ),
  };
}
