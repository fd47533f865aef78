import type { CollectedReview, KeptPart } from '@libs/sources';
import { maskAuthor } from './mask-author';
import { contentOf, mergeContent, type ReviewContent } from './review-content';

/**
 * The content of a stored review whose record was read again: as if it was collected again, except for what a stored record lacks. A missing
 * author stays missing, because the names of a record are masked. What the record has and could not be read stays. The reply stays, because the record may be older than it: the service does
 * not change the record when it publishes or removes a reply.
 */
export function rereadContent(
  stored: ReviewContent,
  collected: CollectedReview,
  keeps: readonly KeptPart[],
): ReviewContent {
  const content = mergeContent(stored, contentOf(collected), { replyKnown: false, unread: collected.unread });
  const { reviewDate, datePrecision } = stored;
  return {
    ...content,
    author: stored.author === null ? null : content.author,
    ...(keeps.includes('address') ? { reviewUrl: stored.reviewUrl } : {}),
    ...(keeps.includes('date') && reviewDate !== null ? { reviewDate, datePrecision } : {}),
  };
}

/** The content of a stored review whose record cannot be read again: the name is masked by the rules of today. */
export function maskedContent(stored: ReviewContent): ReviewContent {
  return { ...stored, author: maskAuthor(stored.author) };
}
