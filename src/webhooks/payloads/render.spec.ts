// cspell:ignore Adax Danke
import { namesIn } from '@test/support/contract-text';
import { eventIdOf, summaryOf, type ObjectReviews, type DeliveryContent } from './body';
import { bodyWithAuthors, renderReviews, renderRunFinished } from './render';
import { NO_VALUES, type ReviewInEvent } from './review';
import { renderSample } from './sample';

const OCCURRED_AT = new Date('2026-11-20T08:30:00.999Z');
const NO_LIMIT = 1_000_000;

const review = (id: number, fields: Partial<ReviewInEvent> = {}): ReviewInEvent => ({
  ...NO_VALUES,
  id,
  external_review_id: `ext-${id}`,
  source_id: 4,
  source_slug: 'trustpilot',
  rating: 4.5,
  text: 'Fine',
  author: 'Anna M.',
  review_date: '2026-11-19T21:15:00',
  url: 'https://www.trustpilot.com/review/example.com',
  review_url: `https://www.trustpilot.com/reviews/${id}`,
  has_images: true,
  ...fields,
});

const batch = (...objects: readonly ObjectReviews[]): DeliveryContent => ({
  deliveryId: 77,
  event: 'reviews.new',
  occurredAt: OCCURRED_AT,
  objects,
});

const TWO_OBJECTS = batch(
  {
    objectId: 5,
    name: 'Hotel',
    reviews: [review(31), review(30, { rating: 2.99, source_slug: 'steam', source_id: 2 })],
  },
  {
    objectId: 6,
    name: 'Bar',
    reviews: [review(40, { rating: null, reply_text: 'Danke', reply_date: '2026-11-20T07:00:00' })],
  },
);

type Body = Record<string, unknown> & {
  objects?: Group[];
  groups?: Group[];
  summary: Record<string, unknown>;
  truncated: boolean;
};
type Group = Record<string, unknown> & { reviews?: Record<string, unknown>[] };
const parseBody = (bytes: Buffer): Body => JSON.parse(bytes.toString('utf8')) as Body;

