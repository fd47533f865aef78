import { WakeupHandlers } from '@libs/queue';
import { AccountsService } from '@src/auth';
import { ExportWorker } from '@src/exports/jobs/export.worker';
import { purgeExports } from '@src/exports/exports.worker.module';
import { ExportLeaseStore } from '@src/exports/persistence/export-lease.store';
import { ExportSpaceQuery } from '@src/exports/persistence/export-space.query';
import { WriteExportService } from '@src/exports/write-export.service';
import { BATCH_FIELDS, ReviewBatchesService } from '@src/reviews';
import { eventually } from '@test/support/eventually';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const HOSTILE = '=HYPERLINK("x")\r\n"quoted", Тимур';

/** Files of reviews (contract §4.18: v3 only). */
describe('v3: exports', () => {
  let app: TestApp;
  let account: TestAccount;
  let client: ContractClient;
  let link: LinkFixture;
  let worker: ExportWorker;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    worker = workerWith(4_096);
  });
  afterAll(async () => {
    await worker.beforeApplicationShutdown();
    await app?.close();
  });
  beforeEach(async () => {
    await app.database.query('delete from review_export_chunk; delete from review_export');
    account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    link = await aLink(app.database, { accountId: account.accountId });
  });

  /** The worker of a process, with these limits of megabytes. */
  function workerWith(space: number, total = 32_768): ExportWorker {
    const leases = new ExportLeaseStore(app.database);
    const [accounts, batches] = [app.app.get(AccountsService), app.app.get(ReviewBatchesService, { strict: false })];
    const limits = { HREV_EXPORT_SPACE: space, HREV_EXPORT_SPACE_TOTAL: total };
    const writing = new WriteExportService(accounts, batches, leases, new ExportSpaceQuery(app.database), limits);
    return new ExportWorker(new WakeupHandlers(), leases, writing);
  }

  const documented = (method: string, at: string, answer: Answer): Answer => {
    new OpenApiCheck(app.app).expect({ method, path: at, ...answer });
    return answer;
  };
  const request = async (query = ''): Promise<Answer> =>
    documented('POST', '/v3/exports', await client.post(`/v3/exports${query}`, undefined));
  const read = async (id: unknown): Promise<Answer> =>
    documented('GET', `/v3/exports/${String(id)}`, await client.get(`/v3/exports/${String(id)}`));
  /** Requests an export, has it written, and returns it at its end. */
  const written = async (query = '', by = worker): Promise<Json> => {
    const { body } = await request(query);
    await by.poll();
    return eventually('the end of the export', 20_000, async () => {
      const { body: state } = await read(body['id']);
      return state['ended_at'] === null ? undefined : state;
    });
  };
  const file = (id: unknown, headers: Readonly<Record<string, string>> = {}, key = account.readOnly) =>
    app.agent
      .get(`/v3/exports/${String(id)}/file`)
      .set({ 'X-API-Key': key, ...headers })
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts).toString()));
      });
  const lines = async (id: unknown): Promise<readonly Json[]> =>
    ((await file(id)).body as string)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Json);
  const reviews = (count: number, more: object = {}) =>
    insertReviews(
      app.database,
      Array.from({ length: count }, (_, n) => ({ ...link, rating: 1 + (n % 5), text: `Review ${n}`, ...more })),
    );

  it('writes the reviews of the feed as JSON lines in the order of their ids, with the fields of the feed', async () => {
    const ids = await reviews(2_500);
    const state = await written();
    expect(state).toMatchObject({ state: 'finished', format: 'jsonl', rows: 2_500, total: 2_500, error: null });
    const found = await lines(state['id']);
    expect(found.map(({ id }) => id)).toEqual(ids);
    const listed = await client.get(`/v3/reviews?object_id=${link.objectId}&limit=1&separate_pos_neg=true`);
    const [newest] = listed.body['data'] as readonly Json[];
    expect(found.find(({ id }) => id === newest?.['id'])).toEqual(newest);
    expect(Object.keys(found[0] ?? {})).toEqual([...BATCH_FIELDS]);
  });

  it('writes CSV with the fields of a review as columns, without formulas', async () => {
    await reviews(1, { text: HOSTILE, author: '@anna', images: [{ template_url: 'https://a.example/{size}' }] });
    const state = await written('?format=csv');
    const answer = await file(state['id']);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="reviews-${String(state['id'])}.csv"`);
    const text = answer.body as string;
    expect(text.startsWith(`\uFEFF${BATCH_FIELDS.join(',')}\r\n`)).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")\r\n""quoted"", Тимур"`);
    expect(text).toContain(`,'@anna,`);
    expect(text).toContain('"[{""template_url"":""https://a.example/{size}""}]"');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it.each(['csv', 'jsonl'])('a file without reviews has no lines but the head: %s', async (format) => {
    const state = await written(`?format=${format}&search=nothing-has-this`);
    expect(state).toMatchObject({ state: 'finished', rows: 0, total: 0 });
    expect((await file(state['id'])).body).toBe(format === 'csv' ? `\uFEFF${BATCH_FIELDS.join(',')}\r\n` : '');
  });

  it('has the filters of the feed, and pins have no effect', async () => {
    const other = await aLink(app.database, { accountId: account.accountId });
    await insertReviews(app.database, [
      { ...link, text: 'pinned', rating: 5, pinPosition: 0 },
      { ...link, text: 'good', rating: 5 },
      { ...link, text: 'bad', rating: 1 },
      { ...link, text: 'hidden', rating: 5, hiddenAt: '2026-11-01T00:00:00Z' },
      { ...link, text: 'deleted', rating: 5, deletedAt: '2026-11-01T00:00:00Z' },
      { ...other, text: 'elsewhere', rating: 5 },
    ]);
    const texts = async (query: string) => (await lines((await written(query))['id'])).map(({ text }) => text);
    const ofObject = `?object_id=${link.objectId}`;
    expect(await texts(`${ofObject}&min_rating=5`)).toEqual(['pinned', 'good']);
    expect(await texts(`${ofObject}&only_deleted=true`)).toEqual(['deleted']);
    expect(await texts(`${ofObject}&show_hidden=true&search=hid`)).toEqual(['hidden']);
    expect(await texts(`?link_ids=${other.linkId}`)).toEqual(['elsewhere']);
    expect(await texts('?max_rating=2')).toEqual(['bad']);
  });

  it("a trial's file has the reviews inside its cut", async () => {
    account = await app.anAccount({ plan: 'trial' });
    client = new ContractClient(app, 'v3', account);
    link = await aLink(app.database, { accountId: account.accountId });
    const ids = await insertReviews(
      app.database,
      Array.from({ length: 30 }, (_, n) => ({
        ...link,
        reviewDate: `2026-10-${String(n + 1).padStart(2, '0')}T10:00:00`,
      })),
    );
    const state = await written();
    expect(state).toMatchObject({ rows: 20, total: 20 });
    expect((await lines(state['id'])).map(({ id }) => id)).toEqual(ids.slice(10));
  });

  it('a download is continued by a range of bytes', async () => {
    await reviews(1_500, { text: 'x'.repeat(1_500) });
    const { id, bytes } = await written();
    expect(bytes).toBeGreaterThan(2 * 1_048_576);
    const whole = await file(id);
    const text = whole.body as string;
    expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      String(bytes),
      'bytes',
    ]);
    expect(whole.headers['content-encoding']).toBeUndefined();
    const cut = 1_048_000;
    const conditions: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'If-Range': whole.headers['etag'] as string },
    ];
    for (const condition of conditions) {
      const rest = await file(id, { Range: `bytes=${cut}-`, ...condition });
      expect([rest.status, rest.headers['content-range']]).toEqual([
        206,
        `bytes ${cut}-${Number(bytes) - 1}/${Number(bytes)}`,
      ]);
      expect(text.slice(0, cut) + (rest.body as string) === text).toBe(true);
    }
    const part = await file(id, { Range: 'bytes=1048570-1048580' });
    expect(part.body).toBe(text.slice(1_048_570, 1_048_581));
    expect((await file(id, { Range: 'bytes=5-', 'If-Range': '"another"' })).status).toBe(200);
    const beyond = await file(id, { Range: `bytes=${String(bytes)}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${String(bytes)}`]);
    expect(JSON.parse(beyond.body as string)).toMatchObject({ code: 'range_not_satisfiable' });
    const head = await app.agent
      .head(`/v3/exports/${String(id)}/file`)
      .set({ 'X-API-Key': account.readOnly, Range: 'bytes=0-9' });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes)]);
  });

  it('is 409 before the file is finished, and 404 after its deletion and its expiry', async () => {
    const { body } = await request();
    const early = await file(body['id']);
    expect([early.status, (JSON.parse(early.body as string) as Json)['code']]).toEqual([409, 'conflict']);
    await worker.poll();
    const path = `/v3/exports/${String(body['id'])}`;
    documented('DELETE', path, await client.delete(path));
    expect([
      (await read(body['id'])).status,
      (await file(body['id'])).status,
      (await client.delete(path)).status,
    ]).toEqual([404, 404, 404]);
    await reviews(1);
    const { id } = await written();
    await app.database.query(`update review_export set expires_at = clock_timestamp() where id = $1`, [id]);
    expect([(await read(id)).status, (await file(id)).status]).toEqual([404, 404]);
    expect((await client.get('/v3/exports')).body).toEqual({ data: [] });
    await purgeExports(app.database);
    expect(await app.database.query('select from review_export union all select from review_export_chunk')).toEqual([]);
  });

  it('an export that is deleted while it is written is written no further', async () => {
    await reviews(3);
    const { body } = await request();
    const leases = new ExportLeaseStore(app.database);
    const claim = await leases.claim(10_000);
    if (claim === null) throw new Error('nothing is due');
    await client.delete(`/v3/exports/${String(body['id'])}`);
    const part = { bytes: Buffer.from('x'), rows: 1, afterId: 1, isLast: false };
    await expect(leases.append(claim, 0, part)).rejects.toThrow('lease');
    expect(await app.database.query('select from review_export_chunk')).toEqual([]);
  });

  it('two are written at a time and twenty kept; each account has its own', async () => {
    for (let n = 0; n < 2; n += 1) expect((await request()).status).toBe(202);
    expect(await request()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const other = new ContractClient(app, 'v3', await app.anAccount());
    expect((await other.post('/v3/exports', undefined)).status).toBe(202);
    await app.database.query(
      `insert into review_export (account_id, format, state, due_at, request)
       select $1, 'csv', 'finished', null, '{}' from generate_series(1, 18)`,
      [account.accountId],
    );
    await app.database.query(`update review_export set state = 'finished', due_at = null where account_id = $1`, [
      account.accountId,
    ]);
    expect(await request()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const list = documented('GET', '/v3/exports', await client.get('/v3/exports'));
    const kept = list.body['data'] as readonly { readonly id: number }[];
    expect(kept).toHaveLength(20);
    await client.delete(`/v3/exports/${kept[0]?.id ?? 0}`);
    expect((await request()).status).toBe(202);
  });

  it('fails with too_large when the files of the account take too much space, and keeps no bytes of it', async () => {
    await reviews(400, { text: 'x'.repeat(1_000) });
    const small = workerWith(1);
    expect(await written('', small)).toMatchObject({ state: 'finished' });
    const failed = await written('', small);
    expect(failed).toMatchObject({ state: 'failed', error: 'too_large' });
    await purgeExports(app.database);
    const chunks = await app.database.query('select from review_export_chunk where export_id = $1', [failed['id']]);
    expect(chunks).toEqual([]);
    expect((await read(failed['id'])).status).toBe(200);
  });

  it('leaves room for accounts that have less than their share of the space of all', async () => {
    await reviews(400, { text: 'x'.repeat(1_000) });
    const crowded = workerWith(4_096, 2);
    expect(await written('', crowded)).toMatchObject({ state: 'finished' });
    expect(await written('', crowded)).toMatchObject({ state: 'failed', error: 'too_large' });
    account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    link = await aLink(app.database, { accountId: account.accountId });
    await reviews(200, { text: 'x'.repeat(1_000) });
    expect(await written('', crowded)).toMatchObject({ state: 'finished' });
  });

  it('ends as failed after five attempts at a part that fails for an unexpected reason', async () => {
    const { body } = await request();
    const id = String(body['id']);
    // A request that no version has written.
    await app.database.query(`update review_export set request = '{}' where id = $1`, [id]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await worker.poll();
      await eventually('the end of the attempt', 20_000, async () => {
        const [row] = await app.database.query<{ attempts: number; isHeld: boolean }>(
          'select attempts, lease_token is not null as "isHeld" from review_export where id = $1',
          [id],
        );
        return row?.attempts === attempt && !row.isHeld ? true : undefined;
      });
      const { body: state } = await read(id);
      expect([attempt, state['state'], state['error']]).toEqual(
        attempt < 5 ? [attempt, 'running', null] : [5, 'failed', 'internal'],
      );
      const due = await app.database.query<{ seconds: number }>(
        'select extract(epoch from due_at - clock_timestamp())::float8 as seconds from review_export where id = $1',
        [id],
      );
      if (attempt < 5) expect(due[0]?.seconds).toBeGreaterThan([5, 50, 250, 850][attempt - 1] as number);
      await app.database.query(
        'update review_export set due_at = clock_timestamp() where id = $1 and due_at is not null',
        [id],
      );
    }
  });

  it('ends as failed if workers died in five attempts at a part', async () => {
    const { body } = await request();
    await app.database.query('update review_export set attempts = 5 where id = $1', [body['id']]);
    await worker.poll();
    await eventually('the failure', 20_000, async () => (await read(body['id'])).body['error'] === 'internal');
  });

  it('fails with not_found when its object was deleted meanwhile', async () => {
    const { body } = await request(`?object_id=${link.objectId}`);
    expect((await client.delete(`/v3/objects/${link.objectId}`)).status).toBe(204);
    await worker.poll();
    await eventually('the failure', 20_000, async () => (await read(body['id'])).body['state'] === 'failed');
    expect((await read(body['id'])).body).toMatchObject({ error: 'not_found', rows: 0 });
  });

  it('refuses as the feed does', async () => {
    const codes = await Promise.all(
      [
        '?min_rating=4&max_rating=2',
        '?object_id=999999',
        '?folder_id=999999',
        '?object_id=1&folder_id=1',
        '?format=xml',
      ].map(async (query) => (await request(query)).body['code']),
    );
    expect(codes).toEqual([
      'validation_error',
      'not_found',
      'folder_not_found',
      'object_and_folder_conflict',
      'validation_error',
    ]);
    expect(await app.database.query('select from review_export')).toEqual([]);
  });

  it('is requested once under an Idempotency-Key', async () => {
    const send = () => app.agent.post('/v3/exports').set({ 'X-API-Key': account.readOnly, 'Idempotency-Key': 'once' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([202, 202, 'true']);
    expect((second.body as Json)['id']).toBe((first.body as Json)['id']);
  });

  it('an export of another account is answered like a missing one', async () => {
    await reviews(1);
    const { id } = await written();
    const other = new ContractClient(app, 'v3', await app.anAccount());
    for (const path of [`/v3/exports/${String(id)}`, `/v3/exports/${String(id)}/file`])
      expect((await other.get(path)).status).toBe(404);
    expect((await other.delete(`/v3/exports/${String(id)}`)).status).toBe(404);
    expect((await read(id)).status).toBe(200);
  });
});
