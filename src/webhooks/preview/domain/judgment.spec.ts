import fc from 'fast-check';
import { isSelected } from '../../domain/selection';
import { judge, type JudgedReview } from './judgment';

const review = (rating: number | null, other: Partial<JudgedReview> = {}): JudgedReview => ({
  ...{ rating, objectId: 1, sourceSlug: 'google', hasText: true, hasImages: false, isOfWeek: true },
  ...other,
});
const EVERYTHING = { objectIds: null, filters: {} };

describe('the preview of a webhook (contract §4.11, §6.3)', () => {
  it('counts the reviews of the last week by rating, with those that are left out', () => {
    const reviews = [review(5), review(4.5), review(1), review(null), review(null), review(5, { isOfWeek: false })];
    expect(judge(EVERYTHING, reviews)).toEqual({
      matched: 4,
      of: 6,
      week: [
        { bucket: 5, sent: 1, leftOut: 0 },
        { bucket: 4, sent: 1, leftOut: 0 },
        { bucket: 3, sent: 0, leftOut: 0 },
        { bucket: 2, sent: 0, leftOut: 0 },
        { bucket: 1, sent: 1, leftOut: 0 },
        { bucket: 0, sent: 0, leftOut: 2 },
      ],
    });
    const unrated = { objectIds: null, filters: { allowed_ratings: [0, 1, 2, 3, 4, 5] } };
    expect(judge(unrated, reviews).week.at(-1)).toEqual({ bucket: 0, sent: 2, leftOut: 0 });
  });

  it('decides every review as the fan-out does, and loses none', () => {
    const reviews = fc.array(
      fc.record({
        rating: fc.option(fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100)),
        objectId: fc.constantFrom(1, 2),
        sourceSlug: fc.constantFrom('google', 'steam'),
        hasText: fc.boolean(),
        hasImages: fc.boolean(),
        isOfWeek: fc.boolean(),
      }),
    );
    const settings = fc.record({
      objectIds: fc.option(fc.subarray([1, 2])),
      filters: fc.record(
        {
          allowed_ratings: fc.subarray([0, 1, 2, 3, 4, 5]),
          allowed_sources: fc.option(fc.subarray(['Google', 'steam'])),
          has_text: fc.boolean(),
          has_images: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(settings, reviews, (webhook, judged) => {
        const ofWeek = judged.filter(({ isOfWeek }) => isOfWeek);
        const { week } = judge(webhook, judged);
        const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
        expect(sum(week.map(({ sent }) => sent))).toBe(ofWeek.filter((one) => isSelected(webhook, one)).length);
        expect(sum(week.map(({ sent, leftOut }) => sent + leftOut))).toBe(ofWeek.length);
      }),
    );
  });
});
