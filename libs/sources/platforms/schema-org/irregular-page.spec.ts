/** One page with the irregularities that the other tests have one by one. */
import { PAGE, parse, script } from '@test/support/schema-org-pages';
import type { CollectedReview } from '../../source';

type Part = Partial<CollectedReview>;

/** A script of JSON-LD as a template with several faults prints it. */
const JSON_LD = String.raw`
{ "@context": "https://schema.org",
  "@graph": { "0": { "@type": "WebPage", "mainEntity": { "@id": "#lamp" } }, /* removed: 1 */
  "2": {
    "@type": "ProductGroup", "@id": "#lamp", "name": "Storm lamp", "url": "${PAGE}",
    "aggregateRating": {
      "@type": "AggregateRating", "ratingValue": "4,1 von 5 Sternen", "bestRating": 10, "reviewCount": "(10 Bewertungen)", "ratingCount": 99,
      "review": { "@type": "Review", "author": "Cy\u{20}Dunn", "reviewBody": "Below the aggregate.", "datePublished": "Thu May 21 2026 08:45:28 GMT+0200 (Central European Summer Time)", "reviewRating": "★★★★☆" }
    },
    "offers": { "@type": "Offer", "price": 5, "review": { "@type": "Review", "author": "Di Eck", "reviewBody": "Below the offer&#133; &eacute;t&eacute; at https://inns.example/?a=1&region=eu", "datePublished": "21/05/2026", "reviewRating": { "ratingValue": "80%", "bestRating": 5 } } },
    "hasVariant": [
      { "@type": "Product", "name": "Storm lamp, red",
        "review": { "@type": "Review", "author": { "name": "Ada\x20Lovett" }, "reviewBody": "It\x27s \x26 was bright.", "datePublished": "2026\x2D05\x2D02", "reviewRating": { "ratingValue": "4/5", "bestRating": 10 } },
        "review": { "@type": "Review", "author": { "@id": "#person-7" }, "reviewBody": ["First part.", "Second part."], "datePublished": "05/06/2026", "reviewRating": { "@id": "#rating-1" }, "publisherResponse": { "@id": "#reply-1" } }, },
      { "@type": "Product", "name": "Storm lamp, blue",
        "review": { "3": { "@type": "Review", "author": "Eva Falk", "reviewBody": [{ "@language": "de", "@value": "Hell." }, { "@language": "en", "@value": "Bright." }], "datePublished": "5/6/2026 8:45 PM", "reviewRating": { "ratingValue": "Rated 3 out of 5" } },
                    "7": { "@type": "Review", "author": "Flo Gant", "reviewBody": "Bad escape \u12.", "datePublished": "in spring", "reviewRating": { "ratingValue": "4 (good)" } } } } ],
  },
  "3": { "@id": "#person-7", "@type": "Person", "name": "Bo&nbsp;Hart", "telephone": "1" },
  "4": { "@id": "#rating-1", "@type": "Rating", "ratingValue": "4,5 sur 5 étoiles", "bestRating": 10 } } }`;

const OTHER_BLOCK = String.raw`{ "@id": "#reply-1", "@type": "Comment", "text": ["Thank you!", "Come again."], "datePublished": "Thu, 21 May 2026 08:45:28 +0200" }`;

const MICRODATA = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Storm lamp</h1>
  <div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Gil Hane</span>
    <p itemprop="reviewBody">One.</p><p itemprop="reviewBody">Two.</p><span itemprop="reviewRating">2 von 5 Sternen</span>
    <time itemprop="datePublished">15. September 2026</time></div>
  <div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Bo Hart</span>
    <p itemprop="reviewBody">First part. Second part.</p><meta itemprop="datePublished" content="2026-06-05"></div></div>`;

const EXPECTED: readonly Part[] = [
  {
    author: 'Cy Dunn',
    text: 'Below the aggregate.',
    reviewDate: '2026-05-21T08:45:28',
    rating: 4,
    ratingOriginal: '★★★★☆',
  },
  {
    author: 'Di Eck',
    text: 'Below the offer… été at https://inns.example/?a=1&region=eu',
    reviewDate: '2026-05-21T00:00:00',
    rating: 4,
    ratingOriginal: '80%',
  },
  {
    author: 'Ada Lovett',
    text: "It's & was bright.",
    reviewDate: '2026-05-02T00:00:00',
    rating: 4,
    ratingOriginal: '4/5',
  },
  {
    author: 'Bo\u00a0Hart',
    text: 'First part.\n\nSecond part.',
    reviewDate: '2026-06-05T00:00:00',
    rating: 4.5,
    ratingOriginal: '4,5 sur 5 étoiles',
    replyText: 'Thank you!\n\nCome again.',
    replyDate: '2026-05-21T06:45:28',
  },
  {
    author: 'Eva Falk',
    text: 'Bright.',
    reviewDate: '2026-06-05T20:45:00',
    rating: 3,
    ratingOriginal: 'Rated 3 out of 5',
  },
  {
    author: 'Flo Gant',
    text: String.raw`Bad escape \u12.`,
    reviewDate: null,
    rating: null,
    ratingOriginal: '4 (good)',
  },
  {
    author: 'Gil Hane',
    text: 'One.\n\nTwo.',
    reviewDate: '2026-09-15T00:00:00',
    rating: 2,
    ratingOriginal: '2 von 5 Sternen',
  },
];

describe('a page with all irregularities', () => {
  const page = parse(`${script(JSON_LD)}${script(OTHER_BLOCK)}${MICRODATA}`);

  it('has all reviews with their fields', () => {
    const fields = Object.keys(EXPECTED[3] ?? {}) as (keyof CollectedReview)[];
    const read = page.reviews.map((review) => Object.fromEntries(fields.map((name) => [name, review[name]])));
    const expected = EXPECTED.map((part) => ({ replyText: null, replyDate: null, ...part }));
    expect(read).toEqual(expect.arrayContaining(expected));
    expect(read).toHaveLength(expected.length);
  });

  it('has the figures of the product group, and says what it could not read', () => {
    expect(page.object).toEqual({
      name: 'Storm lamp',
      reviewCount: 10,
      rating: 4.1,
      ratingOriginal: '4,1 von 5 Sternen',
    });
    expect(page).toMatchObject({ ratingCount: 99, unread: ['date', 'rating'], isComplete: true });
  });
});
