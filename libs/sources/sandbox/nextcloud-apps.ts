/**
 * The sandbox of Nextcloud's app store: the list of the ratings of all apps, and the pages of apps. Keys are ids of apps. The list
 * always contains a rating of one more app. The behaviour of a listing applies to the whole list. The id of a review is the number
 * of the person. The formats are known from documentation only.
 */
import {
  behaviourAt,
  FORBIDDEN,
  htmlResponse,
  jsonResponse,
  respondUnder,
  THROTTLED,
  wholeList,
} from './sandbox-behaviour';
import { escapeHtml } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const HOST = 'apps.nextcloud.com';
const LIST_PATH = '/api/v1/ratings.json';
const APP_PATH = /^\/apps\/([a-z\d_]+)$/;
const NOT_FOUND = htmlResponse('<html><head><title>Not Found</title></head><body></body></html>', 404);
/** The rating of an app that is not in the sandbox. */
const OTHER_RATING = {
  rating: 1,
  ratedAt: '2026-01-02T03:04:05.678901Z',
  translations: {},
  user: { id: 1, firstName: 'Tom', lastName: '' },
  app: 'another_app',
};

export const nextcloudAppsSandbox: SandboxPlatform = {
  slug: 'nextcloud-apps',
  hosts: [HOST],
  demo: { key: 'lantern_notes', name: 'Lantern Notes', reviews: 60, ratings: [0, 0.5, 1, 1] },
  pageUrl: (key) => `https://${HOST}/apps/${key}`,

  respond({ url }, findListing, { listings }) {
    if (url.pathname === LIST_PATH) return listResponse(listings());
    const app = findListing(APP_PATH.exec(url.pathname)?.[1] ?? '');
    if (app === undefined || behaviourAt(app, 1) === 'gone') return NOT_FOUND;
    return behaviourAt(app, 1) === 'side_throttled' ? THROTTLED : pageOfApp(app);
  },
};

function pageOfApp({ name }: SandboxListing): SandboxResponse {
  const escapedName = escapeHtml(name);
  return htmlResponse(
    `<!DOCTYPE html><html lang="en"><head><title>${escapedName} - Apps - App Store - Nextcloud</title></head>` +
      `<body><h1>${escapedName}</h1></body></html>`,
  );
}

function listResponse(apps: readonly SandboxListing[]): SandboxResponse {
  const behaviours = apps.map((app) => behaviourAt(app, 1));
  return respondUnder(behaviours.find((behaviour) => behaviour !== 'normal') ?? 'normal', {
    blocked: FORBIDDEN,
    refused: FORBIDDEN,
    empty: jsonResponse([]),
    changed: jsonResponse({ version: 2, ratings: [] }),
    normal: () => jsonResponse(listOf(apps)),
  });
}

function listOf(apps: readonly SandboxListing[]): readonly object[] {
  const existing = apps.filter((app) => behaviourAt(app, 1) !== 'gone');
  const ratings = existing.flatMap((app) => wholeList(app, app.reviews).map((review) => ratingOf(review, app.key)));
  return [OTHER_RATING, ...ratings];
}

function ratingOf(review: SandboxReview, app: string): object {
  const [firstName = '', ...others] = review.author.split(' ');
  return {
    rating: review.rating,
    ratedAt: review.publishedAt.toISOString(),
    translations: review.text === null ? {} : { en: { comment: review.text } },
    user: { id: Number(review.id), firstName, lastName: others.join(' ') },
    app,
  };
}
