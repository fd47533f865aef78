import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readReply, readReviews, readSubject } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const SUBJECT = 'https://lantern-inn.example';
const payload = { iat: 1_790_000_000, sub: SUBJECT, rating: 60, opinion: 'Fine.', images: null, metadata: {} };
const reviewWith = (change: object): object => ({ signature: 's', payload: { ...payload, ...change } });
const listWith = (change: object): unknown => ({ reviews: [reviewWith(change)] });

describe("Mangrove's list of reviews (contract §2.3)", () => {
  it('reads the fields of each review', () => {
    const { reviews, reviewedIds, returnedCount } = readReviews(fixture, SUBJECT);
    expect({ count: reviews.length, reviewedIds, returnedCount }).toEqual({
      count: 3,
      reviewedIds: ['invented-Signature_1'],
      returnedCount: 3,
    });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: 'invented-Signature_1',
        author: 'ottoline',
        text: 'Warm light & <good> soup.',
        reviewDate: '2026-09-21T14:13:20',
        ratingOriginal: '80',
        rating: 4,
        reviewUrl: 'https://mangrove.reviews/list?signature=invented-Signature_1',
        images: [{ templateUrl: 'https://files.example/soup', preview: null, image: 'https://files.example/soup' }],
        raw: expect.objectContaining({ signature: 'invented-Signature_1' }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({
      author: 'Hollis Quast',
      text: null,
      ratingOriginal: '0',
      rating: 1,
      images: [],
    });
    expect(reviews[2]).toMatchObject({ author: null, text: 'Only words', ratingOriginal: null, rating: null });
  });

  it('omits reviews of places with another name', () => {
    const subjects = ['geo:1,2?q=Inn&u=30', 'geo:1.0001,2?q=inn', 'geo:1,2?q=Shop&u=30'];
    const list = {
      reviews: subjects.map((sub, index) => ({ signature: `s${index}`, payload: { ...payload, sub } })),
      maresi_subjects: { 'urn:maresi:s1': { count: 1 }, 'urn:maresi:s2': { count: 1 } },
    };
    const { reviews, reviewedIds, returnedCount } = readReviews(list, 'geo:1,2?q=Inn&u=30');
    expect(reviews.map(({ externalId }) => externalId)).toEqual(['s0', 's1']);
    expect({ reviewedIds, returnedCount }).toEqual({ reviewedIds: ['s1'], returnedCount: 3 });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['a rating of 101', { rating: 101 }, { rating: null, ratingOriginal: '101' }],
    ['a rating of 1', { rating: 1 }, { rating: 1, ratingOriginal: '1' }],
    ['a rating of 75', { rating: 75 }, { rating: 3.75, ratingOriginal: '75' }],
    ['a nickname that is a number', { metadata: { nickname: 5, given_name: 'Ann' } }, { author: 'Ann' }],
    ['a user name', { metadata: { preferred_username: 'ann' } }, { author: 'ann' }],
    ['the date 0', { iat: 0 }, { reviewDate: null }],
    ['a date that is too large', { iat: 1e300 }, { reviewDate: null }],
    ['an unknown field', { language: 'en' }, { externalId: 's' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviews(listWith(change), SUBJECT).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['reviews that are an object', { reviews: {} }],
    [
      'as many reviews as the server returns at most',
      { reviews: Array.from({ length: 10_000 }, () => reviewWith({})) },
    ],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviews(value, SUBJECT)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review without a payload', { signature: 's' }, { review: 1 }],
    ['a review without a signature', { payload }, { review: 1 }],
    ['an empty signature', { signature: '', payload }, { review: 1 }],
    ['a signature that is too long', { signature: 'x'.repeat(1_001), payload }, { review: 1 }],
    ['no subject', reviewWith({ sub: null }), { review: 1 }],
    ['a rating that is a text', reviewWith({ rating: '60' }), { rating: 1 }],
    ['a rating of 101', reviewWith({ rating: 101 }), { rating: 1 }],
    ['a date that is a text', reviewWith({ iat: '0000-00-00' }), { date: 1 }],
    ['no date', reviewWith({ iat: null }), { date: 1 }],
    ['an image that is an address', reviewWith({ images: ['https://files.example/1'] }), { photo: 1 }],
    ['metadata that is a list', reviewWith({ metadata: ['x'] }), { author: 1 }],
    ['a nickname that is a number', reviewWith({ metadata: { nickname: 5, given_name: 'Ann' } }), { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, odd, unread) => {
    const whole = (signature: string) => ({ ...(reviewWith({}) as object), signature });
    const page = readReviews({ reviews: [whole('a'), odd, whole('c')] }, SUBJECT);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'c' }]);
  });

  it('does not know replies if it cannot read which reviews have some (§10.2)', () => {
    const page = readReviews({ reviews: [reviewWith({})], maresi_subjects: [] }, SUBJECT);
    expect(page).toMatchObject({ unread: { reply: 1 }, reviews: [{ replyKnown: false }] });
  });
});

describe("Mangrove's reviews of a review (contract §2.3)", () => {
  const affiliated = { is_affiliated: 'true' };
  const reply = (change: object): unknown => readReply(listWith({ metadata: affiliated, ...change }));

  it('reads the newest text of an affiliated author', () => {
    const list = {
      reviews: [
        reviewWith({ metadata: { is_affiliated: true }, iat: 1_780_000_000, opinion: 'Older.' }),
        reviewWith({ metadata: affiliated, iat: 1_790_000_000, opinion: 'Newer.' }),
        reviewWith({ metadata: {}, iat: 1_795_000_000, opinion: 'By a reader.' }),
      ],
    };
    expect(readReply(list)).toEqual({ replyText: 'Newer.', replyDate: '2026-09-21T14:13:20' });
  });

  it.each<[string, object]>([
    ['no affiliation', { metadata: null }],
    ['another flag', { metadata: { is_affiliated: 'false' } }],
    ['no text', { opinion: null }],
    ['an edit', { action: 'edit' }],
    ['a deletion', { action: 'delete' }],
  ])('reads no reply from a review with %s', (_what, change) => {
    expect(reply(change)).toEqual({ replyText: null, replyDate: null });
  });

  it('throws Changed for another format', () => {
    for (const value of [null, {}, { reviews: [{}] }]) expect(() => readReply(value)).toThrow(Changed);
  });
});

describe("Mangrove's data about the subject (contract §2.1)", () => {
  it.each([
    [
      { count: 3, quality: 90 },
      { reviewCount: 3, rating: 4.5, ratingOriginal: '90' },
    ],
    [
      { count: 0, quality: null },
      { reviewCount: 0, rating: null, ratingOriginal: null },
    ],
  ])('reads %j', (value, expected) => {
    expect(readSubject(value)).toEqual(expected);
  });

  it('throws Changed for another format', () => {
    for (const value of [null, {}, { count: -1 }, { count: 1, quality: 'x' }])
      expect(() => readSubject(value)).toThrow(Changed);
  });
});
