/**
 * 2GIS's sandbox: firm pages with the state in scripts (`__customcfg`, `initialState`, `__REACT_QUERY_STATE__`), and the review
 * API with its key check, pages of 50 and `next_link`. Keys are firm numbers. A behaviour from page 1 on applies to the firm's
 * page; a behaviour from a later page on applies to the pages of the API's list.
 */
import {
  behaviourAt,
  FORBIDDEN,
  htmlResponse,
  jsonResponse,
  newestFirst,
  pageOf,
  respondTo,
} from './sandbox-behaviour';
import { escapeHtml, roundedAverage, scriptJson } from './sandbox-formats';
import type {
  FindListing,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

export interface TwoGisSandboxOptions {
  /** `refuses`: the review API rejects every key, so that only the page contains reviews. */
  readonly api: 'open' | 'refuses';
  /** `shell`: a script builds the page, so the response to a plain HTTP request has no content. */
  readonly page: 'rendered' | 'shell';
}

const API_HOST = 'public-api.reviews.2gis.com';
const WEB_KEY = 'sandbox-web-app-key';
const PAGE_SIZE = 50;
/** The time zone of the firms (Chelyabinsk): +05:00, although all dates have the offset +07:00. */
const ZONE = { name: 'Asia/Yekaterinburg', offset: 300 };
const DATE_OFFSET_MS = 7 * 3_600_000;

export const twoGisSandbox = makeTwoGisSandbox({ api: 'open', page: 'rendered' });

/** Creates a sandbox of 2GIS with another behaviour of the API and the page. */
export function makeTwoGisSandbox(options: TwoGisSandboxOptions): SandboxPlatform {
  return {
    slug: '2gis',
    hosts: ['2gis.ru', '2gis.com'],
    demo: {
      key: '70000001099990001',
      name: 'Северный чай, чайная',
      reviews: 140,
      ratings: [1, 2, 3, 4, 5],
      replies: true,
      images: true,
    },
    pageUrl: (key) => `https://2gis.ru/chelyabinsk/firm/${key}`,
    respond(request, findListing) {
      if (request.url.hostname === API_HOST) return respondFromApi(request, findListing, options);
      const id = /\/firm\/(\d+)/.exec(request.url.pathname)?.[1];
      if (id === undefined) return htmlResponse('<!doctype html><title>2GIS</title>', 404);
      const firm = findListing(id);
      const isShell = options.page === 'shell' && !request.url.searchParams.has('built');
      return firm === undefined ? unknownFirm(id) : isShell ? shell() : respondWithPage(firm, options);
    },
  };
}

function respondWithPage(firm: SandboxListing, options: TwoGisSandboxOptions): SandboxResponse {
  return respondTo(firm, 1, {
    blocked: FORBIDDEN,
    gone: unknownFirm(firm.key),
    changed: page({ cards: [{ id: firm.key, title: firm.name }] }, { queries: [] }, firm.name),
    normal: () => page(stateOf(firm), { mutations: [], queries: [reviewsQuery(firm, options)] }, firm.name),
  });
}

function stateOf(firm: SandboxListing): object {
  return {
    entity: {
      profile: {
        [firm.key]: {
          data: {
            id: firm.key,
            type: 'branch',
            name: firm.name,
            region_id: '15',
            timezone_offset: ZONE.offset,
            reviews: { general_rating: roundedAverage(firm.reviews), general_review_count: firm.reviews.length },
          },
          meta: { status: 'success', code: 200 },
        },
      },
    },
    region: { profile: { '15': { data: { id: '15', time_zone: ZONE }, meta: { code: 200 } } } },
  };
}

/** The reviews in the page: at most 50, sorted by "trust" rather than by date. */
function reviewsQuery(firm: SandboxListing, { page: mode }: TwoGisSandboxOptions): object {
  const behaviour = behaviourAt(firm, 1);
  const isEmpty = behaviour === 'refused' || behaviour === 'empty';
  const byTrust = isEmpty ? [] : [...firm.reviews].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, PAGE_SIZE);
  const items = byTrust.map((review) => ({
    ...record(firm, review),
    media: photos(review).map((photo) => ({ photo })),
  }));
  const total = behaviour === 'refused' ? 0 : firm.reviews.length;
  return {
    queryKey: ['fetchEntityReviews', [firm.key, 'branch', null, null, null, null, null, 'trust']],
    state: { data: { pages: [{ items, total, hasMore: total > items.length }], pageParams: [null] }, status: mode },
  };
}

