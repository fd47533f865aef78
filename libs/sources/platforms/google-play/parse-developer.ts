/**
 * Parses reviews of the Google Play Developer API. Pure. A review has the same content as on the public list (parse.ts), except for
 * `raw`.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { collectedReview, joinTexts, type CollectedReview } from '../../collected-review';
import { readItems, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import { unixTime } from '../../times';
import { listShape, PARTS, reviewShape, type DeveloperReview, type DeveloperTime } from './developer-api';
import { RATING_SCALE, reviewUrlOf, type ReviewsPage } from './parse';

/** Reads one page of the list. Throws `Changed` if it does not match. */
export function readDeveloperPage(value: unknown, appId: string): ReviewsPage {
  const { reviews, tokenPagination } = readShape(listShape, value, "Google Play's list of reviews for developers");
  const nextToken = tokenPagination?.nextPageToken ?? '';
  return {
    ...readItems(reviews ?? [], 'A review of Google Play', (review, reading) =>
      readDeveloperReview(review, appId, reading),
    ),
    nextToken: nextToken === '' ? null : nextToken,
  };
}

function readDeveloperReview(value: unknown, appId: string, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const comment = review.comments.find(({ userComment }) => userComment)?.userComment;
  if (!comment) throw new Changed('A review of Google Play has no comment of its author');
  const reply = developerCommentOf(review);
  const replyText = reading.within('reply', reply?.text, Boolean(reply));
  return collectedReview({
    externalId: review.reviewId,
    author: cleanTextOrNull(review.authorName),
    text: textOf(comment.text ?? ''),
    reviewDate: reading.needed('date', comment.lastModified, timeOf),
    ...reading.neededRating(comment.starRating, RATING_SCALE),
    reviewUrl: reviewUrlOf(appId, review.reviewId),
    ...reading.reply(replyText, reply?.lastModified, timeOf),
    raw: value as CollectedReview['raw'],
  });
}

/** The reply of the developer and its time; null if there is none. */
export function replyOf(review: DeveloperReview): { text: string; at: LocalDateTime | null } | null {
  const reply = developerCommentOf(review);
  const text = cleanTextOrNull(reply?.text);
  return text === null ? null : { text, at: timeOf(reply?.lastModified) };
}

const developerCommentOf = ({ comments }: DeveloperReview) =>
  comments.find(({ developerComment }) => developerComment)?.developerComment;

export function timeOf(time: DeveloperTime): LocalDateTime | null {
  const seconds = time?.seconds;
  return unixTime(typeof seconds === 'string' ? Number(seconds) : seconds);
}

/** A tab separates the title from the text. Reviews without a title begin with the tab, or have none. */
function textOf(text: string): string | null {
  const tab = text.indexOf('\t');
  return tab < 0 ? joinTexts(text) : joinTexts(text.slice(0, tab), text.slice(tab + 1));
}