describe('bodies (contract §6.2)', () => {
  it('the v3 body has schema_version "3", objects[] of {object_id, name, review_count, reviews}, summary, truncated', () => {
    const { bytes, truncated } = renderReviews(TWO_OBJECTS, { schemaVersion: 3, maxBytes: NO_LIMIT });
    expect(truncated).toBe(false);
    expect(parseBody(bytes)).toEqual({
      schema_version: '3',
      event: 'reviews.new',
      delivery_id: 77,
      occurred_at: '2026-11-20T08:30:00',
      objects: [
        { object_id: 5, name: 'Hotel', review_count: 2, reviews: [expect.anything(), expect.anything()] },
        { object_id: 6, name: 'Bar', review_count: 1, reviews: [expect.anything()] },
      ],
      summary: {
        review_count: 3,
        by_source: { steam: 1, trustpilot: 2 },
        average_rating: 3.75,
        negative_rating_count: 1,
      },
      truncated: false,
    });
  });

  const COMMON = {
    id: 40,
    external_review_id: 'ext-40',
    rating: null,
    text: 'Fine',
    author: 'Anna M.',
    review_date: '2026-11-19T21:15:00',
    url: 'https://www.trustpilot.com/review/example.com',
    review_url: 'https://www.trustpilot.com/reviews/40',
    has_images: true,
    reply_text: 'Danke',
    reply_date: '2026-11-20T07:00:00',
  };

  it('a review in a v3 body has the fields of the contract, in their order', () => {
    const { objects } = parseBody(renderReviews(TWO_OBJECTS, { schemaVersion: 3, maxBytes: NO_LIMIT }).bytes);
    const [sent] = objects?.[1]?.reviews ?? [];
    expect(Object.keys(sent ?? {})).toEqual(namesIn('6.2', 'Reviews have'));
    expect(sent).toMatchObject({ ...COMMON, source_id: 4, source_slug: 'trustpilot' });
  });

  it('the v2 body differs ("schema_version 2, groups[] instead of objects[], and the platform as one string source")', () => {
    const body = parseBody(renderReviews(TWO_OBJECTS, { schemaVersion: 2, maxBytes: NO_LIMIT }).bytes);
    expect(Object.keys(body)).toEqual([
      'schema_version',
      'event',
      'delivery_id',
      'occurred_at',
      'groups',
      'summary',
      'truncated',
    ]);
    expect(body).toMatchObject({ schema_version: '2', truncated: false });
    expect(body.groups?.[1]).toEqual({
      group_id: 6,
      name: 'Bar',
      review_count: 1,
      reviews: [{ ...COMMON, source: 'trustpilot' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/object_id|source_slug|source_id/);
  });

  it.each([2, 3] as const)(
    'the v%i body of scrape.run.finished has exactly schema_version, event, delivery_id, occurred_at and finished_at',
    (schemaVersion) => {
      const finishedAt = new Date('2026-11-20T08:29:58Z');
      expect(
        parseBody(renderRunFinished({ deliveryId: 9, occurredAt: OCCURRED_AT, finishedAt, schemaVersion })),
      ).toEqual({
        schema_version: String(schemaVersion),
        event: 'scrape.run.finished',
        delivery_id: 9,
        occurred_at: '2026-11-20T08:30:00',
        finished_at: '2026-11-20T08:29:58',
      });
    },
  );

  it('eventIdOf returns X-Hrev-Event-Id ("Id of the first review in the batch")', () =>
    expect(eventIdOf(TWO_OBJECTS)).toBe(31));

  it.each([2, 3] as const)('the v%i sample is marked as a test and has ids of 0', (schemaVersion) => {
    const head = { deliveryId: 5, occurredAt: OCCURRED_AT, schemaVersion, test: true } as const;
    const [sample, reply, run] = (['reviews.new', 'replies.new', 'scrape.run.finished'] as const).map((event) =>
      parseBody(renderSample({ ...head, event })),
    );
    for (const body of [sample, reply, run]) expect(body).toMatchObject({ test: true, delivery_id: 5 });
    expect(run).toHaveProperty('finished_at');
    const first = (body: Body | undefined) => (body?.objects ?? body?.groups)?.[0]?.reviews?.[0];
    expect(first(sample)).toMatchObject({ id: 0, reply_text: null });
    expect(first(reply)).toMatchObject({
      id: 0,
      reply_text: expect.any(String) as string,
      reply_date: expect.any(String) as string,
    });
  });
});

describe('summary (contract §6.2)', () => {
  const summaryOfRatings = (...ratings: readonly (number | null)[]) =>
    summaryOf(
      batch({ objectId: 1, name: 'x', reviews: ratings.map((rating, index) => review(index + 1, { rating })) }),
    );

  it.each([
    [[], null],
    [[null], null],
    [[5], 5],
    [[1, 2], 1.5],
    [[4, 4, 5], 4.33],
    [[5, 5, 4], 4.67],
    [[1, 1.01], 1.01],
    [[4.99, 5], 5],
    [[3, null, 4], 3.5],
    [[1.15, 1.16], 1.16],
    [[1.01, 1, 1, 1, 1, 1, 1, 1], 1],
  ] as const)(
    'the average of the ratings %j, without null, is %s, rounded half up to two decimals',
    (ratings, average) => expect(summaryOfRatings(...ratings).average_rating).toBe(average),
  );

  it('counts ratings below 3 as negative', () =>
    expect(summaryOfRatings(1, 2.99, 3, 5, null).negative_rating_count).toBe(2));
});

/** A generator that returns the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the size limit of bodies (contract §6.2)', () => {
  const nextRandom = random(20_261_121);
  const upTo = (max: number): number => Math.floor(nextRandom() * (max + 1));
  const randomText = (): string | null =>
    nextRandom() < 0.2 ? null : (['x', 'ä', '"', '\u{1F600}', '\n'][upTo(4)]?.repeat(upTo(300)) ?? null);
  const randomBatch = (): DeliveryContent =>
    batch(
      ...Array.from({ length: 1 + upTo(8) }, (_, object) => ({
        objectId: object + 1,
        name: 'N'.repeat(1 + upTo(60)),
        reviews: Array.from({ length: 1 + upTo(12) }, (_, index) =>
          review(object * 100 + index + 1, {
            rating: nextRandom() < 0.2 ? null : (100 + upTo(400)) / 100,
            source_slug: `s${upTo(3)}`,
            text: randomText(),
            reply_text: randomText(),
          }),
        ),
      })),
    );

  it('two hundred random bodies do not exceed the limit, are truncated only if necessary, and have a correct summary', () => {
    const counts = { whole: 0, truncated: 0 };
    for (let round = 0; round < 200; round += 1) {
      const candidate = randomBatch();
      const schemaVersion = round % 2 === 0 ? 2 : 3;
      const whole = renderReviews(candidate, { schemaVersion, maxBytes: Number.MAX_SAFE_INTEGER });
      const maxBytes = 1_500 + upTo(40_000);
      const { bytes, truncated } = renderReviews(candidate, { schemaVersion, maxBytes });
      expect(bytes.length).toBeLessThanOrEqual(maxBytes);
      expect(truncated).toBe(whole.bytes.length > maxBytes);
      counts[truncated ? 'truncated' : 'whole'] += 1;
      const [body, wholeBody] = [parseBody(bytes), parseBody(whole.bytes)];
      const groupsOf = (anyBody: Body): Group[] => anyBody.objects ?? anyBody.groups ?? [];
      const expected = groupsOf(wholeBody).map(({ reviews, ...head }) => (truncated ? head : { ...head, reviews }));
      expect(groupsOf(body)).toEqual(expected);
      expect({ ...body, objects: 0, groups: 0 }).toEqual({ ...wholeBody, objects: 0, groups: 0, truncated });
      expect(body.summary).toEqual(recount(groupsOf(wholeBody).flatMap(({ reviews }) => reviews ?? [])));
    }
    expect(Math.min(counts.whole, counts.truncated)).toBeGreaterThan(30);
  });

  it('a body of exactly the limit is whole; with a limit one byte lower it is truncated', () => {
    const { bytes } = renderReviews(TWO_OBJECTS, { schemaVersion: 3, maxBytes: NO_LIMIT });
    expect(renderReviews(TWO_OBJECTS, { schemaVersion: 3, maxBytes: bytes.length }).truncated).toBe(false);
    expect(renderReviews(TWO_OBJECTS, { schemaVersion: 3, maxBytes: bytes.length - 1 }).truncated).toBe(true);
  });

  it('a truncated body that would exceed the limit has empty names, but all ids and counts', () => {
    const many = batch(
      ...Array.from({ length: 900 }, (_, id) => ({
        objectId: id + 1,
        name: 'N'.repeat(200),
        reviews: [review(id + 1)],
      })),
    );
    const { bytes, truncated } = renderReviews(many, { schemaVersion: 3, maxBytes: 60_000 });
    expect([truncated, bytes.length <= 60_000]).toEqual([true, true]);
    expect(parseBody(bytes).objects).toHaveLength(900);
    expect(parseBody(bytes).objects?.[899]).toEqual({ object_id: 900, name: '', review_count: 1 });
  });

  describe.each([2, 3] as const)(
    'v%i: a body whose ids alone exceed the limit contains as many objects as fit',
    (schemaVersion) => {
      const objects = Array.from({ length: 10_000 }, (_, id) => ({
        objectId: id + 1,
        name: 'Ä'.repeat(200),
        reviews: [review(id + 1)],
      }));
      const render = (maxBytes: number) => renderReviews(batch(...objects), { schemaVersion, maxBytes, test: true });

      it.each([262_144, 60_000, 60_001, 60_013, 1_024])('with a limit of %i bytes', (maxBytes) => {
        const { bytes, truncated } = render(maxBytes);
        const body = parseBody(bytes);
        const objectIds = (body.objects ?? body.groups ?? []).map((one) => one['object_id'] ?? one['group_id']);
        expect(objectIds).toEqual(objects.slice(0, objectIds.length).map(({ objectId }) => objectId));
        expect([truncated, body.truncated, body['test'], body.summary['review_count']]).toEqual([
          true,
          true,
          true,
          10_000,
        ]);
        // One more object would exceed the limit.
        expect(bytes.length).toBeLessThanOrEqual(maxBytes);
        expect(bytes.length).toBeGreaterThan(maxBytes - 60);
      });

      it('with a limit one byte below the size, contains one object less', () => {
        const objectCount = (maxBytes: number): number => {
          const body = parseBody(render(maxBytes).bytes);
          return (body.objects ?? body.groups ?? []).length;
        };
        const { length } = render(60_000).bytes;
        expect([objectCount(length), objectCount(length - 1)]).toEqual([objectCount(60_000), objectCount(60_000) - 1]);
      });
    },
  );

  /** Computes the summary in another way than the tested code, with integers of any size. */
  function recount(reviews: readonly Record<string, unknown>[]): Record<string, unknown> {
    const slugs = reviews.map((one) => String(one['source_slug'] ?? one['source']));
    const rated = reviews.flatMap((one) => (one['rating'] === null ? [] : [Number(one['rating'])]));
    const sum = rated.reduce((total, rating) => total + BigInt(rating.toFixed(2).replace('.', '')), 0n);
    const count = BigInt(rated.length);
    const [quotient, remainder] = count === 0n ? [0n, 0n] : [sum / count, sum % count];
    return {
      review_count: reviews.length,
      by_source: Object.fromEntries(
        [...new Set(slugs)].map((slug) => [slug, slugs.filter((one) => one === slug).length]),
      ),
      average_rating: count === 0n ? null : Number(quotient + (2n * remainder >= count ? 1n : 0n)) / 100,
      negative_rating_count: rated.filter((rating) => rating < 3).length,
    };
  }
});

const REVIEW = review(7, { text: 'Adax20Lovett "\\u0000" 😀', author: 'Adax20Lovett' });
const OTHER = { ...REVIEW, id: 8, author: 'Bo H.' };

/** Contract §6.2, §10: full names are never stored. */
describe.each([2, 3] as const)('the stored body of a delivery of version %s', (schemaVersion) => {
  const bodyOf = (...reviews: ReviewInEvent[]): string =>
    renderReviews(
      {
        deliveryId: 1,
        event: 'reviews.new',
        occurredAt: new Date(0),
        objects: [{ objectId: 3, name: 'Inn', reviews }],
      },
      { schemaVersion, maxBytes: 100_000 },
    ).bytes.toString();

  it('gets the masked author of a review, and nothing else changes', () => {
    const masked = bodyWithAuthors(bodyOf(REVIEW, OTHER), new Map([[7, 'Ada L.']]));
    expect(masked).toBe(bodyOf({ ...REVIEW, author: 'Ada L.' }, OTHER));
  });

  it.each<[string, string, Map<number, string | null>]>([
    ['it has none of the reviews', bodyOf(OTHER), new Map([[7, 'Ada L.']])],
    ['the author is the same', bodyOf(OTHER), new Map([[8, 'Bo H.']])],
    ['it has no reviews', '{"event":"scrape.run.finished"}', new Map([[7, 'Ada L.']])],
    ['its reviews were omitted', '{"objects":[{"object_id":3}],"groups":[{"group_id":3}]}', new Map([[7, 'Ada L.']])],
  ])('stays as it is if %s', (_what, body, authors) => {
    expect(bodyWithAuthors(body, authors)).toBeNull();
  });
});
