import { collectedReview, joinTexts, optionalTexts } from './collected-review';

const fields = {
  externalId: '1',
  author: null,
  text: 'Quiet rooms',
  reviewDate: null,
  ratingOriginal: null,
  rating: null,
  raw: { id: 1 },
} as const;

describe('a collected review (contract §2.3)', () => {
  it('has the values of a platform without the fields that are left out', () => {
    expect(collectedReview(fields)).toStrictEqual({
      ...fields,
      ...optionalTexts(() => null),
      datePrecision: 'exact',
      reviewUrl: null,
      replyText: null,
      replyDate: null,
      images: [],
      videos: [],
      isNative: true,
    });
  });

  it('keeps every field that is listed', () => {
    const listed = {
      ...fields,
      occurrence: 2,
      ...optionalTexts((name) => `its ${name}`),
      listedAt: '2026-05-02T00:00:00',
      datePrecision: 'day',
      reviewUrl: 'https://reviews.example/1',
      replyText: 'Thanks',
      replyDate: '2026-05-03T00:00:00',
      replyKnown: false,
      images: [{ templateUrl: 'https://images.example/1', preview: null, image: null }],
      videos: [{ kind: 'hls', videoUrl: null, thumbnail: null, width: 1, height: 1, durationMs: 1 }],
      isNative: false,
      unread: { date: 1 },
    } as const;
    expect(collectedReview(listed)).toStrictEqual(listed);
  });

  it.each<[readonly (string | null | undefined)[], string | null]>([
    [['Lovely', 'Quiet rooms '], 'Lovely\n\nQuiet rooms'],
    [[null, ' ', 'Quiet', undefined], 'Quiet'],
    [[null, '', undefined], null],
    [[], null],
  ])('joins the texts %j', (parts, text) => {
    expect(joinTexts(...parts)).toBe(text);
  });
});
