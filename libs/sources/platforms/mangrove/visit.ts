/**
 * Visits a subject's reviews: one response with the whole list. One more request returns the counter, and one per review that has
 * reviews returns its reply; the reviews do not depend on them. A review whose reply could not be read keeps its stored reply.
 *
 * The server refuses only subjects that it considers invalid (status 400); such a visit throws `Gone`.
 */
import { optionalRequest, requestParsed, unseenReviews, verifyByCounter } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { Gone } from '../../source-errors';
import { remadeList } from '../../review-list';
import type { CollectedReview, PlatformObject, ReviewList, Visit, VisitTools } from '../../source';
import { isUnread, sumUnread } from '../../unread';
import { subjectOf } from './match';
import { reviewSubject, type Reply } from './parse';
import { reviewsList, reviewsOfReview, subjectData } from './parsers';
import { subjectName } from './subject';

type List = ResultOf<typeof reviewsList>;
type Counters = Omit<PlatformObject, 'name'>;

const API = 'https://api.mangrove.reviews';
/** The server also returns lists as CSV. */
const JSON_ONLY = { headers: { accept: 'application/json' } } as const;
const UNKNOWN: Counters = { reviewCount: null, rating: null, ratingOriginal: null };
/** Replies of later reviews are not read. */
const MAX_REPLY_REQUESTS = 200;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const subject = subjectOf(new URL(canonicalUrl));
  if (subject === null) throw new Gone('This is not the address of a list of reviews');
  const list = await requestReviews(subject, tools);
  const counters = (await optionalRequest(() => requestCounters(subject, tools), tools.signal)) ?? UNKNOWN;
  if (list.returnedCount === 0)
    await verifyByCounter(
      'Mangrove shows no list of reviews, though the subject has some',
      counters.reviewCount,
      tools,
    );
  // The counter of a place includes reviews of places in the vicinity.
  const object = { name: subjectName(subject), ...(list.returnedCount === list.reviews.shown ? counters : UNKNOWN) };
  yield { reviews: await withReplies(list, tools), object };
  return { coverage: 'all' };
}

/** The reviews of a list with their replies. */
async function withReplies(list: List, tools: VisitTools): Promise<ReviewList> {
  const reviews = unseenReviews(list.reviews, new Set());
  if (list.reviewedIds.length === 0) return reviews;
  const replies = new Map<string, Reply | null>();
  for (const [index, id] of [...new Set(list.reviewedIds)].entries()) {
    const isRead = index < MAX_REPLY_REQUESTS;
    replies.set(id, isRead ? await optionalRequest(() => requestReply(id, tools), tools.signal) : null);
  }
  const answered = [...reviews].map((review) => withReply(review, replies.get(review.externalId ?? '')));
  return remadeList(answered, [reviews]);
}

/** `reply` is undefined for a review without reviews, and null if it could not be read. */
function withReply(review: CollectedReview, reply: Reply | null | undefined): CollectedReview {
  if (reply === undefined) return review;
  if (reply === null) return { ...review, replyKnown: false };
  const unread = sumUnread(review.unread, reply.unread);
  return { ...review, ...reply, unread: isUnread(unread) ? unread : undefined };
}

async function requestReviews(subject: string, { http, parse }: VisitTools): Promise<List> {
  const query = new URLSearchParams({ sub: subject, maresi_subjects: 'true' });
  const { status, document } = await http.request(`${API}/reviews?${query}`, { ...JSON_ONLY, accept: [400] });
  if (status === 400) throw new Gone('Mangrove does not accept this subject');
  return parse(reviewsList, document, { subject });
}

function requestReply(id: string, tools: VisitTools): Promise<Reply> {
  const query = new URLSearchParams({ sub: reviewSubject(id) });
  return requestParsed(`${API}/reviews?${query}`, reviewsOfReview, {}, tools, JSON_ONLY);
}

function requestCounters(subject: string, tools: VisitTools): Promise<Counters> {
  return requestParsed(`${API}/subject/${encodeURIComponent(subject)}`, subjectData, {}, tools, JSON_ONLY);
}