function respondFromApi(
  { url }: SandboxRequest,
  findListing: FindListing,
  { api }: TwoGisSandboxOptions,
): SandboxResponse {
  const key = url.searchParams.get('key');
  if (key === null) return apiError(401, 'No key');
  if (key !== WEB_KEY || api === 'refuses') return apiError(403, 'Key is not allowed');
  const id = /^\/2\.0\/branches\/(\d+)\/reviews$/.exec(url.pathname)?.[1];
  const number = Number(url.searchParams.get('offset') ?? '0') / PAGE_SIZE + 1;
  return respondTo(id === undefined ? undefined : findListing(id), number, {
    blocked: apiError(403, 'Access is denied'),
    refused: apiError(403, 'Access is denied'),
    gone: apiError(404, 'Not found'),
    changed: jsonResponse({ result: { items: [], total: 3 } }),
    normal: (firm) => jsonResponse(apiPage(firm, number, url)),
  });
}

function apiPage(firm: SandboxListing, number: number, url: URL): object {
  const { reviews, hasNext } = pageOf(firm, newestFirst(firm), number, PAGE_SIZE);
  const total = firm.reviews.length;
  return {
    meta: { code: 200, branch_rating: roundedAverage(firm.reviews), branch_reviews_count: total, total_count: total },
    reviews: reviews.map((review) => ({ ...record(firm, review), photos: photos(review) })),
    next_link: hasNext ? nextLink(url, reviews.at(-1), number) : null,
  };
}

/** The platform uses only `offset_date`; the sandbox adds `offset` to distinguish reviews with equal dates. */
function nextLink(url: URL, last: SandboxReview | undefined, number: number): string {
  const next = new URL(url);
  if (last !== undefined) next.searchParams.set('offset_date', platformDate(last.publishedAt));
  next.searchParams.set('offset', String(number * PAGE_SIZE));
  return next.href;
}

function record(firm: SandboxListing, review: SandboxReview): object {
  const edited = review.updatedAt > review.publishedAt;
  return {
    id: review.id,
    region_id: 15,
    text: review.text ?? '',
    rating: review.rating,
    provider: '2gis',
    source: null,
    is_hidden: false,
    hiding_type: null,
    hiding_reason: null,
    url: '',
    date_created: platformDate(review.publishedAt),
    date_edited: edited ? platformDate(review.updatedAt) : null,
    object: { id: firm.key, type: 'branch' },
    user: {
      id: '35182451',
      public_id: '9299d1adce64448b94572799d2c4abcb',
      name: review.author,
      first_name: review.author,
      last_name: null,
      url: 'https://2gis.ru/user/9299d1adce64448b94572799d2c4abcb',
      photo_preview_urls: { url: '' },
    },
    official_answer:
      review.reply === null
        ? null
        : { id: '1', org_name: firm.name, text: review.reply.text, date_created: platformDate(review.reply.at) },
    on_moderation: false,
    is_rated: true,
  };
}

function photos(review: SandboxReview): object[] {
  return review.images.map((url, index) => ({
    id: `${review.id}${index}`,
    date_created: platformDate(review.publishedAt),
    preview_urls: { url, '1920x': `${url}?w=1920`, '640x': `${url}?w=640`, '320x': `${url}?w=320` },
    visibility_status: 'visible',
  }));
}

/** A date such as `2026-07-20T16:35:15.957000+07:00`; the offset is the same in every city. */
function platformDate(instant: Date): string {
  return `${new Date(instant.getTime() + DATE_OFFSET_MS).toISOString().slice(0, 23)}000+07:00`;
}

function page(data: object, queries: object, title: string): SandboxResponse {
  const config = { reviewApiUrl: `https://${API_HOST}/2.0/`, reviewApiKey: WEB_KEY, locale: 'ru_RU' };
  return htmlResponse(
    `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escapeHtml(title)} — 2ГИС</title>` +
      '<link href="https://2gis.ru/" rel="canonical"></head><body><div id="root"></div><script>' +
      `var __customcfg = JSON.parse('${literal(config)}');var initialState = JSON.parse('${literal({ data })}');` +
      `var __REACT_QUERY_STATE__ = JSON.parse('${literal(queries)}');</script></body></html>`,
  );
}

/** JSON as the content of a single-quoted script literal. Contains no "<", so that no text can end the script. */
function literal(value: object): string {
  return scriptJson(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

/** For a wrong number 2GIS returns a page with status 200 and the error in its state. */
const unknownFirm = (id: string): SandboxResponse =>
  page(
    { entity: { profile: { [id]: { meta: { status: 'error', code: 404, error: { name: 'NotFound' } } } } } },
    { queries: [] },
    'Ничего не нашлось',
  );

const shell = (): SandboxResponse =>
  htmlResponse(
    '<!doctype html><html><head><meta charset="utf-8"><title>2ГИС</title></head><body><div id="root"></div><script>' +
      "fetch(location.pathname + '?built=1').then(function (response) { return response.text(); })" +
      '.then(function (html) { document.open(); document.write(html); document.close(); });</script></body></html>',
  );

const apiError = (code: number, message: string): SandboxResponse =>
  jsonResponse({ meta: { code, error: { type: 'error', message } } }, code);
