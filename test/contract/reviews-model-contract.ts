import { namesIn } from '@test/support/contract-text';
import { EVERY_TEXT, everyTextIn, insertReviews } from '@test/support/review-factory';
import { ContractClient, dataOf, WRONG_IDS, type ApiNames } from './contract-client';
import { DEFAULT_ORDER } from './reviews-feed-cases';
import { IMAGE, VIDEO, type NamedReviews, type ReviewsFixture, type Seeds } from './reviews-fixture';

const COLLECTED = { kind: 'collected', import_id: null, origin: null, imported_at: null };

/** The fields of v2, which is frozen. */
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
const V3_FIELDS = namesIn('2.3', 'v3 adds');

/** The fields of a review, and the single review (contract §2.3, §4.4). */
export function describeReviewModel(api: ApiNames, fixture: () => ReviewsFixture): void {
  const { version, objectId: objectIdParam } = api;
  const feedPath = `/${version}/reviews`;
  const isV3 = version === 'v3';

  const fields = [...COMMON_FIELDS, ...CURATION_FIELDS, ...(isV3 ? V3_FIELDS : [])].sort();

  describe('contract §2.3 Review', () => {
    it('has exactly the fields of the contract, including the curation fields for an object', async () => {
      for (const review of dataOf(await fixture().read(''))) expect(Object.keys(review).sort()).toEqual(fields);
      expect(Object.keys((await fixture().single(fixture().idOf('newest'))).body).sort()).toEqual(fields);
    });
    it('returns text, ratings, dates and media as they are stored', async () => {
      expect(await fixture().item('newest')).toMatchObject({
        id: fixture().idOf('newest'),
        link_id: fixture().links[0].linkId,
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
        ...(isV3
          ? {
              object_id: fixture().objectId,
              source_slug: 'app-store',
              external_review_id: 'x-1',
              provenance: COLLECTED,
              language: 'und',
            }
          : {}),
      });
      expect(await fixture().item('replied')).toMatchObject({
        rating: 4.35,
        reply_text: 'Thanks',
        reply_date: '2026-11-09T10:00:00',
        has_images: false,
        images: [],
      });
      expect(await fixture().item('tie_high')).toMatchObject({ has_videos: true, videos: [VIDEO] });
      expect(await fixture().item('unrated')).toMatchObject({ rating: null, rating_original: 'recommended' });
      expect(await fixture().item('undated')).toMatchObject({ review_date: null });
    });
    it('returns every text as it is stored', async () => {
      const { ids } = await fixture().anotherObject(fixture().me.account.accountId, { one: EVERY_TEXT });
      const { body } = await fixture().me.get(`${feedPath}/${ids.get('one')}?separate_pos_neg=true`);
      expect(body).toMatchObject(everyTextIn(fields));
    });
    it('returns the deletion, hiding and pin of a review; times are truncated to seconds', async () => {
      expect(await fixture().item('deleted')).toMatchObject({
        is_deleted: true,
        deleted_at: '2026-11-15T01:02:03',
        is_hidden: false,
      });
      expect(await fixture().item('hidden')).toMatchObject({
        is_hidden: true,
        is_pinned: false,
        pin_position: null,
        is_deleted: false,
        deleted_at: null,
      });
      expect(await fixture().item('second_pin')).toMatchObject({ is_pinned: true, pin_position: 1 });
    });
    it('positive and negative are null without separate_pos_neg; the text always has both parts', async () => {
      const parts = await fixture().anotherObject(fixture().me.account.accountId, {
        one: { text: 'Bed\n\nNoise', positive: 'Bed', negative: 'Noise' },
      });
      const path = `${feedPath}?${objectIdParam}=${parts.links[0].objectId}`;
      expect(dataOf(await fixture().me.get(path))[0]).toMatchObject({
        text: 'Bed\n\nNoise',
        positive: null,
        negative: null,
      });
      expect(dataOf(await fixture().me.get(`${path}&separate_pos_neg=true`))[0]).toMatchObject({
        text: 'Bed\n\nNoise',
        positive: 'Bed',
        negative: 'Noise',
      });
    });
    it('raw_review is present only with include_raw', async () => {
      await fixture().app.database.query(
        `insert into review_raw (account_id, review_id, raw) values ($1, $2, '{"stars": 5}')`,
        [fixture().me.account.accountId, fixture().idOf('newest')],
      );
      expect(await fixture().item('newest')).not.toHaveProperty('raw_review');
      expect(await fixture().item('newest', 'include_raw=true')).toHaveProperty('raw_review', { stars: 5 });
      expect(await fixture().item('replied', 'include_raw=true')).toHaveProperty('raw_review', {});
    });
    it('last_seen_at is the last time at which a collection found the review; a pass that missed the review does not change it', async () => {
      const reviews = await fixture().anotherObject(fixture().me.account.accountId, {
        new: { reviewDate: '2026-11-10T00:00:00', seenAt: '2026-10-01T00:00:00.999Z' },
        old: { reviewDate: '2020-01-01T00:00:00', seenAt: '2026-10-01T00:00:00Z' },
        undated: { reviewDate: null, seenAt: '2026-12-01T00:00:00Z' },
        missed: { reviewDate: '2026-11-11T00:00:00', seenAt: '2026-10-01T00:00:00Z', missedAt: '2026-11-12T00:00:00Z' },
        other: { reviewDate: '2026-11-10T00:00:00', seenAt: '2026-10-01T00:00:00.999Z', onLink: 'second' },
      });
      await fixture().app.database.query(
        `update link_collection set seen_floors = '{-infinity,2026-01-01}', seen_ats = '{2026-10-15 00:00:00.7+00,2026-11-20 04:00:00.9+00}' where link_id = $1`,
        [reviews.links[0].linkId],
      );
      const answer = await fixture().me.get(`${feedPath}?${objectIdParam}=${reviews.links[0].objectId}`);
      const times = new Map(dataOf(answer).map((review) => [review['id'], review['last_seen_at']]));
      const expected = {
        new: '2026-11-20T04:00:00',
        old: '2026-10-15T00:00:00',
        undated: '2026-12-01T00:00:00',
        missed: '2026-10-01T00:00:00',
        other: '2026-10-01T00:00:00',
      };
      for (const [name, time] of Object.entries(expected))
        expect([name, times.get(reviews.ids.get(name))]).toEqual([name, time]);
    });
    it('returns hostile text unchanged', async () => {
      const text = '<script>"\\\u2028\u202e{{7*7}} 😀 null\n\t=cmd|';
      const hostile = await fixture().anotherObject(fixture().me.account.accountId, {
        one: { text, author: text, replyText: text },
      });
      const answer = await fixture().me.get(`${feedPath}/${hostile.ids.get('one')}`);
      expect(answer.body).toMatchObject({ text, author: text, reply_text: text });
    });
  });

  describe(`GET ${feedPath}/{review_id}`, () => {
    it('returns the same fields and values as the feed', async () => {
      for (const name of [...DEFAULT_ORDER.split(' '), 'first_pin']) {
        const single = await fixture().single(fixture().idOf(name), fixture().me.withReadOnlyKey);
        expect([single.status, single.body]).toEqual([200, await fixture().item(name)]);
      }
    });
    it('reviews of other accounts, missing, deleted and hidden ones give the same 404 not_found', async () => {
      const otherAccount = new ContractClient(fixture().app, version, await fixture().app.anAccount());
      const missing = await fixture().me.get(`${feedPath}/900000000`);
      expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
      for (const answer of [
        await otherAccount.get(`${feedPath}/${fixture().idOf('newest')}`),
        await fixture().single(fixture().idOf('deleted')),
        await fixture().single(fixture().idOf('hidden')),
        await fixture().me.get(`${feedPath}/9007199254740991`),
      ]) {
        expect([answer.status, answer.text]).toEqual([404, missing.text]);
      }
    });
    it.each(WRONG_IDS)('the id %s gives 422', async (id) => {
      expect((await fixture().me.get(`${feedPath}/${id}`)).status).toBe(422);
    });
  });
}

