import { inn, ld, parse, REVIEW } from '@test/support/schema-org-pages';

const datesOf = (html: string): (string | null)[] => parse(html).reviews.map(({ reviewDate }) => reviewDate);
const reviews = (...dates: readonly unknown[]): object[] =>
  dates.map((datePublished, n) => ({ ...REVIEW, reviewBody: `Review ${n}`, datePublished }));

describe('dates of a page (contract §10.4)', () => {
  it('reads dates as scripts and servers print them', () => {
    const dates = [
      'Thu May 21 2026 08:45:28 GMT+0000 (Coordinated Universal Time)',
      'Thu May 21 2026 08:45:28 GMT+0200 (Central European Summer Time)',
      'May 21, 2026 8:45 PM',
      '5/21/2026 8:45:28 PM',
      'Thu, 21 May 2026 08:45:28 GMT',
      '20260521',
      '15. September 2026',
    ];
    const page = parse(inn(reviews(...dates)));
    expect(page.reviews.map(({ reviewDate, datePrecision }) => [reviewDate, datePrecision])).toEqual([
      ['2026-05-21T08:45:28', 'exact'],
      ['2026-05-21T08:45:28', 'exact'],
      ['2026-05-21T20:45:00', 'exact'],
      ['2026-05-21T20:45:28', 'exact'],
      ['2026-05-21T08:45:28', 'exact'],
      ['2026-05-21T00:00:00', 'day'],
      ['2026-09-15T00:00:00', 'day'],
    ]);
    expect(page.unread).toEqual([]);
  });

  it('reads numbers of seconds and milliseconds', () => {
    expect(datesOf(inn(reviews(1747730728, 1747730728000)))).toEqual(['2025-05-20T08:45:28', '2025-05-20T08:45:28']);
  });

  it.each<[what: string, html: string, dates: readonly (string | null)[]]>([
    ['another review shows the order', inn(reviews('05/06/2026', '21/05/2026')), ['2026-06-05', '2026-05-21']],
    ['another review shows the other order', inn(reviews('05/06/2026', '05/21/2026')), ['2026-05-06', '2026-05-21']],
    [
      'a reply shows the order',
      inn([
        ...reviews('05/06/2026'),
        { ...REVIEW, datePublished: '07/06/2026', ownerResponse: { text: 'Thanks', datePublished: '21/06/2026' } },
      ]),
      ['2026-06-05', '2026-06-07'],
    ],
    [
      'the date of the item shows the order',
      inn(reviews('05/06/2026'), { dateModified: '21/06/2026' }),
      ['2026-06-05'],
    ],
    [
      'microdata shows the order',
      `${inn(reviews('05/06/2026'))}<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Two</p><meta itemprop="datePublished" content="21/05/2026"></div>`,
      ['2026-06-05', '2026-05-21'],
    ],
    ['no date shows the order', inn(reviews('05/06/2026', '07/08/2026')), [null, null]],
    [
      'the dates contradict each other',
      inn(reviews('05/06/2026', '21/05/2026', '05/21/2026')),
      [null, '2026-05-21', '2026-05-21'],
    ],
    ['only dates with dots show it', inn(reviews('05/06/2026', '21.05.2026')), [null, '2026-05-21']],
  ])('reads 05/06/2026 where %s', (_what, html, dates) => {
    expect(datesOf(html)).toEqual(dates.map((date) => (date === null ? null : `${date}T00:00:00`)));
  });

  it('reports each date that it cannot read', () => {
    const page = parse(inn(reviews('05/06/2026', 'in spring', '2026-05-02', undefined)));
    expect([page.reviews.length, page.unread, page.isComplete]).toEqual([4, ['date', 'date'], true]);
  });

  it('reads the next date of a review if the first cannot be read', () => {
    const review = { ...REVIEW, datePublished: 'in spring', dateCreated: '2026-05-02T10:00:00Z' };
    expect(parse(inn(review))).toMatchObject({ reviews: [{ reviewDate: '2026-05-02T10:00:00' }], unread: [] });
  });

  it('takes a date or rating that it cannot read from the same review in another block', () => {
    const markup = `<div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Orla Quinn</b><p itemprop="reviewBody">Calm rooms.</p><meta itemprop="datePublished" content="2026-05-02"><meta itemprop="reviewRating" content="4/5"></div>`;
    const page = parse(inn({ ...REVIEW, datePublished: 'in spring', reviewRating: { ratingValue: 'good' } }) + markup);
    expect(page).toMatchObject({
      reviews: [{ reviewDate: '2026-05-02T00:00:00', rating: 4, ratingOriginal: '4/5' }],
      unread: [],
    });
  });

  it.each([
    ['Thu May 21 2026 08:45:28 GMT+0200 (Central European Summer Time)', '2026-05-21T06:45:28'],
    ['May 21, 2026 8:45 PM', '2026-05-21T20:45:00'],
    ['15. September 2026', '2026-09-15T00:00:00'],
    ['20260521', '2026-05-21T00:00:00'],
    ['21.05.2026, 20:45:28', '2026-05-21T20:45:28'],
  ])('reads the date of a reply: %s as %s', (datePublished, date) => {
    const page = parse(
      ld({ '@type': 'Product', name: 'Lamp', review: { ...REVIEW, ownerResponse: { text: 'Thanks', datePublished } } }),
    );
    expect(page.reviews[0]?.replyDate).toBe(date);
  });

  it('reads the text of a date whose attribute a template left empty', () => {
    const page = parse(
      '<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Calm.</p><time itemprop="datePublished" datetime="">May 21, 2026</time></div>',
    );
    expect(page.reviews[0]?.reviewDate).toBe('2026-05-21T00:00:00');
  });

  it('reports the date of a reply that it cannot read', () => {
    const page = parse(inn({ ...REVIEW, ownerResponse: { text: 'Thanks', datePublished: '05/06/2026' } }));
    expect([page.reviews[0]?.replyText, page.unread]).toEqual(['Thanks', ['reply_date']]);
  });
});
