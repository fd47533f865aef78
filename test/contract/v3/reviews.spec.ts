import { V3_API } from '../contract-client';
import { describeReviews } from '../reviews-contract';
import { ReviewsFixture } from '../reviews-fixture';

describeReviews(V3_API);

describe('v3: languages (contract §2.3, §4.4 rule 7)', () => {
  let fixture: ReviewsFixture;
  beforeAll(async () => {
    fixture = await ReviewsFixture.create(V3_API);
  });
  afterAll(() => fixture?.app.close());

  it.each<[string, readonly string[]]>([
    ['', ['english', 'german', 'unknown', 'imported']],
    ['languages=en', ['english', 'imported']],
    ['languages=en,de', ['english', 'german', 'imported']],
    ['languages=DE&languages=und', ['german', 'unknown']],
    ['languages=de&min_rating=4', []],
    ['languages=en&provenance=collected', ['english']],
    ['languages=de&published_from=2026-10-01&published_to=2026-10-31', ['german']],
    ['languages=en&sort_by=rating&sort_order=asc', ['imported', 'english']],
    ['languages=xx', []],
    ['languages=', ['english', 'german', 'unknown', 'imported']],
  ])('the feed with %s', async (query, names) => {
    const accountId = fixture.me.account.accountId;
    const at = (day: number): string => `2026-10-${day}T12:00:00`;
    const reviews = await fixture.anotherObject(accountId, {
      english: { language: 'en', reviewDate: at(14), rating: 5 },
      german: { language: 'de', reviewDate: at(13), rating: 3 },
      unknown: { reviewDate: at(12), rating: 2 },
      imported: { language: 'en', reviewDate: at(11), rating: 1 },
      deleted: { language: 'de', reviewDate: at(10), rating: 5, deletedAt: '2026-11-01T00:00:00Z' },
      hidden: { language: 'en', reviewDate: at(10), rating: 5, hiddenAt: '2026-11-01T00:00:00Z' },
    });
    await fixture.app.database.query('update review set import_id = 1 where id = $1', [reviews.idOf('imported')]);
    const path = `/v3/reviews?object_id=${reviews.objectId}&${query}`;
    const answer = await fixture.me.get(path);
    expect(reviews.namesIn(answer)).toEqual(names);
    expect(answer.body['total']).toBe(names.length);
    const second = await fixture.me.get(`${path}&limit=1&offset=1`);
    expect([reviews.namesIn(second), second.body['total']]).toEqual([names.slice(1, 2), names.length]);
  });

  it('a review has its language', async () => {
    const reviews = await fixture.anotherObject(fixture.me.account.accountId, { one: { language: 'zh' } });
    expect((await fixture.me.get(`/v3/reviews/${reviews.idOf('one')}`)).body['language']).toBe('zh');
  });

  it.each(['english', 'en-GB', 'e', '10', 'en,x', `${'aa,'.repeat(3)}é`])(
    'languages=%s is 422, because it is no list of primary subtags',
    async (value) => {
      const answer = await fixture.me.get(`/v3/reviews?languages=${encodeURIComponent(value)}`);
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'validation_error' }]);
    },
  );

  it('more than 100 languages are 422', async () => {
    const letters = [...'abcdefghijk'];
    const many = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
    expect((await fixture.me.get(`/v3/reviews?languages=${many.join(',')}`)).status).toBe(422);
  });
});
