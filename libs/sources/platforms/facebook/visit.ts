/**
 * Visits a page: the list of its ratings by cursor, until there is no next page. Facebook removes hidden reviews from each page
 * after it was cut, so a page inside the list may be empty. Only the cursor of a response is used, never its addresses.
 *
 * Comments are requested with the list. If the app may not read them, the list is requested without them, and replies are not known. A
 * review with more comments than the list has costs a request for each further hundred.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { ownerKey } from '../../access/owner-key';
import { optionalRequest, unseenReviews, verifyEmptyList } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { Changed } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import { remadeList } from '../../review-list';
import type { CollectedReview, OwnerVisitTools, PlatformObject, ReviewList, Visit } from '../../source';
import { later, type CommentPage } from './comments';
import { commentsUrl, isStoryId, pageUrl, PLATFORM, ratingsUrl, tokenHeaders, type Place } from './graph-api';
import type { Unfinished } from './parse';
import { commentPage, pageObject, reviewPage } from './parsers';
import type { KnownStars } from './star-ids';

type ReviewPage = ResultOf<typeof reviewPage>;

/** 100,000 reviews, more than any page has. */
const MAX_PAGES = 2_000;
const MAX_EMPTY_PAGES = 20;
/** 2,000 comments on one review. */
const MAX_COMMENT_PAGES = 20;
/** Requests for further comments in one visit. */
const MAX_COMMENT_REQUESTS = 500;

/** The state of a visit. */
interface Progress {
  readonly version: string;
  withComments: boolean;
  knownStars: KnownStars;
  commentRequests: number;
}

/** `version`: that of the Graph API at a time. */
export const visitWith = (version: (now: Date) => string) => (_canonicalUrl: string, tools: OwnerVisitTools) =>
  visit({ version: version(tools.now), withComments: true, knownStars: {}, commentRequests: 0 }, tools);

async function* visit(progress: Progress, tools: OwnerVisitTools): Visit {
  const knownIds = new Set<string>();
  const cursors = new Set<string>();
  let page = await requestPage(null, progress, tools);
  if (page.areCommentsRefused) {
    progress.withComments = false;
    page = await requestPage(null, progress, tools);
  }
  const object = await optionalRequest(() => requestObject(progress, tools), tools.signal);
  let emptyPages = 0;
  let shown = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    emptyPages = page.reviews.shown === 0 ? emptyPages + 1 : 0;
    const reviews = await withReplies(unseenReviews(page.reviews, knownIds), page, progress, tools);
    yield { reviews, ...(object === null ? {} : { object }) };
    shown += page.reviews.shown;
    const { after } = page;
    if (after === null) {
      if (shown === 0) await verifyEmptyPage(object, progress, tools);
      return { coverage: 'all' };
    }
    if (cursors.has(after) || emptyPages > MAX_EMPTY_PAGES)
      throw new Changed("Facebook's list of reviews does not end");
    cursors.add(after);
    page = await requestPage(after, progress, tools);
  }
  throw new Changed(`Facebook's list of reviews does not end after ${MAX_PAGES} pages`);
}

/** The reviews with the replies that are among comments that the list does not have. */
async function withReplies(
  reviews: ReviewList,
  { unfinished }: ReviewPage,
  progress: Progress,
  tools: OwnerVisitTools,
): Promise<ReviewList> {
  const replies = new Map<string, Reply>();
  for (const review of unfinished) replies.set(review.reviewId, await replyTo(review, progress, tools));
  if (replies.size === 0) return reviews;
  const replied = [...reviews].map((review) => ({ ...review, ...replies.get(review.externalId ?? '') }));
  return remadeList(replied, [reviews]);
}

type Reply = Pick<CollectedReview, 'replyText' | 'replyDate'> | { readonly replyKnown: false };

/** The last own comment on a review. It is unknown if comments remain that could not be read. */
async function replyTo(
  { reviewId, own, after }: Unfinished,
  progress: Progress,
  tools: OwnerVisitTools,
): Promise<Reply> {
  let [last, cursor] = [own, isStoryId(reviewId) ? after : null];
  for (let pages = 0; pages < MAX_COMMENT_PAGES && cursor !== null; pages += 1) {
    const page = await furtherComments(reviewId, cursor, progress, tools);
    if (page === null) return { replyKnown: false };
    last = later(last, page.own);
    if (!page.hasMore) return replyOf(last);
    cursor = page.after === cursor ? null : page.after;
  }
  return { replyKnown: false };
}

const replyOf = (comment: Unfinished['own']): Reply => ({
  replyText: comment?.text ?? null,
  replyDate: comment?.date ?? null,
});

/** The comments of a review after a cursor; null if they cannot be read, or if the visit has requested enough of them. */
async function furtherComments(
  id: string,
  after: string,
  progress: Progress,
  tools: OwnerVisitTools,
): Promise<CommentPage | null> {
  progress.commentRequests += 1;
  if (progress.commentRequests > MAX_COMMENT_REQUESTS) return null;
  const { version } = progress;
  return optionalRequest(() => requestComments({ version, id, after }, tools), tools.signal);
}

/** Throws `Blocked` if the counter, the rating or stored reviews contradict an empty list; requires the description as proof. */
async function verifyEmptyPage(
  known: PlatformObject | null,
  progress: Progress,
  tools: OwnerVisitTools,
): Promise<void> {
  const object = known ?? (await requestObject(progress, tools));
  await verifyEmptyList('Facebook shows no list of reviews, though the page has some', object, tools);
}

async function requestPage(after: string | null, progress: Progress, tools: OwnerVisitTools): Promise<ReviewPage> {
  const { version, withComments, knownStars } = progress;
  const pageId = tools.connection.card;
  const { status, document } = await get(ratingsUrl({ version, id: pageId, after }, withComments), tools);
  const page = await tools.parse(reviewPage, document, { status, pageId, withComments, knownStars });
  progress.knownStars = page.knownStars;
  return page;
}

async function requestComments(place: Place, tools: OwnerVisitTools): Promise<CommentPage> {
  const { status, document } = await get(commentsUrl(place), tools);
  return tools.parse(commentPage, document, { status, pageId: tools.connection.card });
}

async function requestObject({ version }: Progress, tools: OwnerVisitTools): Promise<PlatformObject> {
  const { status, document } = await get(pageUrl(version, tools.connection.card), tools);
  return tools.parse(pageObject, document, { status });
}

function get(url: string, tools: OwnerVisitTools): Promise<SourceResponse> {
  const headers = tokenHeaders(ownerKey(PLATFORM, 'page_access_token', tools));
  return tools.http.request(url, { accept: [400, ...CONNECTION_STATUSES], headers });
}
