/**
 * The Business API of Trustpilot's sandbox: tokens, the search for a business, its private reviews, replies. Statuses of
 * replies (201, 204) are constructed: the documentation names the calls only. A second reply is refused (409).
 */
import { createHash } from 'node:crypto';
import { jsonAnswer } from './sandbox-behaviour';
import type { SandboxAnswer, SandboxDesk, SandboxListing, SandboxRequest, SandboxReview } from './sandbox-platform';

const TOKEN = /^\/v1\/oauth\/oauth-business-users-for-applications\/(accesstoken|refresh)$/;
const UNIT_REVIEWS = /^\/v1\/private\/business-units\/([0-9a-f]{24})\/reviews$/;
const REVIEW = /^\/v1\/private\/reviews\/([^/]+)(\/reply)?$/;
const WRONG = /^wrong/;

/** The id of a business, made of its name. */
export function unitIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 24);
}

export function answerBusinessApi(request: SandboxRequest, desk: SandboxDesk): SandboxAnswer {
  const { pathname, searchParams } = request.url;
  const { replies } = desk;
  const endpoint = TOKEN.exec(pathname)?.[1];
  if (endpoint !== undefined) return token(request, desk);
  if (replies.outage !== null) return replies.outage;
  if (pathname === '/v1/business-units/find') return find(request, searchParams.get('name') ?? '', desk);
  if (!replies.knows(request.headers['authorization']))
    return jsonAnswer({ fault: { faultstring: 'Invalid Access Token' } }, 401);
  if (replies.access === 'foreign') return jsonAnswer({ message: 'Forbidden' }, 403);
  return answerPrivate(request, desk);
}

function token({ headers, body }: SandboxRequest, { replies }: SandboxDesk): SandboxAnswer {
  const basic = Buffer.from((headers['authorization'] ?? '').replace(/^Basic /, ''), 'base64').toString();
  const given = new URLSearchParams(body);
  const refresh = given.get('grant_type') === 'refresh_token' ? [given.get('refresh_token') ?? ''] : [];
  const issued = replies.issueToken([...basic.split(':'), ...refresh]);
  if (issued === null) return jsonAnswer({ error: 'invalid_client' }, 401);
  const next = refresh.length === 0 ? {} : { refresh_token: `next-of-${replies.tokensIssued}` };
  // The real one writes the lifetime as text.
  return jsonAnswer({ access_token: issued, expires_in: '359999', ...next });
}

function find({ headers }: SandboxRequest, name: string, desk: SandboxDesk): SandboxAnswer {
  const key = headers['apikey'] ?? '';
  if (key === '' || WRONG.test(key)) return jsonAnswer({ fault: { faultstring: 'Invalid ApiKey' } }, 401);
  const business = desk.listings().find((listing) => listing.key === name);
  if (business === undefined) return jsonAnswer({ message: 'Business unit not found' }, 404);
  return jsonAnswer({ id: unitIdOf(name), displayName: business.name, name: { identifying: name, referring: [name] } });
}

function answerPrivate(request: SandboxRequest, desk: SandboxDesk): SandboxAnswer {
  const unitId = UNIT_REVIEWS.exec(request.url.pathname)?.[1];
  const business = desk.listings().find((listing) => unitIdOf(listing.key) === unitId);
  if (business !== undefined) {
    return jsonAnswer({ links: [], reviews: business.reviews.slice(0, 1).map((review) => record(business, review)) });
  }
  const [, reviewId, reply] = REVIEW.exec(request.url.pathname) ?? [];
  for (const listing of desk.listings()) {
    const review = listing.reviews.find(({ id }) => id === reviewId);
    if (review === undefined) continue;
    return reply === undefined ? jsonAnswer(record(listing, review)) : answerReply(request, review, desk);
  }
  return jsonAnswer({ message: 'Review not found' }, 404);
}

function record(business: SandboxListing, review: SandboxReview): object {
  const { reply } = review;
  return {
    links: [],
    id: review.id,
    consumer: { links: [], id: '591dfad40000ff000a99e38b', displayName: review.author },
    businessUnit: { links: [], id: unitIdOf(business.key), identifyingName: business.key, displayName: business.name },
    stars: review.rating,
    title: review.title,
    text: review.text,
    language: 'en',
    createdAt: review.publishedAt.toISOString(),
    companyReply: reply === null ? null : { text: reply.text, createdAt: reply.at.toISOString(), updatedAt: null },
  };
}

function answerReply({ method, body }: SandboxRequest, review: SandboxReview, { replies }: SandboxDesk): SandboxAnswer {
  if (method === 'DELETE') {
    if (review.reply === null) return jsonAnswer({ message: 'Reply not found' }, 404);
    const done = (): SandboxAnswer => ({ status: 204, body: '' });
    return replies.write({ review, text: null, done, rejected: done });
  }
  if (method !== 'POST') return jsonAnswer({ message: 'Method not allowed' }, 405);
  const given = JSON.parse(body) as { message?: unknown; authorBusinessUserId?: unknown };
  const refused = (): SandboxAnswer => jsonAnswer({ message: `Invalid reply: ${String(given.message)}` }, 400);
  if (typeof given.message !== 'string' || given.message === '' || !given.authorBusinessUserId) return refused();
  if (review.reply !== null) return jsonAnswer({ message: 'The review has a reply' }, 409);
  return replies.write({ review, text: given.message, done: () => ({ status: 201, body: '' }), rejected: refused });
}
