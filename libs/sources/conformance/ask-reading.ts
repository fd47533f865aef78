/** Reading a healthy listing: each review once, newest first, whole, on the scale, without personal data in `raw`. */
import { cleanTextOrNull } from '@libs/kernel';
import type { CollectedReview } from '../source';
import { AUTHOR, NEWEST, type ConformanceBench } from './conformance-bench';
import { HOSTILE_TEXTS } from './hostile-texts';
import { couldDelete } from './observed-visit';
import { personalTraces, withoutDeclared } from './personal-data';

const ids = (reviews: readonly CollectedReview[]): (string | null)[] => reviews.map((review) => review.externalId);

export function describeReading(bench: ConformanceBench): void {
  describe('reading (contract §10)', () => {
    askList(bench);
    askChangingList(bench);
    askIdentity(bench);
    askContent(bench);
    askTexts(bench);
  });
}

function askList(bench: ConformanceBench): void {
  const { options, source } = bench;
  const { key } = options;

  it('pages bring each review exactly once, newest first', async () => {
    bench.fill(bench.many);
    const visit = await bench.visit();
    expect(visit.error).toBeNull();
    expect(visit.end).not.toBeNull();
    const expected = bench.sandbox.listing(bench.slug, key).reviews.map((review) => review.id);
    // The suite tells reviews apart by their ids: also the sandbox of a platform that often shows none must show them.
    expect(ids(visit.reviews).filter((id) => id === null)).toEqual([]);
    expect(new Set(ids(visit.reviews)).size).toBe(visit.reviews.length);
    if (source.facts.order === 'newest_first') {
      expect(ids(visit.reviews)).toEqual(expected);
      const dates = visit.reviews.map((review) => review.reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
    } else {
      expect(ids(visit.reviews).sort()).toEqual([...expected].sort());
    }
    if (bench.many > options.pageSize) expect(visit.pages).toBeGreaterThan(1);
    expect(visit.object.name).toBe('Orchard & Quill');
    if (visit.end?.coverage === 'all') expect([null, bench.many]).toContain(visit.object.reviewCount);
  });

  it('a list of exactly whole pages ends too', async () => {
    bench.fill(Math.min(options.pageSize * 2, options.window ?? Infinity));
    const visit = await bench.visit();
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(bench.sandbox.listing(bench.slug, key).reviews.length);
  });
}

function askChangingList(bench: ConformanceBench): void {
  it('an object without reviews has none', async () => {
    const visit = await bench.visit();
    expect(visit.error).toBeNull();
    expect(visit).toMatchObject({ reviews: [], end: expect.anything(), object: { name: 'Orchard & Quill' } });
    expect([null, 0]).toContain(visit.object.reviewCount);
  });

  it('a review that appears while the list is read is no second reading of another', async () => {
    bench.fill(bench.many);
    let added = false;
    const visit = await bench.visit(() => {
      if (!added) bench.add(-1, { text: 'A newcomer.' });
      added = true;
    });
    expect(visit.error).toBeNull();
    expect(new Set(ids(visit.reviews)).size).toBe(visit.reviews.length);
    expect(couldDelete(visit) && visit.reviews.length < bench.many).toBe(false);
  });
}

function askIdentity(bench: ConformanceBench): void {
  const { key } = bench.options;
  const { source } = bench;

  it('ids and every visible field are the same in two visits', async () => {
    bench.fill(7);
    const [first, second] = [await bench.visit(), await bench.visit()];
    expect(second.reviews).toEqual(first.reviews);
    expect(first.reviews).toHaveLength(7);
  });

  it('keeps the id of a review that was edited and answered', async () => {
    bench.fill(3);
    const before = await bench.visit();
    const edited = bench.sandbox.listing(bench.slug, key).reviews[1];
    if (edited === undefined) throw new Error('the sandbox lost a review');
    bench.sandbox.edit(bench.slug, key, edited.id, { text: 'Another text now.', updatedAt: edited.updatedAt });
    bench.sandbox.edit(bench.slug, key, edited.id, { reply: { text: 'An answer.', at: NEWEST } });
    const after = await bench.visit();
    expect(ids(after.reviews).sort()).toEqual(ids(before.reviews).sort());
    const review = after.reviews.find((candidate) => candidate.externalId === edited.id);
    expect(review?.text).toContain('Another text now.');
    if (source.facts.hasReply) expect(review?.replyText).toBe('An answer.');
  });
}

function askContent(bench: ConformanceBench): void {
  const { source } = bench;

  it('every rating is on the declared scale, and none is invented', async () => {
    const { ratings } = bench.platform.demo;
    bench.fill(ratings.length);
    const { reviews } = await bench.visit();
    expect(reviews).toHaveLength(ratings.length);
    for (const { rating, ratingOriginal } of reviews) {
      expect(ratingOriginal).not.toBeNull();
      if (source.facts.ratingScale === 1) expect(rating).toBeNull();
      else expect([rating, rating !== null && rating >= 1 && rating <= 5]).toEqual([rating, true]);
    }
  });

  it('no name, profile address or avatar outlives rawPrivacy', async () => {
    bench.fill(4);
    const { reviews } = await bench.visit();
    expect(reviews).toHaveLength(4);
    for (const review of reviews) {
      const rest = withoutDeclared(review.raw, source.facts.rawPrivacy);
      expect(JSON.stringify(rest)).not.toContain(AUTHOR.split(' ')[2]);
      expect(personalTraces(rest)).toEqual([]);
      if (review.author !== null) expect(review.author).toBe(AUTHOR);
    }
  });
}

function askTexts(bench: ConformanceBench): void {
  const { key } = bench.options;

  it('hostile texts come through cleaned and otherwise unchanged', async () => {
    HOSTILE_TEXTS.forEach((text, index) => bench.add(index, { text, title: null, reply: null }));
    const { reviews, error } = await bench.visit();
    expect(error).toBeNull();
    const plain = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n') ?? null;
    const listed = bench.sandbox.listing(bench.slug, key).reviews;
    for (const { id, text } of listed) {
      const read = reviews.find((review) => review.externalId === id)?.text ?? null;
      expect(plain(read)).toBe(plain(cleanTextOrNull(text)));
    }
    // JSON of the record must be storable as well, the service cleans it once more; it must at least be JSON.
    for (const review of reviews) expect(JSON.parse(JSON.stringify(review.raw))).toEqual(review.raw);
  });
}
