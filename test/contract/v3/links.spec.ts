import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, V3_API, type Json } from '../contract-client';
import { describeLinks } from '../links-contract';

const NOW = '2026-11-20T08:00:00Z';
const fiveOf = (review: Partial<ReviewSeed>): Partial<ReviewSeed>[] => Array.from({ length: 5 }, () => review);

describe('v3: links of an object', () => describeLinks(V3_API));

describe('v3: fields of a link that v2 does not have (contract §10, §4.4)', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it.each<[string, number | null, readonly Partial<ReviewSeed>[], string | null, Json]>([
    [
      'a link that was not collected',
      null,
      [],
      null,
      { platform_review_count: null, collected_count: 0, completeness: null, stop_reason: null, warning: null },
    ],
    [
      'a platform that publishes no count',
      null,
      fiveOf({ text: 'good' }),
      'complete',
      { platform_review_count: null, collected_count: 5, completeness: null, stop_reason: 'complete' },
    ],
    [
      'a part of the reviews of the platform, without deleted ones',
      12,
      [...fiveOf({ text: 'good' }), { hiddenAt: NOW }, ...fiveOf({ text: 'gone', deletedAt: NOW })],
      'window_limit',
      { platform_review_count: 12, collected_count: 6, completeness: 0.5, stop_reason: 'window_limit' },
    ],
    [
      'all reviews of the platform',
      5,
      fiveOf({}),
      'known_reached',
      { platform_review_count: 5, collected_count: 5, completeness: 1, stop_reason: 'known_reached' },
    ],
  ])('have the right values for %s', async (_, platformCount, reviews, stopReason, expected) => {
    const client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const object = await client.post('/v3/objects', {
      name: 'o',
      links: [{ url: 'https://store.steampowered.com/app/620' }],
    });
    const [result] = object.body['link_results'] as Json[];
    const [objectId, linkId] = [object.body['id'], result?.['link_id']];
    await app.database.query(
      'update link_collection set platform_review_count = $2, stop_reason = $3 where link_id = $1',
      [linkId, platformCount, stopReason],
    );
    const { accountId } = client.account;
    const link = { accountId, objectId: Number(objectId), linkId: Number(linkId), sourceId: 8 };
    await insertReviews(
      app.database,
      reviews.map((review) => ({ ...link, ...review })),
    );
    const fields = { ...expected, source_slug: 'steam' };
    expect(dataOf(await client.get(`/v3/objects/${String(objectId)}/links`))).toMatchObject([fields]);
    expect((await client.get(`/v3/objects/${String(objectId)}`)).body['links']).toMatchObject([fields]);
    expect(dataOf(await client.get('/v3/objects'))[0]?.['links']).toMatchObject([fields]);
    expect(
      (await client.put(`/v3/objects/${String(objectId)}/links/${String(linkId)}`, { is_public: true })).body,
    ).toMatchObject(fields);
  });

  it('next_collection_at and last_full_at are the times of the schedule, and null without them', async () => {
    const client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const object = await client.post('/v3/objects', {
      name: 'o',
      links: [{ url: 'https://store.steampowered.com/app/620' }],
    });
    const linksPath = `/v3/objects/${String(object.body['id'])}/links`;
    const store = (next: string | null, full: string | null): Promise<unknown> =>
      app.database.query('update link_collection set next_run_at = $2, full_pass_at = $3 where object_id = $1', [
        object.body['id'],
        next,
        full,
      ]);
    await store('2026-11-20T09:00:00Z', NOW);
    expect(dataOf(await client.get(linksPath))).toMatchObject([
      { next_collection_at: '2026-11-20T09:00:00', last_full_at: '2026-11-20T08:00:00' },
    ]);
    await store(null, null);
    expect(dataOf(await client.get(linksPath))).toMatchObject([{ next_collection_at: null, last_full_at: null }]);
  });

  it.each(['public', 'owner', 'both'])('read_by is the way of the last collection: %s', async (readBy) => {
    const client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const links = [{ url: 'https://store.steampowered.com/app/620' }];
    const { body } = await client.post('/v3/objects', { name: 'o', links });
    await app.database.query('update link_collection set read_by = $2 where object_id = $1', [body['id'], readBy]);
    expect(dataOf(await client.get(`/v3/objects/${String(body['id'])}/links`))).toMatchObject([{ read_by: readBy }]);
  });

  it('failing_since and failures_in_a_row are those of the last success, and progress that of the running collection', async () => {
    const client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const object = await client.post('/v3/objects', {
      name: 'o',
      links: [{ url: 'https://store.steampowered.com/app/620' }],
    });
    const [objectId, accountId] = [object.body['id'], client.account.accountId];
    const linksPath = `/v3/objects/${String(objectId)}/links`;
    expect(dataOf(await client.get(linksPath))).toMatchObject([
      { failing_since: null, failures_in_a_row: 0, progress: null, read_by: null },
    ]);
    await app.database.query(
      `update link_collection set failures = 3, failing_since = $2, scrape_status = 'in_progress', platform_review_count = 90
       where object_id = $1`,
      [objectId, NOW],
    );
    const [run] = await app.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [accountId],
    );
    await app.database.query(
      `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, reviews_read)
       select $1, account_id, object_id, link_id, source_id, now(), true, 0, 'running', 40 from link_collection where object_id = $2`,
      [run?.id, objectId],
    );
    const failing = { failing_since: '2026-11-20T08:00:00', failures_in_a_row: 3 };
    expect(dataOf(await client.get(linksPath))).toMatchObject([{ ...failing, progress: { read: 40, of: 90 } }]);
    await app.database.query('update run_link set wants_full = false where run_id = $1', [run?.id]);
    expect(dataOf(await client.get(linksPath))).toMatchObject([{ progress: { read: 40, of: null } }]);
    await app.database.query(`update run_link set state = 'queued' where run_id = $1`, [run?.id]);
    expect(dataOf(await client.get(linksPath))).toMatchObject([{ ...failing, progress: null }]);
  });

  it.each([
    ['the count of the platform differs', { count_disputes: 1 }, 'count_mismatch'],
    ['many reviews were missing', { warning: 'many_reviews_missing' }, 'many_reviews_missing'],
    [
      'the page has what could not be read',
      { unread: '{"date":2,"review":1}', count_disputes: 1 },
      'unread: 2 dates, 1 review',
    ],
    ['both are true', { count_disputes: 3, warning: 'many_reviews_missing' }, 'many_reviews_missing'],
  ])('a warning accompanies a success if %s', async (_, state, warning) => {
    const client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const object = await client.post('/v3/objects', {
      name: 'o',
      links: [{ url: 'https://store.steampowered.com/app/620' }],
    });
    const path = `/v3/objects/${String(object.body['id'])}/links`;
    for (const [column, value] of Object.entries(state))
      await app.database.query(`update link_collection set ${column} = $2 where object_id = $1`, [
        object.body['id'],
        value,
      ]);
    expect(dataOf(await client.get(path))).toMatchObject([{ warning }]);
  });
});
