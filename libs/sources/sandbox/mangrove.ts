/**
 * The sandbox of Mangrove: the list of reviews of a subject, its counters, and reviews of reviews, which are the replies. Keys are
 * subjects in canonical form. The formats are known from documentation only. The platform has an empty list for every valid subject;
 * here, a subject without a listing is refused like an invalid one.
 */
import {
  behaviourAt,
  FORBIDDEN,
  jsonResponse,
  newestFirst,
  respondTo,
  THROTTLED,
  wholeList,
} from './sandbox-behaviour';
import { averageOf, unixSeconds } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const API_HOST = 'api.mangrove.reviews';
const SUBJECT_PATH = /^\/subject\/([^/]+)$/;
const REVIEW_SUBJECT = 'urn:maresi:';
const INVALID: SandboxResponse = {
  status: 400,
  headers: { 'content-type': 'text/plain' },
  body: 'Provided request has incorrect format.',
};

export const mangroveSandbox: SandboxPlatform = {
  slug: 'mangrove',
  hosts: ['mangrove.reviews'],
  demo: {
    key: 'https://lantern-inn.example',
    name: 'lantern-inn.example',
    reviews: 60,
    ratings: [0, 25, 50, 75, 100, 100],
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://mangrove.reviews/list?sub=${encodeURIComponent(key)}`,

  respond({ url }, findListing, { listings }) {
    const encoded = SUBJECT_PATH.exec(url.pathname)?.[1];
    const key = encoded === undefined ? (url.searchParams.get('sub') ?? '') : decodeURIComponent(encoded);
    if (url.hostname !== API_HOST) return INVALID;
    if (key.startsWith(REVIEW_SUBJECT)) return replyResponse(key.slice(REVIEW_SUBJECT.length), listings());
    const subject = findListing(key);
    if (subject === undefined || behaviourAt(subject, 1) === 'gone') return INVALID;
    return encoded === undefined ? listResponse(subject) : subjectResponse(subject);
  },
};

function subjectResponse(subject: SandboxListing): SandboxResponse {
  if (behaviourAt(subject, 1) === 'side_throttled') return THROTTLED;
  const { key, reviews } = subject;
  const average = averageOf(reviews);
  const quality = average === null ? null : Math.round(average);
  return jsonResponse({ sub: key, quality, ...countersOf(reviews.length) });
}

const countersOf = (count: number): object => ({
  count,
  opinion_count: count,
  positive_count: 0,
  confirmed_count: 0,
});

function replyResponse(id: string, subjects: readonly SandboxListing[]): SandboxResponse {
  const subject = subjects.find(({ reviews }) => reviews.some((review) => review.id === id));
  if (subject !== undefined && behaviourAt(subject, 1) === 'side_throttled') return THROTTLED;
  const review = subject?.reviews.find((candidate) => candidate.id === id);
  return jsonResponse({ reviews: review === undefined ? [] : repliesOf(review), issuers: null, maresi_subjects: null });
}

function repliesOf({ id, reply }: SandboxReview): readonly object[] {
  if (reply === null) return [];
  const metadata = { nickname: 'Owner', is_affiliated: 'true' };
  const payload = { rating: null, opinion: reply.text, images: null, metadata };
  return [signed(`${id}-reply`, { iat: unixSeconds(reply.at), sub: `${REVIEW_SUBJECT}${id}`, ...payload })];
}

function listResponse(subject: SandboxListing): SandboxResponse {
  return respondTo(subject, 1, {
    blocked: FORBIDDEN,
    refused: FORBIDDEN,
    gone: INVALID,
    changed: jsonResponse({ version: 2, items: [] }),
    normal: () => jsonResponse(listOf(subject)),
  });
}

/** The order of the platform is not documented; here it is oldest first. */
function listOf(subject: SandboxListing): object {
  const reviews = wholeList(subject, newestFirst(subject).reverse());
  const subjects = reviews.map(({ id, reply }): [string, object] => {
    const sub = `${REVIEW_SUBJECT}${id}`;
    return [sub, { sub, quality: null, ...countersOf(reply === null ? 0 : 1) }];
  });
  return {
    reviews: reviews.map((review) => reviewOf(review, subject.key)),
    issuers: null,
    maresi_subjects: Object.fromEntries(subjects),
  };
}

function reviewOf(review: SandboxReview, sub: string): object {
  const images = review.images.map((src) => ({ src, label: 'picture' }));
  return signed(review.id, {
    iat: unixSeconds(review.publishedAt),
    sub,
    rating: review.rating,
    opinion: review.text,
    images: images.length === 0 ? null : images,
    metadata: { nickname: review.author, client_id: 'https://mangrove.reviews' },
  });
}

function signed(signature: string, payload: object): object {
  return {
    jwt: 'eyJ.sandbox.sig',
    kid: '-----BEGIN PUBLIC KEY-----sandbox-----END PUBLIC KEY-----',
    payload,
    signature,
  };
}
