// cspell:disable
import { bodyWithAuthors } from './masked-body';
import type { EventReview } from './batch';
import { renderReviews } from './render';

const REVIEW: EventReview = {
  ...{
    id: 7,
    externalReviewId: 'made:1',
    sourceId: 4,
    sourceSlug: 'shop',
    rating: 4.5,
    text: 'Adax20Lovett "\\u0000" 😀',
  },
  ...{ author: 'Adax20Lovett', reviewDate: '2026-05-02T00:00:00', url: 'https://a.example', reviewUrl: null },
  ...{ hasText: true, hasImages: false, replyText: null, replyDate: null },
};
const OTHER: EventReview = { ...REVIEW, id: 8, author: 'Bo H.' };

/** Contract §6.2, §10: full names are never stored. */
describe.each([2, 3] as const)('the stored body of a delivery of version %s', (schemaVersion) => {
  const bodyOf = (...reviews: EventReview[]): string =>
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
