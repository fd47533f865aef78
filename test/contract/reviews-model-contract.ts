import { insertReviews } from '@test/support/review-factory';
import { ContractClient, dataOf, WRONG_IDS, type Words } from './contract-client';
import { DEFAULT_ORDER } from './reviews-feed-cases';
import { IMAGE, VIDEO, type MadeReviews, type ReviewsWorld, type Seeds } from './reviews-world';

const COMMON_FIELDS = [
  'author',
  'deleted_at',
  'has_images',
  'has_videos',
  'id',
  'images',
  'is_deleted',
  'last_seen_at',
  'link_id',
  'negative',
  'positive',
  'rating',
  'rating_original',
  'reply_date',
  'reply_text',
  'review_date',
  'review_url',
  'source_id',
  'text',
  'updated_at',
  'videos',
];
export const CURATION_FIELDS = ['is_hidden', 'is_pinned', 'pin_position'];
const V3_FIELDS = ['external_review_id', 'object_id', 'source_slug'];

/** The fields of a review, and the single review (contract §2.3, §4.4). */
export function describeReviewModel(words: Words, world: () => ReviewsWorld): void {
  const { version, objectId: addressee } = words;
  const feedPath = `/${version}/reviews`;
  const isV3 = version === 'v3';

  describe('§2.3 Review', () => {
    it('has exactly the fields of the contract, in object mode with the curation', async () => {
      const expected = [...COMMON_FIELDS, ...CURATION_FIELDS, ...(isV3 ? V3_FIELDS : [])].sort();
      for (const review of dataOf(await world().read(''))) expect(Object.keys(review).sort()).toEqual(expected);
      expect(Object.keys((await world().single(world().idOf('newest'))).body).sort()).toEqual(expected);
    });
    it('returns text, ratings, dates and media as they are stored', async () => {
      expect(await world().item('newest')).toMatchObject({
        id: world().idOf('newest'),
        link_id: world().links[0].linkId,
        source_id: 1,
        text: 'Lovely ROOM, Übernachtung',
        review_date: '2026-11-10T09:30:15',
        rating: 5,
        has_images: true,
        images: [IMAGE],
        has_videos: false,
        videos: [],
        reply_text: null,
        reply_date: null,
        ...(isV3 ? { object_id: world().objectId, source_slug: 'app-store', external_review_id: 'x-1' } : {}),
      });
      expect(await world().item('replied')).toMatchObject({
        rating: 4.35,
        reply_text: 'Thanks',
        reply_date: '2026-11-09T10:00:00',
        has_images: false,
        images: [],
      });
      expect(await world().item('tie_high')).toMatchObject({ has_videos: true, videos: [VIDEO] });
      expect(await world().item('unrated')).toMatchObject({ rating: null, rating_original: 'recommended' });
      expect(await world().item('undated')).toMatchObject({ review_date: null });
    });
    it('reports deletion, hiding and pins; times are truncated, not rounded', async () => {
      expect(await world().item('deleted')).toMatchObject({
        is_deleted: true,
        deleted_at: '2026-11-15T01:02:03',
        is_hidden: false,
      });
      expect(await world().item('hidden')).toMatchObject({
        is_hidden: true,
        is_pinned: false,
        pin_position: null,
        is_deleted: false,
        deleted_at: null,
      });
      expect(await world().item('second_pin')).toMatchObject({ is_pinned: true, pin_position: 1 });
    });
    it('positive and negative are null unless separate_pos_neg; the text stays merged', async () => {
      const parts = await world().another(world().me.account.accountId, {
        one: { text: 'Bed\n\nNoise', positive: 'Bed', negative: 'Noise' },
      });
      const path = `${feedPath}?${addressee}=${parts.links[0].objectId}`;
      expect(dataOf(await world().me.get(path))[0]).toMatchObject({
        text: 'Bed\n\nNoise',
        positive: null,
        negative: null,
      });
      expect(dataOf(await world().me.get(`${path}&separate_pos_neg=true`))[0]).toMatchObject({
        text: 'Bed\n\nNoise',
        positive: 'Bed',
        negative: 'Noise',
      });
    });
    it('raw_review is present only with include_raw', async () => {
      await world().app.database.query(
        `insert into review_raw (account_id, review_id, raw) values ($1, $2, '{"stars": 5}')`,
        [world().me.account.accountId, world().idOf('newest')],
      );
      expect(await world().item('newest')).not.toHaveProperty('raw_review');
      expect(await world().item('newest', 'include_raw=true')).toHaveProperty('raw_review', { stars: 5 });
      expect(await world().item('replied', 'include_raw=true')).toHaveProperty('raw_review', {});
    });
    it('last_seen_at is the later of the row and the staircase of its link, unless a pass did not find it', async () => {
      const seen = await world().another(world().me.account.accountId, {
        new: { reviewDate: '2026-11-10T00:00:00', seenAt: '2026-10-01T00:00:00.999Z' },
        old: { reviewDate: '2020-01-01T00:00:00', seenAt: '2026-10-01T00:00:00Z' },
        undated: { reviewDate: null, seenAt: '2026-12-01T00:00:00Z' },
        missed: { reviewDate: '2026-11-11T00:00:00', seenAt: '2026-10-01T00:00:00Z', missedAt: '2026-11-12T00:00:00Z' },
        other: { reviewDate: '2026-11-10T00:00:00', seenAt: '2026-10-01T00:00:00.999Z', on: 'second' },
      });
      await world().app.database.query(
        `update link_collection set seen_floors = '{-infinity,2026-01-01}', seen_ats = '{2026-10-15 00:00:00.7+00,2026-11-20 04:00:00.9+00}' where link_id = $1`,
        [seen.links[0].linkId],
      );
      const answer = await world().me.get(`${feedPath}?${addressee}=${seen.links[0].objectId}`);
      const times = new Map(dataOf(answer).map((review) => [review['id'], review['last_seen_at']]));
      const expected = {
        new: '2026-11-20T04:00:00',
        old: '2026-10-15T00:00:00',
        undated: '2026-12-01T00:00:00',
        missed: '2026-10-01T00:00:00',
        other: '2026-10-01T00:00:00',
      };
      for (const [name, time] of Object.entries(expected))
        expect([name, times.get(seen.ids.get(name))]).toEqual([name, time]);
    });
    it('returns hostile text unchanged', async () => {
      const text = '<script>"\\\u2028\u202e{{7*7}} 😀 null\n\t=cmd|';
      const hostile = await world().another(world().me.account.accountId, {
        one: { text, author: text, replyText: text },
      });
      const answer = await world().me.get(`${feedPath}/${hostile.ids.get('one')}`);
      expect(answer.body).toMatchObject({ text, author: text, reply_text: text });
    });
  });

  describe(`GET ${feedPath}/{review_id}`, () => {
    it('is the same model as a feed item', async () => {
      for (const name of [...DEFAULT_ORDER.split(' '), 'first_pin']) {
        const single = await world().single(world().idOf(name), world().me.reading);
        expect([single.status, single.body]).toEqual([200, await world().item(name)]);
      }
    });
    it('foreign, nonexistent, deleted and hidden reviews give the same 404 not_found', async () => {
      const stranger = new ContractClient(world().app, version, await world().app.anAccount());
      const missing = await world().me.get(`${feedPath}/900000000`);
      expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
      for (const answer of [
        await stranger.get(`${feedPath}/${world().idOf('newest')}`),
        await world().single(world().idOf('deleted')),
        await world().single(world().idOf('hidden')),
        await world().me.get(`${feedPath}/9007199254740991`),
      ]) {
        expect([answer.status, answer.text]).toEqual([404, missing.text]);
      }
    });
    it.each(WRONG_IDS)('an invalid id (%s) is 422', async (id) => {
      expect((await world().me.get(`${feedPath}/${id}`)).status).toBe(422);
    });
  });
}

