/**
 * Trustpilot's sandbox: rendered pages of businesses with their state in `__NEXT_DATA__`, 20 reviews per page, the login wall
 * from page 11 on, the "Verifying Connection" interstitial, and the page for unknown businesses; and its Business API
 * (trustpilot-api.ts). Keys are domains.
 */
import { htmlResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { escapeHtml, roundedAverage, scriptJson } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';
import { INTERSTITIAL, respondFromBusinessApi, titleOf, unitIdOf } from './trustpilot-api';

const PAGE_SIZE = 20;
const VISIBLE_PAGES = 10;

export const trustpilotSandbox: SandboxPlatform = {
  slug: 'trustpilot',
  hosts: ['trustpilot.com'],
  demo: {
    key: 'lantern-books.example',
    name: 'Lantern Books',
    reviews: 250,
    ratings: [1, 2, 3, 4, 5],
    titles: true,
    replies: true,
  },
  pageUrl: (key) => `https://www.trustpilot.com/review/${key}`,
  reviewId: (serial) => `65a0${serial.toString(16).padStart(20, '0')}`,
  respond(request, findListing, context) {
    const { url } = request;
    if (url.hostname === 'api.trustpilot.com') return respondFromBusinessApi(request, context);
    const path = decodeURIComponent(url.pathname);
    if (path.startsWith('/users/connect')) return loginWall();
    const business = path.startsWith('/review/') ? findListing(path.slice('/review/'.length)) : undefined;
    const page = Number(url.searchParams.get('page') ?? '1');
    if (business !== undefined && page > VISIBLE_PAGES) {
      return {
        status: 307,
        headers: { location: `/users/connect?redirect=${encodeURIComponent(url.pathname)}` },
        body: '',
      };
    }
    return respondWithPage(business, page, url.searchParams);
  },
};

function respondWithPage(business: SandboxListing | undefined, page: number, query: URLSearchParams): SandboxResponse {
  return respondTo(business, page, {
    blocked: INTERSTITIAL,
    gone: document({ statusCode: 404 }, 'Page not found', 404),
    changed: document({ entity: { title: 'A business', feed: { entries: [] } } }, 'A business'),
    normal: (found) => document(pageProps(found, page, query), found.name),
  });
}

function pageProps(business: SandboxListing, page: number, query: URLSearchParams): object {
  const reviews = newestFirst(business);
  const total = reviews.length;
  return {
    pageUrl: `https://www.trustpilot.com/review/${encodeURIComponent(business.key)}`,
    businessUnit: {
      id: unitIdOf(business.key),
      displayName: business.name,
      identifyingName: business.key,
      numberOfReviews: total,
      trustScore: roundedAverage(reviews),
      isClosed: false,
      isMerged: false,
    },
    reviews: pageOf(business, reviews, page, PAGE_SIZE).reviews.map(reviewState),
    relevantReviews: reviews.slice(0, 4).map(reviewState),
    filters: {
      totalNumberOfReviews: total,
      pagination: {
        currentPage: page,
        perPage: PAGE_SIZE,
        totalCount: total,
        totalPages: Math.ceil(total / PAGE_SIZE),
      },
      selected: {
        languages: query.get('languages') ?? 'en',
        stars: null,
        sort: query.get('sort') ?? 'relevance',
        verified: false,
      },
    },
  };
}

function reviewState(review: SandboxReview): object {
  const edited = review.updatedAt > review.publishedAt;
  return {
    id: review.id,
    filtered: false,
    isPending: false,
    title: titleOf(review),
    text: review.text ?? '',
    rating: review.rating,
    labels: { merged: null, verification: { isVerified: true, verificationLevel: 'verified' } },
    dates: {
      experiencedDate: `${review.publishedAt.toISOString().slice(0, 10)}T00:00:00.000Z`,
      publishedDate: review.publishedAt.toISOString(),
      updatedDate: edited ? review.updatedAt.toISOString() : null,
      submittedDate: null,
    },
    consumer: {
      id: '591dfad40000ff000a99e38b',
      displayName: review.author,
      imageUrl: 'https://user-images.trustpilot.com/591dfad40000ff000a99e38b/73x73.png',
      numberOfReviews: 2,
      countryCode: 'GB',
    },
    reply:
      review.reply === null
        ? null
        : { message: review.reply.text, publishedDate: review.reply.at.toISOString(), updatedDate: null },
    language: 'en',
    location: null,
  };
}

function document(props: object, title: string, status = 200): SandboxResponse {
  const state = scriptJson({ props: { pageProps: props }, page: '/review/[businessUnit]', buildId: 'sandbox' });
  return htmlResponse(
    `<!DOCTYPE html><html lang="en-US"><head><meta charSet="UTF-8"/><title>${escapeHtml(title)} Reviews</title></head>` +
      `<body><div id="__next"><main><h1>${escapeHtml(title)}</h1></main></div>` +
      `<script id="__NEXT_DATA__" type="application/json">${state}</script></body></html>`,
    status,
  );
}

const loginWall = (): SandboxResponse =>
  htmlResponse(
    '<!DOCTYPE html><html><head><title>Log in</title></head><body><form id="connect">Log in</form></body></html>',
  );
