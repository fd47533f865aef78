/**
 * The sandbox of Open VSX: the list of reviews and the data about an extension. Keys are `namespace.name` in lower case. The formats
 * are known from documentation only. Reviews have no ids on the platform: their ids here are the hashes of the accounts.
 */
import { reviewIdOf } from '../platforms/open-vsx/parse';
import {
  behaviourAt,
  FORBIDDEN,
  jsonResponse,
  newestFirst,
  respondTo,
  THROTTLED,
  wholeList,
} from './sandbox-behaviour';
import { averageOf } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const HOST = 'open-vsx.org';
const PROVIDER = 'github';
const API_PATH = /^\/api\/([^/]+)\/([^/]+?)(\/reviews)?$/;
const NOT_FOUND = jsonResponse({ error: 'Extension not found.' }, 404);

/** The accounts of the ids that this sandbox assigned. */
const logins = new Map<string, string>();

export const openVsxSandbox: SandboxPlatform = {
  slug: 'open-vsx',
  hosts: [HOST],
  demo: { key: 'lantern.outline', name: 'Lantern Outline', reviews: 60, ratings: [1, 2, 3, 4, 5, 5] },
  reviewId(serial) {
    const login = `reader-${serial}`;
    const id = reviewIdOf(PROVIDER, login);
    logins.set(id, login);
    return id;
  },
  pageUrl(key) {
    const [namespace = '', name = ''] = key.split('.');
    return `https://${HOST}/extension/${namespace}/${name}/reviews`;
  },

  respond({ url }, findListing) {
    const [, namespace = '', name = '', list] = API_PATH.exec(url.pathname) ?? [];
    const extension = findListing(`${namespace}.${name}`.toLowerCase());
    const behaviour = extension === undefined ? 'gone' : behaviourAt(extension, 1);
    if (extension === undefined || behaviour === 'gone') return NOT_FOUND;
    if (list !== undefined) return listResponse(extension);
    return behaviour === 'side_throttled' ? THROTTLED : jsonResponse(detailsOf(extension));
  },
};

function listResponse(extension: SandboxListing): SandboxResponse {
  // The order of the platform is not documented; here it is oldest first.
  const oldestFirst = newestFirst(extension).reverse();
  return respondTo(extension, 1, {
    blocked: FORBIDDEN,
    refused: FORBIDDEN,
    gone: NOT_FOUND,
    changed: jsonResponse({ items: [], total: 3 }),
    normal: () => jsonResponse({ reviews: wholeList(extension, oldestFirst).map(recordOf) }),
  });
}

function recordOf(review: SandboxReview): object {
  return {
    user: {
      loginName: logins.get(review.id) ?? review.id,
      fullName: review.author,
      avatarUrl: 'https://avatars.example/u/1',
      homepage: 'https://code.example/reader',
      provider: PROVIDER,
    },
    timestamp: review.publishedAt.toISOString(),
    ...(review.text === null ? {} : { comment: review.text }),
    rating: review.rating ?? 0,
  };
}

function detailsOf({ key, name, reviews }: SandboxListing): object {
  const [namespace = '', extension = ''] = key.split('.');
  return {
    namespace,
    name: extension,
    displayName: name,
    version: '1.4.0',
    ...(reviews.length === 0 ? {} : { averageRating: averageOf(reviews) }),
    reviewCount: reviews.length,
  };
}