/** The reviews that a trial sees (contract §8). */
export function describeTrialVisibility(words: Words, world: () => ReviewsWorld): void {
  const { version, objectId: addressee } = words;
  const feedPath = `/${version}/reviews`;

  describe('§8 trial visibility: only the latest reviews per link (here 3)', () => {
    const day = (n: number): string => `2026-05-${String(n).padStart(2, '0')}T00:00:00`;
    const seeds: Seeds = {
      beyond: { reviewDate: day(1), text: 'older' },
      beyond_deleted: { reviewDate: day(2), deletedAt: '2026-06-01T00:00:00Z' },
      third: { reviewDate: day(3), text: 'older' },
      within_deleted: { reviewDate: day(4), deletedAt: '2026-06-01T00:00:00Z' },
      second: { reviewDate: day(5), hiddenAt: '2026-06-01T00:00:00Z' },
      first: { reviewDate: day(6), pinPosition: 0 },
      undated: { reviewDate: null },
      other_old: { reviewDate: '2020-01-01T00:00:00', on: 'second' },
      other_undated: { reviewDate: null, on: 'second' },
    };
    let trial: ContractClient;
    let cut: MadeReviews;
    beforeAll(async () => {
      trial = new ContractClient(world().app, version, await world().app.anAccount({ plan: 'trial' }));
      cut = await world().another(trial.account.accountId, seeds);
    });
    const visible = async (query: string): Promise<string[]> => {
      const answer = await trial.get(`${feedPath}?${addressee}=${cut.links[0].objectId}&${query}`);
      const names = cut.namesIn(answer);
      expect(answer.body['total']).toBe(names.length);
      return names;
    };

    it('the limit counts hidden and pinned reviews, not deleted ones, and applies before filters and the total', async () => {
      expect(await visible('')).toEqual(['third', 'other_old', 'other_undated']);
      expect(await visible('show_hidden=true&show_pinned=true&include_deleted=true')).toEqual([
        'first',
        'second',
        'within_deleted',
        'third',
        'other_old',
        'other_undated',
      ]);
      expect(await visible('search=older')).toEqual(['third']);
      expect(await visible('only_deleted=true')).toEqual(['within_deleted']);
    });
    it('a single review beyond the limit is 404', async () => {
      const status = async (name: string): Promise<number> =>
        (await trial.get(`${feedPath}/${cut.ids.get(name)}`)).status;
      for (const name of ['first', 'third', 'other_old', 'other_undated'])
        expect([name, await status(name)]).toEqual([name, 200]);
      for (const name of ['beyond', 'beyond_deleted', 'undated', 'second'])
        expect([name, await status(name)]).toEqual([name, 404]);
    });
    it('follows new reviews', async () => {
      await insertReviews(world().app.database, [
        { ...cut.links[1], reviewDate: day(9) },
        { ...cut.links[1], reviewDate: day(9) },
      ]);
      expect(await visible('sort_by=rating')).not.toContain('other_undated');
    });
  });
}