/** The reviews that a trial account can read (contract §8). */
export function describeTrialVisibility(api: ApiNames, fixture: () => ReviewsFixture): void {
  const { version, objectId: objectIdParam } = api;
  const feedPath = `/${version}/reviews`;

  describe('contract §8: a trial account can read the latest reviews of each link (here 3)', () => {
    const day = (n: number): string => `2026-05-${String(n).padStart(2, '0')}T00:00:00`;
    const seeds: Seeds = {
      beyond: { reviewDate: day(1), text: 'older' },
      beyond_deleted: { reviewDate: day(2), deletedAt: '2026-06-01T00:00:00Z' },
      third: { reviewDate: day(3), text: 'older' },
      within_deleted: { reviewDate: day(4), deletedAt: '2026-06-01T00:00:00Z' },
      second: { reviewDate: day(5), hiddenAt: '2026-06-01T00:00:00Z' },
      first: { reviewDate: day(6), pinPosition: 0 },
      undated: { reviewDate: null },
      other_old: { reviewDate: '2020-01-01T00:00:00', onLink: 'second' },
      other_undated: { reviewDate: null, onLink: 'second' },
    };
    let trial: ContractClient;
    let created: NamedReviews;
    beforeAll(async () => {
      trial = new ContractClient(fixture().app, version, await fixture().app.anAccount({ plan: 'trial' }));
      created = await fixture().anotherObject(trial.account.accountId, seeds);
    });
    const visible = async (query: string): Promise<string[]> => {
      const answer = await trial.get(`${feedPath}?${objectIdParam}=${created.links[0].objectId}&${query}`);
      const names = created.namesIn(answer);
      expect(answer.body['total']).toBe(names.length);
      return names;
    };

    it('counts hidden and pinned reviews but not deleted ones, and applies the limit before filters and the total', async () => {
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
    it('a single review beyond the limit gives 404', async () => {
      const status = async (name: string): Promise<number> =>
        (await trial.get(`${feedPath}/${created.ids.get(name)}`)).status;
      for (const name of ['first', 'third', 'other_old', 'other_undated'])
        expect([name, await status(name)]).toEqual([name, 200]);
      for (const name of ['beyond', 'beyond_deleted', 'undated', 'second'])
        expect([name, await status(name)]).toEqual([name, 404]);
    });
    it('new reviews move older ones beyond the limit', async () => {
      await insertReviews(fixture().app.database, [
        { ...created.links[1], reviewDate: day(9) },
        { ...created.links[1], reviewDate: day(9) },
      ]);
      expect(await visible('sort_by=rating')).not.toContain('other_undated');
    });
  });
}
