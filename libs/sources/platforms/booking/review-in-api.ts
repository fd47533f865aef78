/**
 * Which review of the Guest Review API a review of the page is. Both have ids of their own, and neither names the other's:
 * date, score and texts must tell, and where they do not, nothing is answered.
 */
import { parseLocalDateTime } from '@libs/kernel';
import { givenRating } from '../../given-rating';
import { PlatformRefused } from '../../publish-errors';
import { isSuccess } from '../../publish-status';
import type { PublishTools, ReviewAddress } from '../../publisher';
import type { CollectedReview } from '../../source';
import { call, failureOf, listShape, listUrl, type ListedReview } from './guest-review-api';
import { guestText, RATING_SCALE, readCard } from './parse';

const DAY_MS = 86_400_000;
const MAX_SEARCH_PAGES = 20;

/** The API's id of a review that was read as a card. Throws `PlatformRefused` where not exactly one fits. */
export async function idInApi({ card, raw }: ReviewAddress, tools: PublishTools): Promise<string> {
  const wanted = wantedCard(raw);
  const writtenAt = Date.parse(`${wanted.reviewDate ?? '2000-01-02T00:00:00'}Z`);
  let url: string | null = listUrl(card, new Date(writtenAt - DAY_MS).toISOString().slice(0, 10));
  const fitting: string[] = [];
  for (let page = 1; url !== null && page <= MAX_SEARCH_PAGES; page += 1) {
    const { reviews, next } = await searchPage(url, tools);
    for (const review of reviews) if (isSame(review, wanted, writtenAt)) fitting.push(review.review_id);
    const isPast = reviews.some((review) => instantOf(review) > writtenAt + 2 * DAY_MS);
    url = isPast || reviews.length === 0 ? null : next;
  }
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return only;
  throw new PlatformRefused(
    'The review cannot be told for certain among those that Booking.com lets the property answer',
  );
}

function wantedCard(raw: ReviewAddress['raw']): CollectedReview {
  try {
    return readCard(raw);
  } catch (error) {
    throw new PlatformRefused('What is stored of the review does not suffice to find it at Booking.com', {
      cause: error,
    });
  }
}

async function searchPage(url: string, tools: PublishTools): Promise<{ reviews: ListedReview[]; next: string | null }> {
  const answer = await call(tools, { url });
  if (!isSuccess(answer)) throw failureOf(answer, 'question');
  const list = listShape.safeParse(answer.json());
  if (!list.success) throw new PlatformRefused('Booking.com lists reviews in another form');
  return { reviews: list.data.data.reviews, next: list.data.meta?.next_page ?? null };
}

function isSame(listed: ListedReview, wanted: CollectedReview, writtenAt: number): boolean {
  const { rating } = givenRating(listed.scoring?.review_score, RATING_SCALE);
  return (
    guestText(listed.content?.positive) === wanted.positive &&
    guestText(listed.content?.negative) === wanted.negative &&
    rating === wanted.rating &&
    Math.abs(instantOf(listed) - writtenAt) <= DAY_MS
  );
}

/** NaN for a date of another form, which is near no other. */
function instantOf({ created_timestamp }: ListedReview): number {
  return Date.parse(`${parseLocalDateTime(created_timestamp) ?? ''}Z`);
}
