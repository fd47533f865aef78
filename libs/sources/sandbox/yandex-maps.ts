/**
 * The sandbox of Yandex Maps: rendered pages of organizations with their state in `script.state-view`, 50 reviews per page and 12
 * reachable pages, and the captcha at `/showcaptcha`. Keys are the numbers of organizations. The state has the form of a recorded
 * page; its paging by address is not recorded.
 */
import { htmlResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { averageOf, escapeHtml, scriptJson } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const LIST_PATH = /^\/maps\/org\/(?:[^/]+\/)?(\d+)\/reviews\/$/;
const PAGE_SIZE = 50;
const REACHABLE_PAGES = 12;
/** Chelyabinsk, as in the recorded page. */
const TZ_OFFSET_SECONDS = 18_000;

export const yandexMapsSandbox: SandboxPlatform = {
  slug: 'yandex-maps',
  hosts: ['yandex.ru'],
  demo: {
    key: '100200300400',
    name: 'Тихая мельница',
    reviews: 120,
    ratings: [1, 2, 3, 4, 5],
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://yandex.ru/maps/org/quiet_mill/${key}/`,
  reviewId: (serial) => `sandbox${serial.toString(36).padStart(12, '0')}_-Q`,

  respond({ url }, findListing) {
    if (url.pathname === '/showcaptcha') return htmlResponse(CAPTCHA);
    const organization = findListing(LIST_PATH.exec(url.pathname)?.[1] ?? '');
    return respondWithPage(organization, Number(url.searchParams.get('page') ?? '1'));
  },
};

function respondWithPage(organization: SandboxListing | undefined, page: number): SandboxResponse {
  return respondTo(organization, page, {
    blocked: { status: 302, headers: { location: '/showcaptcha?mt=sandbox' }, body: '' },
    gone: NOT_FOUND,
    changed: htmlResponse(document({ version: 2, entities: { businesses: {} } }, 'An organization')),
    normal: (found) => htmlResponse(document(stateOf(found, page), found.name)),
  });
}

function stateOf(organization: SandboxListing, page: number): object {
  const all = newestFirst(organization, 'updatedAt');
  const isReachable = page <= REACHABLE_PAGES;
  const { reviews, hasNext } = isReachable
    ? pageOf(organization, all, page, PAGE_SIZE)
    : { reviews: [], hasNext: false };
  const item = {
    type: 'business',
    id: organization.key,
    title: organization.name,
    seoname: 'quiet_mill',
    tzOffset: TZ_OFFSET_SECONDS,
    ratingData: { ratingCount: all.length, ratingValue: averageOf(all) ?? 0, reviewCount: all.length },
    reviewResults: {
      reviews: reviews.map((review) => reviewState(review, organization.key)),
      params: {
        offset: (page - 1) * PAGE_SIZE,
        limit: PAGE_SIZE,
        count: all.length,
        loadedReviewsCount: reviews.length,
        page,
        totalPages: hasNext ? Math.max(page + 1, Math.ceil(all.length / PAGE_SIZE)) : page,
        reviewsRemained: Math.max(0, all.length - page * PAGE_SIZE),
      },
      tags: [],
      aspects: [],
    },
  };
  return { stack: [{ mode: 'orgpage', tab: 'reviews', results: { items: [item] } }], reviews: { ranking: 'by_time' } };
}

function reviewState(review: SandboxReview, organizationId: string): object {
  return {
    ...(review.reply === null
      ? {}
      : { businessComment: { text: review.reply.text, updatedTime: review.reply.at.toISOString() } }),
    reviewId: review.id,
    businessId: organizationId,
    author: {
      name: review.author,
      avatarUrl: 'https://avatars.mds.yandex.net/get-yapic/0/sandbox/{size}',
      professionLevel: 'Level 3 Local Expert',
      publicId: `sandbox${review.id}`,
    },
    text: review.text ?? '',
    textLanguage: 'ru',
    textTranslations: {},
    rating: review.rating,
    updatedTime: review.updatedAt.toISOString(),
    reactions: { likes: 0, dislikes: 0, userReaction: 'NONE' },
    photos: review.images.map((address, index) => ({
      type: 'photo',
      id: `${review.id}-${index}`,
      urlTemplate: `${address}/{size}`,
      moderation: { status: 'ACCEPTED' },
      copyright: { name: review.author, publicId: `sandbox${review.id}` },
    })),
    videos: [],
    pinned: false,
  };
}

function document(state: object, title: string): string {
  return (
    `<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"/><title>${escapeHtml(title)} — Яндекс Карты</title></head>` +
    `<body><h1>${escapeHtml(title)}</h1><script type="application/json" class="state-view">` +
    `${scriptJson(state)}</script></body></html>`
  );
}

const CAPTCHA =
  '<!doctype html><html><head><title>Вы не робот?</title></head><body><div class="CheckboxCaptcha">' +
  '<form action="/checkcaptcha"><p>Подтвердите, что запросы отправляли вы, а не робот</p></form></div></body></html>';

const NOT_FOUND = htmlResponse(
  '<!doctype html><html><head><title>404</title></head><body>Страница не найдена</body></html>',
  404,
);
