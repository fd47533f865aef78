/**
 * Finds a review that only the page has shown in the Guest Review API. The two use unrelated ids, so the review is matched by date,
 * score and texts; if the match is not unique, nothing is published.
 */
import { parseLocalDateTime } from '@libs/kernel';
import { parseRating } from '../../rating-text';
import { isSuccess, PlatformRefused } from '../../publish-errors';
import type { PublishTools, ReviewAddress } from '../../publisher';
import type { CollectedReview } from '../../source';
import { call, failureOf, listShape, listUrl, type ListedReview } from './guest-review-api';
import { guestText, RATING_SCALE, readCard } from './parse';

const DAY_MS = 86_400_000;
const MAX_SEARCH_PAGES = 20;

/** Returns the API's id of a review. Throws `PlatformRefused` unless exactly one review of the API matches. */
export async function idInApi({ card, raw }: ReviewAddress, tools: PublishTools): Promise<string> {
  const target = targetCard(raw);
  const writtenAt = Date.parse(`${target.reviewDate ?? '2000-01-02T00:00:00'}Z`);
  let url: string | null = listUrl(card, new Date(writtenAt - DAY_MS).toISOString().slice(0, 10));
  const matchingIds: string[] = [];
  for (let page = 1; url !== null && page <= MAX_SEARCH_PAGES; page += 1) {
    const { reviews, next } = await searchPage(url, tools);
    for (const review of reviews) if (isSame(review, target, writtenAt)) matchingIds.push(review.review_id);
    const isPast = reviews.some((review) => instantOf(review) > writtenAt + 2 * DAY_MS);
    url = isPast || reviews.length === 0 ? null : next;
  }
  const [id, secondId] = matchingIds;
  if (id !== undefined && secondId === undefined) return id;
  throw new PlatformRefused('The review cannot be identified among those that the property can answer at Booking.com');
}

function targetCard(raw: ReviewAddress['raw']): CollectedReview {
  try {
    return readCard(raw);
  } catch (error) {
    throw new PlatformRefused('The stored record does not suffice to find the review at Booking.com', {
      cause: error,
    });
  }
}

async function searchPage(url: string, tools: PublishTools): Promise<{ reviews: ListedReview[]; next: string | null }> {
  const response = await call(tools, { url });
  if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
  const list = listShape.safeParse(response.json());
  if (!list.success) throw new PlatformRefused('Booking.com returned the reviews in an unexpected format');
  return { reviews: list.data.data.reviews, next: list.data.meta?.next_page ?? null };
}

function isSame(listed: ListedReview, target: CollectedReview, writtenAt: number): boolean {
  const { rating } = parseRating(listed.scoring?.review_score, RATING_SCALE);
  return (
    guestText(listed.content?.positive) === target.positive &&
    guestText(listed.content?.negative) === target.negative &&
    rating === target.rating &&
    Math.abs(instantOf(listed) - writtenAt) <= DAY_MS
  );
}

/** Milliseconds since 1970; NaN, which equals no other number, for an invalid date. */
function instantOf({ created_timestamp }: ListedReview): number {
  return Date.parse(`${parseLocalDateTime(created_timestamp) ?? ''}Z`);
}
