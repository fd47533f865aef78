import { eventually } from '@test/support/eventually';
import { flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';

const REVIEWS = 40_000;
const LIMIT_MS = 120_000;

interface Progress {
  readonly state: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Contract §4.18: each review is in the file once, also if workers are killed while they write it. */
describe('an export whose workers are killed', () => {
  let fixture: StoreFixture;
  let environment: Environment;
  const services: ServiceProcess[] = [];

  beforeAll(async () => {
    fixture = await storeFixture();
    environment = flowEnvironment(fixture.url);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await fixture?.close();
  });

  const start = async (role: 'api' | 'worker'): Promise<ServiceProcess> => {
    const service = await ServiceProcess.start(role, environment);
    services.push(service);
    return service;
  };
  const progress = async (): Promise<Progress> => {
    const [row] = await fixture.database.query<Progress>(
      'select state, row_count as rows, byte_count as bytes from review_export',
    );
    if (row === undefined) throw new Error('there is no export');
    return row;
  };

  it('is finished by others, with each review once', async () => {
    const made = (await hrev(environment, 'account', 'create', '--name', 'Exporter', '--json')).json<{
      readonly account_id: number;
      readonly keys: { readonly read_only: string };
    }>();
    const key = made.keys.read_only;
    const link = await aLink(fixture.database, { accountId: made.account_id });
    await fixture.database.query(
      `insert into review (account_id, object_id, link_id, source_id, change_seq, first_seen_at, updated_at, seen_at, date_precision,
         is_native, content_hash, external_id, text, rating)
       select $1, $2, $3, $4, 1, now(), now(), now(), 0, true, '\\x00', 'r' || n, repeat('word ', 40) || n, 100 * (1 + n % 5)
       from generate_series(1, ${REVIEWS}) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId],
    );
    const api = await start('api');
    const call = (path: string, method = 'GET', headers = {}): Promise<Response> =>
      fetch(`${api.origin}/v3/exports${path}`, { method, headers: { 'X-API-Key': key, ...headers } });
    const { id } = (await (await call('', 'POST')).json()) as { readonly id: number };
    for (let killed = 0, rows = 0; killed < 2; killed += 1) {
      const worker = await start('worker');
      const before = rows;
      await eventually('a written part', LIMIT_MS, async () => (rows = (await progress()).rows) > before);
      await worker.kill();
      ({ rows } = await progress());
      expect(rows).toBeLessThan(REVIEWS);
    }
    await start('worker');
    await eventually('the end of the export', LIMIT_MS, async () => (await progress()).state === 'finished');
    const { rows, bytes } = await progress();
    expect(rows).toBe(REVIEWS);
    const text = await (await call(`/${id}/file`)).text();
    expect(Buffer.byteLength(text)).toBe(bytes);
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly id: number }).id);
    const stored = await fixture.database.query<{ id: number }>('select id from review order by id');
    expect(found).toEqual(stored.map((review) => review.id));
  });
});
