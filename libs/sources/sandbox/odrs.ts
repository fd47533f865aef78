/**
 * The sandbox of ODRS: the list and the number of reviews of an application, and Flathub's data about it. Keys are ids of
 * applications. An id without a listing has an empty list, as on the platform. The formats are known from the source of the servers
 * only.
 */
import {
  behaviourAt,
  FORBIDDEN,
  htmlResponse,
  jsonResponse,
  newestFirst,
  respondTo,
  THROTTLED,
  wholeList,
} from './sandbox-behaviour';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const API_PATH = /^\/1\.0\/reviews\/api\/(app|ratings)\/([^/]+)$/;
const FLATHUB_PATH = /^\/api\/v2\/(appstream)\/([^/]+)$/;
const NOT_FOUND = jsonResponse({ detail: 'App not found' }, 404);
const EMPTY = jsonResponse([]);

export const odrsSandbox: SandboxPlatform = {
  slug: 'odrs',
  hosts: ['odrs.gnome.org', 'flathub.org', 'apps.gnome.org'],
  demo: { key: 'org.example.Lantern', name: 'Lantern', reviews: 60, ratings: [20, 40, 60, 80, 100, 100], titles: true },
  pageUrl: (key) => `https://flathub.org/apps/${key}`,

  respond({ url }, findListing, { listings }) {
    if (url.hostname === 'apps.gnome.org') return gnomePage(listings(), url.pathname);
    const [, kind = '', id = ''] = API_PATH.exec(url.pathname) ?? FLATHUB_PATH.exec(url.pathname) ?? [];
    const app = findListing(id);
    if (app === undefined || behaviourAt(app, 1) === 'gone') return kind === 'appstream' ? NOT_FOUND : EMPTY;
    return kind === 'app' ? listResponse(app) : sideResponse(app, kind);
  },
};

/** The page of an application on apps.gnome.org, with its short name in the address and its id in the links. */
function gnomePage(apps: readonly SandboxListing[], pathname: string): SandboxResponse {
  const app = apps.find(({ key }) => pathname === `/${key.split('.').at(-1)}/`);
  if (app === undefined) return htmlResponse('<html><body>404 Not Found</body></html>', 404);
  return htmlResponse(
    `<html><head><title>${app.name}</title></head><body><img src="/icons/scalable/${app.key}.svg">` +
      `<a href="appstream:${app.key}">Install</a><a href="https://flathub.org/apps/${app.key}">Flathub</a></body></html>`,
  );
}

/** The number of reviews, or Flathub's data. */
function sideResponse(app: SandboxListing, kind: string): SandboxResponse {
  if (behaviourAt(app, 1) === 'side_throttled') return THROTTLED;
  return jsonResponse(kind === 'ratings' ? countOf(app) : { id: app.key, name: app.name, type: 'desktop-application' });
}

function listResponse(app: SandboxListing): SandboxResponse {
  return respondTo(app, 1, {
    blocked: FORBIDDEN,
    refused: FORBIDDEN,
    gone: EMPTY,
    changed: jsonResponse({ items: [], version: 2 }),
    normal: () => jsonResponse(wholeList(app, newestFirst(app)).map((review) => recordOf(review, app.key))),
  });
}

function recordOf(review: SandboxReview, appId: string): object {
  return {
    app_id: `${appId}.desktop`,
    date_created: review.publishedAt.getTime() / 1000,
    description: review.text,
    distro: 'Fedora Linux',
    karma_down: 0,
    karma_up: 1,
    locale: 'en_US.UTF-8',
    rating: review.rating ?? 0,
    reported: 0,
    review_id: Number(review.id),
    summary: review.title,
    user_display: review.author,
    user_hash: '0123456789abcdef0123456789abcdef01234567',
    version: '48.1',
  };
}

/** The number of reviews, also by twentieths of the scale. */
function countOf({ reviews }: SandboxListing): object {
  if (reviews.length === 0) return [];
  const stars = [0, 1, 2, 3, 4, 5].map((star) => [
    `star${star}`,
    reviews.filter(({ rating }) => Math.floor((rating ?? 0) / 20) === star).length,
  ]);
  return { total: reviews.length, ...Object.fromEntries(stars) };
}
