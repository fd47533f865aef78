import { planDataset, SOURCES } from './dataset-plan';
import { ReviewMaker } from './make-review';
import { pickCumulative, zipfCumulative } from './random';
import { MARKERS } from './vocabulary';

describe('plan of the generated data', () => {
  it.each([10_000, 100_000])('%d reviews: sizes, shares and sources are as specified', (size) => {
    const plan = planDataset(size);
    expect(plan.reviews).toBe(size);
    expect(plan.objects).toHaveLength(Math.round(size / 150));
    expect(plan.accounts).toBe(Math.max(4, Math.round(size / 3_000)));
    expect(plan.objects[0]?.reviews).toBe(Math.round(size / 6));
    const perObject = new Map<number, number[]>();
    for (const link of plan.links)
      perObject.set(link.objectIndex, [...(perObject.get(link.objectIndex) ?? []), link.sourceIndex]);
    for (const sources of perObject.values()) {
      expect(sources.length).toBeGreaterThanOrEqual(3);
      expect(sources.length).toBeLessThanOrEqual(7);
      expect(new Set(sources).size).toBe(sources.length);
      expect(Math.max(...sources)).toBeLessThan(SOURCES);
    }
    expect(Math.min(...plan.links.map((link) => link.reviews))).toBeGreaterThanOrEqual(0);
  });

  it.each([
    [100_000, 166],
    [1_000_000, 500],
  ])('%d reviews: a chain of %d objects in one account, without the hot one', (size, objects) => {
    const plan = planDataset(size);
    expect(plan.chain).toHaveLength(objects);
    expect(new Set(plan.chain.map((place) => plan.objects[place]?.accountIndex)).size).toBe(1);
    expect(Math.min(...plan.chain)).toBeGreaterThan(0);
  });

  it('is deterministic', () => expect(planDataset(10_000)).toEqual(planDataset(10_000)));
});

describe('generated reviews', () => {
  const reviews = new ReviewMaker(42).page(3, 0, 4_000);
  const shareOf = (has: (review: (typeof reviews)[number]) => boolean): number =>
    reviews.filter(has).length / reviews.length;

  it('the same position of the same link is the same review, on any page', () => {
    expect(new ReviewMaker(42).page(3, 100, 5)).toEqual(reviews.slice(100, 105));
  });

  it('other links and other seeds give other reviews', () => {
    expect(new ReviewMaker(42).page(4, 0, 1)[0]?.text).not.toBe(reviews[0]?.text);
    expect(new ReviewMaker(43).page(3, 0, 1)[0]?.text).not.toBe(reviews[0]?.text);
  });

  it.each([
    ['without a rating', (review: (typeof reviews)[number]) => review.rating === null, 0.04],
    ['with half a star', (review: (typeof reviews)[number]) => (review.rating ?? 0) % 1 !== 0, 0.07],
    ['with a reply', (review: (typeof reviews)[number]) => review.replyText !== null, 0.4],
    ['with images', (review: (typeof reviews)[number]) => review.images.length > 0, 0.12],
    [
      'not in Latin letters',
      (review: (typeof reviews)[number]) => /[^\p{Script=Latin}\s]/u.test(review.author ?? ''),
      0.3,
    ],
    [
      `with "${MARKERS[0].word}"`,
      (review: (typeof reviews)[number]) => (review.text ?? '').includes(MARKERS[0].word),
      0.51,
    ],
  ] as const)('%s: about as many as specified', (_, has, share) => {
    expect(Math.abs(shareOf(has) - share)).toBeLessThan(0.025);
  });

  it('texts are 50 to 600 characters long', () => {
    const lengths = reviews.flatMap((review) => (review.text === null ? [] : [review.text.length]));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(600);
  });

  it('ratings are on the scale and ids are unique', () => {
    expect(shareOf(({ rating }) => rating === null || (rating >= 1 && rating <= 5))).toBe(1);
    expect(new Set(reviews.map((review) => review.externalId)).size).toBe(reviews.length);
  });
});

describe('choice by Zipf', () => {
  it.each([
    [0, 0],
    [0.54, 0],
    [0.55, 1],
    [0.9999, 2],
  ])('%d of three things with 1, 1/2, 1/3 selects number %d', (u, index) => {
    expect(pickCumulative(zipfCumulative(3, 1), u)).toBe(index);
  });
});
