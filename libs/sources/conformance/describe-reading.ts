/** Normal listings: a visit returns each review once, completely and newest first; `rawPrivacy` covers all personal data. */
import { cleanTextOrNull } from '@libs/kernel';
import type { CollectedReview } from '../source';
import { AUTHOR, NEWEST, type ConformanceFixture } from './conformance-fixture';
import { HOSTILE_TEXTS } from './hostile-texts';
import { couldDelete } from './observed-visit';
import { personalTraces, withoutDeclared } from './personal-data';

const ids = (reviews: readonly CollectedReview[]): (string | null)[] => reviews.map((review) => review.externalId);

export function describeReading(fixture: ConformanceFixture): void {
  describe('reading (contract §10)', () => {
    testList(fixture);
    testChangingList(fixture);
    testIdentity(fixture);
    testContent(fixture);
    testTexts(fixture);
  });
}

function testList(fixture: ConformanceFixture): void {
  const { options } = fixture;
  const { key } = options;

  it('returns each review exactly once, newest first', async () => {
    fixture.addReviews(fixture.multiPageCount);
    const visit = await fixture.visit();
    expect(visit.error).toBeNull();
    expect(visit.end).not.toBeNull();
    const expected = fixture.sandbox.listing(fixture.slug, key).reviews.map((review) => fixture.idOf(review));
    // The suite identifies reviews by their ids, so every sandbox must return ids, also for a platform with weak ids.
    expect(ids(visit.reviews).filter((id) => id === null)).toEqual([]);
    expect(new Set(ids(visit.reviews)).size).toBe(visit.reviews.length);
    if (fixture.road.order === 'newest_first') {
      expect(ids(visit.reviews)).toEqual(expected);
      const dates = visit.reviews.map((review) => review.reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
    } else {
      expect(ids(visit.reviews).sort()).toEqual([...expected].sort());
    }
    if (fixture.multiPageCount > options.pageSize) expect(visit.pages).toBeGreaterThan(1);
    expect(visit.object.name).toBe(fixture.expectedName);
    if (visit.end?.coverage === 'all') expect([null, fixture.multiPageCount]).toContain(visit.object.reviewCount);
  });

  it('ends a list whose last page is full', async () => {
    fixture.addReviews(Math.min(options.pageSize * 2, options.window ?? Infinity));
    const visit = await fixture.visit();
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(fixture.sandbox.listing(fixture.slug, key).reviews.length);
  });
}

function testChangingList(fixture: ConformanceFixture): void {
  it('returns no reviews for an object without reviews', async () => {
    const visit = await fixture.visit();
    expect(visit.error).toBeNull();
    expect(visit).toMatchObject({ reviews: [], end: expect.anything(), object: { name: fixture.expectedName } });
    expect([null, 0]).toContain(visit.object.reviewCount);
  });

  it('returns no review twice if a review is added while the list is read', async () => {
    fixture.addReviews(fixture.multiPageCount);
    let added = false;
    const visit = await fixture.visit(() => {
      if (!added) fixture.addReview(-1, { text: 'A new review.' });
      added = true;
    });
    expect(visit.error).toBeNull();
    expect(new Set(ids(visit.reviews)).size).toBe(visit.reviews.length);
    expect(couldDelete(visit) && visit.reviews.length < fixture.multiPageCount).toBe(false);
  });
}

function testIdentity(fixture: ConformanceFixture): void {
  const { key } = fixture.options;
  const { source } = fixture;

  it('returns the same ids and fields in two visits', async () => {
    fixture.addReviews(fixture.shown(7));
    const [first, second] = [await fixture.visit(), await fixture.visit()];
    expect(second.reviews).toEqual(first.reviews);
    expect(first.reviews).toHaveLength(fixture.shown(7));
  });

  it('keeps the id of a review that was edited and got a reply', async () => {
    fixture.addReviews(3);
    const before = await fixture.visit();
    const edited = fixture.sandbox.listing(fixture.slug, key).reviews[1];
    if (edited === undefined) throw new Error('the sandbox lost a review');
    fixture.sandbox.edit(fixture.slug, key, edited.id, { text: 'Another text now.', updatedAt: edited.updatedAt });
    fixture.sandbox.edit(fixture.slug, key, edited.id, { reply: { text: 'An answer.', at: NEWEST } });
    const after = await fixture.visit();
    expect(ids(after.reviews).sort()).toEqual(ids(before.reviews).sort());
    const review = after.reviews.find((candidate) => candidate.externalId === fixture.idOf(edited));
    expect(review?.text).toContain('Another text now.');
    if (source.facts.hasReply && fixture.options.lacks?.includes('replies') !== true)
      expect(review?.replyText).toBe('An answer.');
  });
}

function testContent(fixture: ConformanceFixture): void {
  const { source, options } = fixture;

  it('returns ratings from 1 to 5, and null for a recommendation', async () => {
    const { ratings } = fixture.platform.demo;
    const count = fixture.shown(ratings.length);
    fixture.addReviews(count);
    const { reviews } = await fixture.visit();
    expect(reviews).toHaveLength(count);
    for (const { rating, ratingOriginal } of reviews) {
      expect(ratingOriginal).not.toBeNull();
      if (source.facts.ratingScale === 1 && options.ratesFromZeroToOne !== true) expect(rating).toBeNull();
      else expect([rating, rating !== null && rating >= 1 && rating <= 5]).toEqual([rating, true]);
    }
  });

  it('declares every name, profile address and avatar in rawPrivacy', async () => {
    const count = fixture.shown(4);
    fixture.addReviews(count);
    const { reviews } = await fixture.visit();
    expect(reviews).toHaveLength(count);
    for (const review of reviews) {
      const rest = withoutDeclared(review.raw, source.facts.rawPrivacy);
      expect(JSON.stringify(rest)).not.toContain(AUTHOR.split(' ')[2]);
      expect(personalTraces(rest)).toEqual([]);
      if (review.author !== null) expect(review.author).toBe(AUTHOR);
    }
  });
}

function testTexts(fixture: ConformanceFixture): void {
  const { textLimit = Infinity } = fixture.options;

  it('cleans hostile texts and does not change them otherwise', async () => {
    const texts = HOSTILE_TEXTS.filter(({ length }) => length <= textLimit);
    const size = fixture.shown(texts.length);
    for (let start = 0; start < texts.length; start += size)
      await expectUnchanged(fixture, texts.slice(start, start + size));
  });
}

/** Reads reviews with these texts; each collected text must be the text without the characters that are never stored. */
async function expectUnchanged(fixture: ConformanceFixture, texts: readonly string[]): Promise<void> {
  fixture.reset();
  texts.forEach((text, index) => fixture.addReview(index, { text, title: null, reply: null }));
  const { reviews, error } = await fixture.visit();
  expect(error).toBeNull();
  const plain = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n') ?? null;
  for (const review of fixture.sandbox.listing(fixture.slug, fixture.options.key).reviews) {
    const collected = reviews.find(({ externalId }) => externalId === fixture.idOf(review));
    expect(plain(collected?.text ?? null)).toBe(plain(cleanTextOrNull(review.text)));
  }
  // The record must be valid JSON; the service cleans it before storing.
  for (const review of reviews) expect(JSON.parse(JSON.stringify(review.raw))).toEqual(review.raw);
}
