import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import type { ListedReply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMoment } from '../../lib/format';
import { PlatformChip } from '../../parts/platform';
import { Stars } from '../../parts/stars';
import { Status } from '../../parts/status';
import { words } from '../../words/en';
import { replyStatusOf } from './reply-facts';

const accountRoute = getRouteApi('/a/$accountId');

interface ReviewRowProps {
  readonly review: Review;
  readonly reply: ListedReply | undefined;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  readonly isSelected: boolean;
  /** Absent for a person who may not hide. */
  readonly onSelect: ((isRange: boolean) => void) | undefined;
}

export const rowId = (reviewId: number): string => `review-row-${reviewId}`;

/** One review of the list: two lines of its text, its place and the state of its reply. */
export function ReviewRow({ review, reply, isOpen, isNew, isSelected, onSelect }: ReviewRowProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const object = objects?.data.find(({ id }) => id === review.object_id);
  const platform = sources?.get(review.source_slug)?.display_name ?? review.source_slug;
  const author = review.author ?? words.reviews.noAuthor;
  return (
    <li className={isSelected ? 'row-item is-selected' : 'row-item'}>
      {onSelect && (
        <Checkbox
          className="row-check"
          tabIndex={-1}
          aria-label={words.reviews.selection.select(author)}
          checked={isSelected}
          onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
        />
      )}
      <Link
        id={rowId(review.id)}
        from="/a/$accountId/reviews"
        to="/a/$accountId/reviews/$reviewId"
        params={{ reviewId: String(review.id) }}
        search={(before) => before}
        className="row"
        activeProps={{ 'aria-current': undefined }}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="row-head">
          {isNew && <span className="dot" role="img" aria-label={words.reviews.isNew} />}
          <Stars rating={review.rating} />
          <bdi className="who clip">{author}</bdi>
          <span className="when">
            {review.review_date === null ? words.reviews.undated : formatMoment(review.review_date)}
          </span>
        </span>
        <span className="row-text" dir="auto">
          {review.text ?? words.reviews.noText}
        </span>
        <span className="row-place">
          <PlatformChip slug={review.source_slug} name={platform} />
          <bdi className="clip">{object?.name}</bdi>
          <RowState review={review} reply={reply} platform={platform} />
        </span>
      </Link>
    </li>
  );
}

function RowState({
  review,
  reply,
  platform,
}: Pick<ReviewRowProps, 'review' | 'reply'> & { readonly platform: string }) {
  if (review.is_deleted) return <Status name="gone" />;
  if (reply?.status === 'pending') return <Status name="replyWaiting" text={words.replies.state.waits(platform)} />;
  if (reply !== undefined && reply.status !== 'deleted') return <Status name={replyStatusOf(reply)} />;
  return review.reply_text === null ? null : <Status name="answered" />;
}
