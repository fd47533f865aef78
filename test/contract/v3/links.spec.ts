import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, V3_WORDS, type Json } from '../contract-client';
import { describeLinks } from '../links-contract';

const NOW = '2026-11-20T08:00:00Z';
const five = (review: Partial<ReviewSeed>): Partial<ReviewSeed>[] => Array.from({ length: 5 }, () => review);

describe('v3: links of an object', () => describeLinks(V3_WORDS));

describe('v3: fields of a link beyond v2 (contract §10, §4.4)', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it.each<[string, number | null, readonly Partial<ReviewSeed>[], string | null, Json]>([
    [
      'nothing known yet',
      null,
      [],
      null,
      { platform_review_count: null, collected_count: 0, completeness: null, stop_reason: null, warning: null },
    ],
    [
      'a platform that names no count',
      null,
      five({ text: 'good' }),
      'complete',
      { platform_review_count: null, collected_count: 5, completeness: null, stop_reason: 'complete' },
    ],
    [
      'a part of what the platform holds, deleted reviews not counted',
      12,
      [...five({ text: 'good' }), { hiddenAt: NOW }, ...five({ text: 'gone', deletedAt: NOW })],
      'window_limit',
      { platform_review_count: 12, collected_count: 6, completeness: 0.5, stop_reason: 'window_limit' },
    ],
    [
      'all of it',
      5,
      five({}),
      'known_reached',
      { platform_review_count: 5, collected_count: 5, completeness: 1, stop_reason: 'known_reached' },
    ],
  ])('%s', async (_, platformCount, reviews, stopReason, expected) => {
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
    const wanted = { ...expected, source_slug: 'steam' };
    expect(dataOf(await client.get(`/v3/objects/${String(objectId)}/links`))).toMatchObject([wanted]);
    expect((await client.get(`/v3/objects/${String(objectId)}`)).body['links']).toMatchObject([wanted]);
    expect(dataOf(await client.get('/v3/objects'))[0]?.['links']).toMatchObject([wanted]);
    expect(
      (await client.put(`/v3/objects/${String(objectId)}/links/${String(linkId)}`, { is_public: true })).body,
    ).toMatchObject(wanted);
  });

  it.each([
    ['the counter disagrees', { count_disputes: 1 }, 'count_mismatch'],
    ['many reviews were missing', { warning: 'many_reviews_missing' }, 'many_reviews_missing'],
    ['both', { count_disputes: 3, warning: 'many_reviews_missing' }, 'many_reviews_missing'],
  ])('warning, beside a success: %s', async (_, state, warning) => {
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
