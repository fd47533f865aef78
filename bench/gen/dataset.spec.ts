import { planDataset, SOURCES } from './dataset-plan';
import { ReviewMaker } from './make-review';
import { pickCumulative, zipfCumulative } from './random';
import { MARKERS } from './vocabulary';

describe('plan of the generated data', () => {
  it.each([10_000, 100_000])('has the specified sizes, shares and sources for %d reviews', (size) => {
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
  ])('for %d reviews, the large folder has %d objects of one account, without the hot object', (size, objects) => {
    const plan = planDataset(size);
    expect(plan.folderObjects).toHaveLength(objects);
    expect(new Set(plan.folderObjects.map((place) => plan.objects[place]?.accountIndex)).size).toBe(1);
    expect(Math.min(...plan.folderObjects)).toBeGreaterThan(0);
  });

  it('is deterministic', () => expect(planDataset(10_000)).toEqual(planDataset(10_000)));
});

describe('generated reviews', () => {
  const reviews = new ReviewMaker(42).page(3, 0, 4_000);
  const shareOf = (has: (review: (typeof reviews)[number]) => boolean): number =>
    reviews.filter(has).length / reviews.length;

  it('are equal for equal positions of a link, on any page', () => {
    expect(new ReviewMaker(42).page(3, 100, 5)).toEqual(reviews.slice(100, 105));
  });

  it('differ between links and between seeds', () => {
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
  ] as const)('have about the specified share %s', (_, has, share) => {
    expect(Math.abs(shareOf(has) - share)).toBeLessThan(0.025);
  });

  it('have texts of 50 to 600 characters', () => {
    const lengths = reviews.flatMap((review) => (review.text === null ? [] : [review.text.length]));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(600);
  });

  it('have ratings on the scale and unique ids', () => {
    expect(shareOf(({ rating }) => rating === null || (rating >= 1 && rating <= 5))).toBe(1);
    expect(new Set(reviews.map((review) => review.externalId)).size).toBe(reviews.length);
  });
});

describe('pickCumulative', () => {
  it.each([
    [0, 0],
    [0.54, 0],
    [0.55, 1],
    [0.9999, 2],
  ])('selects for %d, with the weights 1, 1/2 and 1/3, index %d', (u, index) => {
    expect(pickCumulative(zipfCumulative(3, 1), u)).toBe(index);
  });
});
