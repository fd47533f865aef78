import { patient } from '@test/faults/support/patience';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, ServiceProcess } from '@test/support/service-process';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';

const REVIEWS = 40_000;
const LIMIT_MS = patient(60_000);

interface Progress {
  readonly state: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Contract §4.18: each review is in the file once, also if workers are killed while they write it. */
describe('an export whose workers are killed', () => {
  let fixture: StoreFixture;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    fixture = await storeFixture();
    const link = await aLink(fixture.database);
    await fixture.database.query(
      `insert into review (account_id, object_id, link_id, source_id, change_seq, first_seen_at, updated_at, seen_at, date_precision,
         is_native, content_hash, external_id, text, rating)
       select $1, $2, $3, $4, 1, now(), now(), now(), 0, true, '\\x00', 'r' || n, repeat('word ', 40) || n, 100 * (1 + n % 5)
       from generate_series(1, ${REVIEWS}) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId],
    );
    const filters = { linkIds: [], sourceIds: [], includeDeleted: false, onlyDeleted: false, showHidden: false };
    await fixture.database.query(`insert into review_export (account_id, format, request) values ($1, 'jsonl', $2)`, [
      link.accountId,
      JSON.stringify({ selection: { kind: 'account' }, filters }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await fixture?.close();
  });

  const start = async (): Promise<ServiceProcess> => {
    const worker = await ServiceProcess.start('worker', flowEnvironment(fixture.url));
    workers.push(worker);
    return worker;
  };
  const progress = async (): Promise<Progress> => {
    const [row] = await fixture.database.query<Progress>(
      'select state, row_count as rows, byte_count as bytes from review_export',
    );
    if (row === undefined) throw new Error('there is no export');
    return row;
  };

  it(
    'is finished by others, with each review once',
    async () => {
      for (let killed = 0, rows = 0; killed < 2; killed += 1) {
        const worker = await start();
        const before = rows;
        await eventually('a written part', LIMIT_MS, async () => (rows = (await progress()).rows) > before);
        await worker.kill();
        ({ rows } = await progress());
        expect(rows).toBeLessThan(REVIEWS);
      }
      await start();
      await eventually('the end of the export', LIMIT_MS, async () => (await progress()).state === 'finished');
      const chunks = await fixture.database.query<{ content: Buffer }>(
        'select content from review_export_chunk order by starts_at',
      );
      const file = Buffer.concat(chunks.map(({ content }) => content));
      expect(await progress()).toEqual({ state: 'finished', rows: REVIEWS, bytes: file.length });
      const lines = file.toString().trimEnd().split('\n');
      const stored = await fixture.database.query<{ id: number }>('select id from review order by id');
      expect(lines.map((line) => (JSON.parse(line) as { readonly id: number }).id)).toEqual(stored.map(({ id }) => id));
    },
    patient(400_000),
  );
});
