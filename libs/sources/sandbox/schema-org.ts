/**
 * A shop with schema.org markup: article pages of 20 reviews with JSON-LD in the head, the same reviews as microdata in the body,
 * and `rel="next"` between pages. It is not a built-in platform: `HREV_EXTRA_SOURCES` declares its host.
 */
import { htmlResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { averageOf, escapeHtml, scriptJson } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const PAGE_SIZE = 20;
const HOST = 'lighthouse-goods.example';
const pathOf = (key: string): string => `/goods/${encodeURIComponent(key)}`;
const addressOf = (key: string): string => `https://${HOST}${pathOf(key)}`;

export const schemaOrgSandbox: SandboxPlatform = {
  slug: 'lighthouse-goods',
  hosts: [HOST],
  demo: {
    key: 'storm-lantern',
    name: 'Storm lantern',
    reviews: 60,
    ratings: [1, 2, 2.5, 3, 3.5, 4, 4.5, 5],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: addressOf,
  respond({ url }, findListing) {
    const path = decodeURIComponent(url.pathname);
    const goods = path.startsWith('/goods/') ? findListing(path.slice('/goods/'.length)) : undefined;
    return respondWithPage(goods, Math.max(1, Number(url.searchParams.get('page') ?? '1')));
  },
};

function respondWithPage(goods: SandboxListing | undefined, page: number): SandboxResponse {
  return respondTo(goods, page, {
    blocked: CHALLENGE,
    gone: document('Page not found', '', '<h1>Page not found</h1>', 404),
    changed: document('Opinions', '', '<div class="v2-feed" data-feed="/api/v2/opinions"></div>'),
    normal: (found) => goodsPage(found, page),
  });
}

function goodsPage(goods: SandboxListing, page: number): SandboxResponse {
  const all = newestFirst(goods);
  const { reviews, hasNext } = pageOf(goods, all, page, PAGE_SIZE);
  const address = addressOf(goods.key);
  const markup = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `https://${HOST}/#shop`, name: 'Lighthouse Goods', url: `https://${HOST}/` },
      {
        '@type': 'Product',
        '@id': `${address}#product`,
        url: address,
        name: goods.name,
        aggregateRating: aggregate(all),
        review: reviews.map((review) => reviewNode(review, address)),
      },
    ],
  };
  const next = hasNext ? `<link rel="next" href="${pathOf(goods.key)}?page=${page + 1}">` : '';
  const script = `<script type="application/ld+json">${scriptJson(markup)}</script>`;
  return document(goods.name, `${next}${script}`, microdata(goods, reviews));
}

function aggregate(reviews: readonly SandboxReview[]): object {
  const average = averageOf(reviews);
  return {
    '@type': 'AggregateRating',
    reviewCount: reviews.length,
    ...(average === null ? {} : { ratingValue: average.toFixed(1) }),
    bestRating: 5,
    worstRating: 1,
  };
}

function reviewNode(review: SandboxReview, address: string): object {
  return {
    '@type': 'Review',
    '@id': `${address}#review-${review.id}`,
    url: `${address}#review-${review.id}`,
    author: {
      '@type': 'Person',
      name: escapeHtml(review.author),
      url: `https://${HOST}/members/${encodeURIComponent(review.author.toWellFormed())}`,
      image: `https://${HOST}/avatars/7.png`,
    },
    datePublished: review.publishedAt.toISOString(),
    ...(review.title === null ? {} : { name: escapeHtml(review.title) }),
    // As in common shop systems, texts are escaped and line breaks are <br>.
    ...(review.text === null ? {} : { reviewBody: escapeHtml(review.text).replaceAll('\n', '<br />') }),
    ...(review.rating === null
      ? {}
      : { reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 } }),
    ...(review.images.length === 0 ? {} : { image: review.images }),
    ...(review.reply === null ? {} : { comment: replyNode(review.reply) }),
  };
}

const replyNode = (reply: { text: string; at: Date }): object => ({
  '@type': 'Comment',
  author: { '@type': 'Organization', '@id': `https://${HOST}/#shop`, name: 'Lighthouse Goods' },
  datePublished: reply.at.toISOString().slice(0, 10),
  text: escapeHtml(reply.text).replaceAll('\n', '<br />'),
});

/** The same reviews as microdata in the body; their dates have no time. */
function microdata(goods: SandboxListing, reviews: readonly SandboxReview[]): string {
  const items = reviews.map(
    (review) =>
      '<article itemprop="review" itemscope itemtype="https://schema.org/Review">' +
      `<span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">${escapeHtml(review.author)}</b></span>` +
      `<time itemprop="datePublished" datetime="${review.publishedAt.toISOString().slice(0, 10)}"></time>` +
      (review.title === null ? '' : `<h3 itemprop="name">${escapeHtml(review.title)}</h3>`) +
      (review.text === null ? '' : `<p itemprop="reviewBody">${escapeHtml(review.text).replaceAll('\n', '<br>')}</p>`) +
      '</article>',
  );
  return (
    `<main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${escapeHtml(goods.name)}</h1>` +
    `${items.join('')}</main>`
  );
}

function document(title: string, head: string, body: string, status = 200): SandboxResponse {
  return htmlResponse(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${head}</head>` +
      `<body>${body}</body></html>`,
    status,
  );
}

const CHALLENGE = htmlResponse(
  '<!DOCTYPE html><html><head><title>Just a moment...</title>' +
    '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></head><body></body></html>',
  503,
);
