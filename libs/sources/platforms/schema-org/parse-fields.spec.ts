import type { CollectedReview } from '../../source';
import { inn, only, PAGE, parse, REVIEW } from '@test/support/schema-org-pages';

describe('fields of a review (contract §2.3)', () => {
  const field = (part: object, name: keyof CollectedReview, scale = 5): unknown =>
    only(parse(inn({ ...REVIEW, ...part }), scale))[name];
  const rating = (part: unknown, scale = 5): [unknown, unknown] => {
    const review = only(parse(inn({ ...REVIEW, reviewRating: part }), scale));
    return [review.ratingOriginal, review.rating];
  };

  it.each<[part: unknown, scale: number, original: string | null, value: number | null]>([
    [{ ratingValue: 4 }, 5, '4', 4],
    [{ ratingValue: '4.5' }, 5, '4.5', 4.5],
    [{ ratingValue: '4,5' }, 5, '4,5', 4.5],
    [{ ratingValue: '7.0' }, 10, '7.0', 3.5],
    [{ ratingValue: '7', bestRating: 10 }, 5, '7', 3.5],
    [{ ratingValue: 75, bestRating: '100', worstRating: 0 }, 5, '75', 3.75],
    [{ ratingValue: 4, bestRating: 5 }, 10, '4', 4],
    [{ ratingValue: '4/5' }, 10, '4/5', 4],
    [{ ratingValue: '4 out of 5' }, 10, '4 out of 5', 4],
    [{ ratingValue: '80%' }, 5, '80%', 4],
    [{ ratingValue: '5 stars' }, 5, '5 stars', 5],
    ['4', 5, '4', 4],
    [[{ ratingValue: 2, reviewAspect: 'Noise' }, { ratingValue: 5 }], 5, '5', 5],
    [{ ratingValue: 1, bestRating: 10 }, 5, '1', 1],
    [{ ratingValue: 0 }, 5, '0', null],
    [{ ratingValue: 6 }, 5, '6', null],
    [{ ratingValue: -1 }, 5, '-1', null],
    [{ ratingValue: 'NaN' }, 5, 'NaN', null],
    [{ ratingValue: 'excellent' }, 5, 'excellent', null],
    [{ ratingValue: '1e400' }, 5, '1e400', null],
    [{ ratingValue: 1, bestRating: 1 }, 5, '1', null],
    [{ ratingValue: 3, bestRating: 'many' }, 5, '3', 3],
    [{ ratingValue: 3, bestRating: 0 }, 5, '3', 3],
    [{}, 5, null, null],
    [null, 5, null, null],
    [{ ratingValue: {} }, 5, null, null],
  ])('reads the rating %j on the scale of %i', (part, scale, original, value) => {
    expect(rating(part, scale)).toEqual([original, value]);
  });

  it.each<[author: unknown, name: string | null]>([
    ['Orla Quinn', 'Orla Quinn'],
    [{ '@type': 'Person', name: 'Orla Quinn' }, 'Orla Quinn'],
    [{ '@type': 'Person', givenName: 'Orla', familyName: 'Quinn' }, 'Orla Quinn'],
    [[{ name: 'Orla' }, { name: 'Ned' }], 'Orla, Ned'],
    [{ name: 'R&amp;D' }, 'R&D'],
    ['https://inns.example/people/7', null],
    [{ '@type': 'Person' }, null],
    ['', null],
    [7, '7'],
    [[], null],
  ])('reads the author %j', (author, name) => {
    expect(field({ author }, 'author')).toBe(name);
  });

  it.each<[part: object, text: string | null]>([
    [{ reviewBody: ' One<br>two<br />three ' }, 'One\ntwo\nthree'],
    [{ reviewBody: '<p>One</p><p>Two</p>' }, 'One\n\nTwo'],
    [{ reviewBody: 'didn&#39;t &amp; &quot;won&quot;t&nbsp;&hellip;' }, 'didn\'t & "won"t\u00a0…'],
    [{ reviewBody: 'I <3 this, 1 < 2 > 0' }, 'I <3 this, 1 < 2 > 0'],
    [{ reviewBody: '&lt;br&gt; is a tag, &amp;amp; an entity' }, '<br> is a tag, &amp; an entity'],
    [{ reviewBody: '<script>alert(1)</script>' }, '<script>alert(1)</script>'],
    [{ reviewBody: 'a\u0000b\ud800c' }, 'ab\ufffdc'],
    [{ reviewBody: undefined, description: 'Described.' }, 'Described.'],
    [{ name: 'Lovely' }, 'Lovely\n\nCalm rooms.'],
    [{ headline: 'Lovely' }, 'Lovely\n\nCalm rooms.'],
    [{ headline: 'Calm…' }, 'Calm rooms.'],
    [{ name: 'Harbour Inn' }, 'Calm rooms.'],
    [{ name: 'orla quinn' }, 'Calm rooms.'],
    [{ reviewBody: '', name: 'Only a title', reviewRating: 5 }, 'Only a title'],
    [{ reviewBody: '  ', reviewRating: 5 }, null],
    [
      { positiveNotes: 'View', negativeNotes: { itemListElement: [{ name: 'Stairs' }, 'Gulls'] } },
      'Calm rooms.\n\nView\n\nStairs\nGulls',
    ],
  ])('reads the text of %j', (part, text) => {
    expect(field(part, 'text')).toBe(text);
  });

  it('reads pros and cons into separate fields', () => {
    const part = { positiveNotes: ['View', 'Tea'], negativeNotes: 'Stairs' };
    expect(field(part, 'positive')).toBe('View\nTea');
    expect(field(part, 'negative')).toBe('Stairs');
  });

  it.each<[part: object, expected: [string | null, string | null]]>([
    [{ publisherResponse: { text: 'Thank you!', datePublished: '2026-05-03' } }, ['Thank you!', '2026-05-03T00:00:00']],
    [{ ownerResponse: 'Thank you!' }, ['Thank you!', null]],
    [{ comment: { author: { '@type': 'Organization', name: 'Inns' }, text: 'Thank you!' } }, ['Thank you!', null]],
    [{ comment: { author: { '@type': 'LodgingBusiness', name: 'Inns' }, text: 'Thank you!' } }, ['Thank you!', null]],
    [{ comment: { author: { name: 'harbour inn' }, text: 'Thank you!' } }, ['Thank you!', null]],
    [{ comment: { author: { '@type': 'Person', name: 'Harbour Inn' }, text: 'I am no inn.' } }, [null, null]],
    [{ comment: [{ author: 'Ned', text: 'So true.' }] }, [null, null]],
    [{ comment: 'So true.' }, [null, null]],
    [
      {
        ownerResponse: [
          { text: 'Old', dateCreated: '2026-05-03' },
          { text: 'New', dateCreated: '2026-06-03' },
        ],
      },
      ['New', '2026-06-03T00:00:00'],
    ],
  ])('reads the reply in %j', (part, [text, date]) => {
    expect([field(part, 'replyText'), field(part, 'replyDate')]).toEqual([text, date]);
  });

  it.each<[part: object, id: string | null]>([
    [{ '@id': 'https://inns.example/harbour#review-48213' }, '48213'],
    [{ '@id': '#/schema/Review/698c6d8cc5a00780babd0c29' }, '698c6d8cc5a00780babd0c29'],
    [{ '@id': 'urn:uuid:0b8f6c1e-2f6f-4a0a-9d55-1c2b3a4d5e6f' }, '0b8f6c1e-2f6f-4a0a-9d55-1c2b3a4d5e6f'],
    [{ url: '/harbour?page=2#comment-48213' }, '48213'],
    [{ identifier: 'a81f9c' }, 'a81f9c'],
    [{ '@id': '#review-1' }, null],
    [{ '@id': '#review12' }, null],
    [{ '@id': '_:b48213' }, null],
    [{ '@id': '#product-7' }, null],
    [{ url: PAGE }, null],
    [{ url: `${PAGE}/#reviews` }, null],
    [{ '@id': '#review-2', url: '/r/48213' }, '48213'],
    [{}, null],
  ])('reads the id of %j', (part, id) => {
    expect(field(part, 'externalId')).toBe(id);
  });

  it('ignores an id that several reviews share', () => {
    const page = parse(
      inn([REVIEW, { ...REVIEW, reviewBody: 'Another.' }].map((review) => ({ ...review, identifier: 'SKU-48213' }))),
    );
    expect(page.reviews.map(({ externalId }) => externalId)).toEqual([null, null]);
  });

  it('reads only http(s) addresses of images and videos', () => {
    const review = only(
      parse(
        inn({
          ...REVIEW,
          image: [
            '/1.jpg',
            { contentUrl: 'https://cdn.example/2.jpg', thumbnailUrl: '/2s.jpg' },
            'javascript:alert(1)',
            'https://u:p@x.example/3.jpg',
            'data:image/png;base64,AA',
            '/1.jpg',
          ],
          video: [
            { contentUrl: '/v.m3u8', width: '640', height: 360, duration: 'PT1M2.5S' },
            { embedUrl: 'https://player.example/9', thumbnailUrl: '/t.jpg' },
            { name: 'nothing' },
          ],
        }),
      ),
    );
    expect(review.images.map(({ templateUrl, preview }) => [templateUrl, preview])).toEqual([
      ['https://inns.example/1.jpg', null],
      ['https://cdn.example/2.jpg', 'https://inns.example/2s.jpg'],
    ]);
    expect(review.videos).toEqual([
      {
        kind: 'hls',
        videoUrl: 'https://inns.example/v.m3u8',
        thumbnail: null,
        width: 640,
        height: 360,
        durationMs: 62_500,
      },
      {
        kind: 'embed',
        videoUrl: 'https://player.example/9',
        thumbnail: 'https://inns.example/t.jpg',
        width: null,
        height: null,
        durationMs: null,
      },
    ]);
  });

  it('stores the record in raw, with no personal data except the author’s name', () => {
    const { raw } = only(
      parse(
        inn({
          ...REVIEW,
          '@id': '#review-48213',
          author: {
            '@type': 'Person',
            name: 'Orla Quinn',
            url: '/people/7',
            image: '/avatars/7.png',
            email: 'o@q.example',
          },
          itemReviewed: { '@type': 'Hotel', name: 'Harbour Inn', review: [{ author: 'Ned Fyfe' }], telephone: '1' },
          comment: [
            { author: { name: 'Ned Fyfe' }, text: 'So true.', mentions: { '@type': ['Person'], name: 'Ned Fyfe' } },
          ],
          upvoteCount: 3,
        }),
      ),
    );
    expect(raw).toEqual({
      '@type': 'Review',
      '@id': '#review-48213',
      author: { '@type': 'Person', name: 'Orla Quinn' },
      reviewBody: 'Calm rooms.',
      datePublished: '2026-05-02',
      itemReviewed: { '@type': 'Hotel', name: 'Harbour Inn' },
      comment: [{ text: 'So true.', mentions: { '@type': 'Person' } }],
      upvoteCount: 3,
    });
  });

  it('stores the names of several authors in raw, without URLs', () => {
    const author = ['Orla Quinn', 'https://inn.example/people/7', { '@type': 'Person', name: 'Ned', url: '/people/8' }];
    expect(only(parse(inn({ ...REVIEW, author }))).raw).toMatchObject({
      author: ['Orla Quinn', { '@type': 'Person', name: 'Ned' }],
    });
  });
});
