/** The SDK against the API of the service (contract §4.13, §7). */
import { Hrev, isHrevError, type AnyHrevError } from '@libs/sdk';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

let app: TestApp;
let account: TestAccount;
let hrev: Hrev;
let link: LinkFixture;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  account = await app.anAccount();
  hrev = new Hrev({ baseUrl: app.address, apiKey: account.full });
  link = await aLink(app.database, { accountId: account.accountId });
});

const refusalOf = (promise: Promise<unknown>): Promise<AnyHrevError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => {
      if (isHrevError(error)) return error;
      throw error;
    },
  );

describe('resources', () => {
  it('an object is created, read, renamed, listed and deleted', async () => {
    const { id, link_results: results } = await hrev.objects.create({
      name: 'Harbour Hotel',
      links: [{ url: 'https://www.trustpilot.com/review/example.com' }, { url: 'https://unknown.example/reviews' }],
    });
    expect(results.map(({ error_code: code }) => code ?? null)).toEqual([null, 'source_not_detected']);
    expect(await hrev.objects.update(id, { name: 'Harbour' })).toMatchObject({ id, name: 'Harbour' });
    expect((await hrev.links.list(id)).data).toHaveLength(1);
    const names: string[] = [];
    for await (const object of hrev.objects.listAll({ limit: 1 })) names.push(object.name);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe('Harbour');
    expect(await hrev.objects.delete(id)).toBeUndefined();
    expect(await refusalOf(hrev.objects.get(id))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('one Idempotency-Key creates one object', async () => {
    const replayed: (string | null)[] = [];
    const options = {
      idempotencyKey: 'order-1',
      onResponse: ({ headers }: Response) => void replayed.push(headers.get('Idempotent-Replayed')),
    };
    const first = await hrev.objects.create({ name: 'One' }, options);
    expect(await hrev.objects.create({ name: 'One' }, options)).toEqual(first);
    expect(replayed).toEqual([null, 'true']);
    expect(await refusalOf(hrev.objects.create({ name: 'Two' }, options))).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('reviews are filtered, hidden and pinned', async () => {
    const ids = await insertChangedReviews(
      app.database,
      [5, 4, 1].map((rating) => ({ ...link, rating })),
    );
    const [best = 0, good = 0, bad = 0] = ids;
    const { data } = await hrev.reviews.list({ object_id: link.objectId, min_rating: 4, source_ids: [link.sourceId] });
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set([best, good]));
    expect(await hrev.curation.hideReviews(link.objectId, { review_ids: [bad] })).toMatchObject({ hidden_count: 1 });
    expect(await hrev.curation.unhideReviews(link.objectId, { review_ids: [bad] })).toMatchObject({ hidden_count: 0 });
    await hrev.curation.pinReviews(link.objectId, { review_ids: [good] });
    let tag = '';
    await hrev.curation.listPinnedReviews(link.objectId, undefined, {
      onResponse: ({ headers }) => void (tag = headers.get('ETag') ?? ''),
    });
    await hrev.curation.replacePinnedReviews(link.objectId, { ordered_review_ids: [best, good] });
    const late = hrev.curation.replacePinnedReviews(
      link.objectId,
      { ordered_review_ids: [] },
      { headers: { 'If-Match': tag } },
    );
    expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('objects are imported, first as a dry run (contract §4.19)', async () => {
    const body = { format: 'jsonl', file: '{"name": "Imported"}\n' } as const;
    const ids = async () => (await hrev.objects.list({ search: 'Imported' })).data.map(({ id }) => id);
    expect((await hrev.imports.create(body, { dry_run: true })).data).toMatchObject([{ line: 1, result: 'created' }]);
    expect(await ids()).toEqual([]);
    const { data } = await hrev.imports.create(body);
    expect(await ids()).toEqual([data[0]?.object_id]);
    expect((await hrev.imports.create(body)).data).toMatchObject([{ result: 'present' }]);
  });

  it('a file of reviews is requested once, downloaded in parts, and deleted (contract §4.18)', async () => {
    const options = { idempotencyKey: 'file-1' };
    const { id } = await hrev.exports.request({ object_id: link.objectId }, options);
    expect(await hrev.exports.request({ object_id: link.objectId }, options)).toMatchObject({ id, state: 'queued' });
    expect(await refusalOf(hrev.exports.download(id))).toMatchObject({ status: 409, code: 'conflict' });
    const content = Buffer.alloc(3_000_000, 'x');
    await app.database.query(
      `update review_export set state = 'finished', due_at = null, ended_at = now(), byte_count = $2 where id = $1`,
      [id, content.length],
    );
    for (const start of [0, 2_000_000])
      await app.database.query('insert into review_export_chunk values ($1, $2, $3, $4)', [
        ...[account.accountId, id, start],
        content.subarray(start, start + 2_000_000),
      ]);
    const bytesOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await new Response(await hrev.exports.download(id, { headers })).arrayBuffer()).byteLength;
    expect([await bytesOf({}), await bytesOf({ Range: 'bytes=1999999-' })]).toEqual([3_000_000, 1_000_001]);
    const after = hrev.exports.download(id, { headers: { Range: 'bytes=3000000-' } });
    expect(await refusalOf(after)).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
    await hrev.exports.delete(id);
    expect((await hrev.exports.list()).data).toEqual([]);
  });

  it('folders, webhooks, analytics, sources, account and health', async () => {
    const folder = await hrev.folders.create({ name: 'North', object_ids: [link.objectId] });
    expect((await hrev.analytics.get({ folder_id: folder.id })).summary.total_reviews).toBe(0);
    const target = 'https://example.com/hook';
    const webhook = await hrev.webhooks.create({ target, event_types: ['reviews.new'] });
    expect(await hrev.webhooks.update(webhook.id, { is_active: false })).toMatchObject({ target, is_active: false });
    expect((await hrev.webhooks.listDeliveries(webhook.id)).total).toBe(0);
    expect((await hrev.webhooks.getSecret()).secret).toMatch(/^whsec_/);
    expect((await hrev.sources.list()).data.length).toBeGreaterThan(10);
    expect(await hrev.account.get()).toMatchObject({ plan: 'full' });
    expect(await hrev.health.getRead()).toEqual({ status: 'ready' });
    await hrev.webhooks.delete(webhook.id);
    await hrev.folders.delete(folder.id);
  });
});

describe('errors', () => {
  it.each([
    ['a read-only key', 403, 'forbidden', () => readOnly().objects.create({ name: 'One' })],
    ['another key', 401, 'unauthorized', () => withKey('hrev_x').objects.list()],
    ['administration without its scope', 403, 'forbidden', () => hrev.admin.listAccounts()],
    ['a value out of bounds', 422, 'validation_error', () => hrev.objects.list({ limit: 0 })],
    ['no object and no folder', 400, 'object_or_folder_required', () => hrev.reviews.syncPage()],
    ['a folder that does not exist', 404, 'folder_not_found', () => hrev.folders.get(999_999)],
  ] as const)('%s', async (_, status, code, send) => {
    const error = await refusalOf(send());
    expect(error).toMatchObject({ status, code, details: { code } });
    expect(error.requestId).toMatch(/\S+/);
  });

  it('a request beyond the rate limit waits as long as the service says', async () => {
    const limited = await testApp({ environment: { HREV_RATE_LIMIT: '1' }, databaseUrl: app.databaseUrl });
    const own = new Hrev({ baseUrl: limited.address, apiKey: account.full, maxRetryAfterMs: 0 });
    await own.account.get();
    const error = await refusalOf(own.account.get());
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(error.retryAfter).toBeGreaterThan(0);
    await limited.close();
  });

  const withKey = (apiKey: string): Hrev => new Hrev({ baseUrl: app.address, apiKey });
  const readOnly = (): Hrev => withKey(account.readOnly);
});

describe('sync', () => {
  it('keeps a copy, also with a cursor of another account', async () => {
    const ids = await insertChangedReviews(
      app.database,
      Array.from({ length: 7 }, (_, n) => ({ ...link, text: `Review ${n}` })),
    );
    const copy = new Map<number, string | null>();
    let cursor: string | null = null;
    const store = {
      load: () => Promise.resolve(cursor),
      save: (next: string) => {
        cursor = next;
        return Promise.resolve();
      },
    };
    const follow = async (): Promise<readonly string[]> => {
      const ops: string[] = [];
      for await (const change of hrev.reviews.sync({ object_id: link.objectId, limit: 3, store })) {
        ops.push(change.op);
        if (change.op === 'reset') copy.clear();
        else if (change.op === 'upsert') copy.set(change.review_id, change.review.text);
        else copy.delete(change.review_id);
      }
      return ops;
    };
    expect((await follow()).length).toBe(7);
    expect([...copy.keys()].sort((a, b) => a - b)).toEqual(ids);
    expect(await follow()).toEqual([]);
    await hrev.objects.switch({ object_ids: [link.objectId], is_active: false });
    expect(new Set(await follow())).toEqual(new Set(['remove']));
    expect(copy.size).toBe(0);
    await hrev.objects.switch({ object_ids: [link.objectId], is_active: true });

    const other = await app.anAccount();
    const theirs = await aLink(app.database, { accountId: other.accountId });
    const foreign = await new Hrev({ baseUrl: app.address, apiKey: other.full }).reviews.syncPage({
      object_id: theirs.objectId,
    });
    cursor = foreign.next_cursor;
    expect((await follow())[0]).toBe('reset');
    expect([...copy.keys()].sort((a, b) => a - b)).toEqual(ids);
  });

  it('a cursor of another object is cursor_mismatch', async () => {
    const other = await aLink(app.database, { accountId: account.accountId });
    const { next_cursor: cursor } = await hrev.reviews.syncPage({ object_id: other.objectId });
    const pages = hrev.reviews.syncPages({ object_id: link.objectId, cursor });
    expect(await refusalOf(pages.next())).toMatchObject({ code: 'cursor_mismatch' });
  });
});
