import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { loadConfig } from '@libs/config';
import { createDataSource, Database } from '@libs/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@libs/database/embedded';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { ENTITIES } from '@src/entities';
import { eventually } from '@test/support/eventually';
import { accountsOn } from '@test/support/notices-on';
import { hrev, jsonOf } from '@test/support/command-line';
import { ApiClient, flowEnvironment, ServiceProcess, type Environment } from '@test/support/service-process';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { removeDueRows } from '../../src/due-rows';

/** A platform whose terms allow content to be kept for 30 days. */
const SLUG = 'google-play';
const LIMIT_MS = 600_000;

/** Texts that occur once in the world, each of a part of the content. */
interface Markers {
  readonly text: string;
  readonly author: string;
  readonly reply: string;
  readonly object: string;
  /** What the receiver of the webhook answers. */
  readonly answer: string;
}

const markersOf = (name: string): Markers => ({
  text: `Mzq${name}TextKvw`,
  author: `Mzq${name}AuthorKvw`,
  reply: `Mzq${name}ReplyKvw`,
  object: `Mzq${name}ObjectKvw`,
  answer: `Mzq${name}AnswerKvw`,
});

/** The bytes of each copy of the content: alone in its row, in the record of the platform, in a body, and in an answer. */
const placesOf = ({ text, author, reply, object, answer }: Markers): Readonly<Record<string, string>> => ({
  ...{ text, author, reply, object, answer },
  record: `"4":"${text}"`,
  body: `"text":"${text}"`,
});

/** docs/operations/retention.md, "Bytes on the disk": what was removed is in no file of the database after `hrev scrub`. */
describe('the bytes of what was erased', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const receiver = new WebhookReceiver(200);
  const config = loadConfig({ NODE_ENV: 'test', HREV_ENCRYPTION_KEY: '7e'.repeat(32) });
  let home: string;
  let server: EmbeddedPostgres;
  let database: Database;
  let environment: Environment;
  let service: ServiceProcess | null = null;
  const ownEnvironment = { ...process.env };

  beforeAll(async () => {
    Logger.overrideLogger(false);
    home = mkdtempSync(path.join(tmpdir(), 'hrev-erased-bytes-'));
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(home, 0o755);
    // Images of pages in the log are not compressed, so that the search finds what they contain.
    const settings = { wal_compression: 'off', fsync: 'off', shared_buffers: '32MB', autovacuum: 'off' };
    server = await startEmbeddedPostgres({ home, role: 'service', settings, durable: false });
    await sandbox.start();
    environment = flowEnvironment(server.url, {
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      HREV_COLLECT_EVERY: '365d',
      HREV_COLLECT_MIN_GAP: '0s',
    });
    for (const name of Object.keys(process.env)) if (name.startsWith('HREV_')) delete process.env[name];
    Object.assign(process.env, environment, { LOG_LEVEL: 'warn' });
    expect((await hrev('migrate')).code).toBe(0);
    const pool = { url: server.url, poolSize: 3, statementTimeoutMs: 20_000, applicationName: 'erased-bytes' };
    database = new Database(await createDataSource({ ...pool, entities: ENTITIES }).initialize());
    await receiver.listen();
  }, LIMIT_MS);

  afterAll(async () => {
    process.env = ownEnvironment;
    await service?.stop();
    receiver.close();
    await sandbox.stop();
    await database?.close();
    await server?.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** The places whose bytes occur in any file of the server: tables, indexes, statistics, the log, and the text log. */
  const found = async (markers: Markers): Promise<readonly string[]> => {
    await database.query('checkpoint');
    const wanted = Object.entries(placesOf(markers)).map(([place, bytes]) => [place, Buffer.from(bytes)] as const);
    const seen = new Set<string>();
    for (const file of readdirSync(path.join(home, 'pg'), { recursive: true, encoding: 'utf8' })) {
      const full = path.join(home, 'pg', file);
      const bytes = readIfFile(full);
      for (const [place, marker] of wanted) if (bytes?.includes(marker)) seen.add(place);
    }
    return Object.keys(placesOf(markers)).filter((place) => seen.has(place));
  };

  interface Planted {
    readonly accountId: number;
    readonly objectId: number;
    readonly markers: Markers;
    readonly client: ApiClient;
  }

  /** An account whose object has a review that was collected and delivered, by the running service. */
  const plant = async (name: string): Promise<Planted> => {
    const markers = markersOf(name);
    service ??= await ServiceProcess.start('all', environment);
    const created = await hrev('account', 'create', '--name', name, '--plan', 'full', '--json');
    const { account_id: accountId, keys } = jsonOf(created) as { account_id: number; keys: { full: string } };
    const client = new ApiClient(service.origin, keys.full);
    const key = `example.sandbox.${name.toLowerCase()}`;
    sandbox.add(SLUG, key, { text: 'An older review', author: 'Ann', rating: 4 });
    receiver.answerBody = markers.answer;
    const before = receiver.received.length;
    const webhook = { target: `${receiver.origin}/`, event_types: ['reviews.new'] };
    expect((await client.request('POST', '/v3/webhooks', webhook)).status).toBe(201);
    const url = sandboxPlatforms.find(({ slug }) => slug === SLUG)?.pageUrl(key);
    const object = await client.request('POST', '/v3/objects', { name: markers.object, links: [{ url }] });
    const { id: objectId } = object.body as { id: number };
    await collected(client, objectId, 1);
    sandbox.add(SLUG, key, {
      ...{ text: markers.text, author: markers.author, rating: 5 },
      reply: { text: markers.reply, at: new Date() },
    });
    expect((await client.request('POST', `/v3/objects/${objectId}/collect`)).status).toBe(202);
    await collected(client, objectId, 2);
    await eventually('the delivery', 60_000, () =>
      Promise.resolve(receiver.received.slice(before).some(({ body }) => body.includes(markers.text))),
    );
    await eventually('the answer of the receiver', 60_000, async () => {
      const rows = await database.query('select from webhook_exchange where response_body = $1', [markers.answer]);
      return rows.length > 0;
    });
    return { accountId, objectId, markers, client };
  };

  const collected = (client: ApiClient, objectId: number, count: number): Promise<unknown> =>
    eventually(`${count} reviews`, 60_000, async () => {
      const page = await client.get<{ total: number }>(`/v3/reviews?object_id=${objectId}`);
      return page.total === count;
    });

  const stopService = async (): Promise<void> => {
    await service?.stop();
    service = null;
  };

  /** Lets 31 days pass for everything that is stored. */
  const passTime = async (): Promise<void> => {
    const columns = await database.query<{ table: string; column: string }>(
      `select c.table_name as "table", quote_ident(c.column_name) as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE'
         and c.table_name not in ('audit_entry', 'schema_migration')`,
    );
    await database.transaction(async () => {
      await database.query('set local session_replication_role = replica');
      for (const { table, column } of columns)
        await database.query(
          `update "${table}" set ${column} = ${column} - interval '31 days' where isfinite(${column})`,
        );
    });
  };

  const scrub = async (): Promise<void> => {
    expect(jsonOf(await hrev('scrub', '--json'))).toMatchObject({ kept_segments: 0, left: [] });
  };

  const overdueFindings = async (): Promise<readonly string[]> => {
    const { out } = await hrev('doctor', '--deep', '--json');
    const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; detail: string }[] };
    const ofData = ['schema', 'references', 'orphans', 'retention', 'sync', 'counters'];
    return checks
      .filter(({ name, ok }) => !ok && ofData.includes(name))
      .map(({ name, detail }) => `${name}: ${detail}`);
  };

  const EVERYWHERE = ['text', 'author', 'reply', 'object', 'answer', 'record', 'body'];

  it(
    'are gone with the account, the object, and the period of a platform; what stays is still found',
    async () => {
      const [closed, removed, kept] = [await plant('Closed'), await plant('Removed'), await plant('Kept')];
      const all = [closed, removed, kept];
      for (const { markers } of all) expect([markers.text, await found(markers)]).toEqual([markers.text, EVERYWHERE]);

      expect((await removed.client.request('DELETE', `/v3/objects/${removed.objectId}`)).status).toBe(204);
      await stopService();
      await accountsOn(database, config).close(closed.accountId, 'Closed');
      await passTime();
      expect(await removeDueRows(database, config)).toEqual([]);

      // No row has them, and the files still do.
      for (const { markers } of [closed, removed]) expect(await found(markers)).toEqual(EVERYWHERE);
      await scrub();
      expect(await found(closed.markers)).toEqual([]);
      expect(await found(removed.markers)).toEqual([]);
      // The review stays; the copies of it that the terms of the platform limit are gone, as is the answer.
      expect(await found(kept.markers)).toEqual(['text', 'author', 'reply', 'object']);
      expect(await overdueFindings()).toEqual([]);

      // Without the last account, tables are empty, and an analysis would keep the statistics of their former values.
      await accountsOn(database, config).close(kept.accountId, 'Kept');
      await passTime();
      expect(await removeDueRows(database, config)).toEqual([]);
      await scrub();
      expect(await found(kept.markers)).toEqual([]);
    },
    LIMIT_MS,
  );
});

function readIfFile(file: string): Buffer | null {
  try {
    return statSync(file).isFile() ? readFileSync(file) : null;
  } catch {
    // The server has removed it meanwhile.
    return null;
  }
}
