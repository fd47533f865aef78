import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo } from 'react';
import { objectsQuery } from '../../api/queries/objects';
import type { ListedReply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMoment } from '../../lib/format';
import { PlatformChip } from '../../parts/platform';
import { Stars } from '../../parts/stars';
import { Status } from '../../parts/status';
import { repliesWords } from '../../words/en/replies';
import { reviewsWords } from '../../words/en/reviews';
import { replyStatusOf } from './reply-facts';

const accountRoute = getRouteApi('/a/$accountId');

interface ReviewRowProps {
  readonly review: Review;
  readonly reply: ListedReply | undefined;
  readonly isOpen: boolean;
  readonly href: string;
  readonly onOpen: (id: number) => void;
  readonly isNew: boolean;
  readonly isSelected: boolean;
  /** Absent for a person who may not hide. */
  readonly onSelect: ((id: number, isRange: boolean) => void) | undefined;
}

export const rowId = (reviewId: number): string => `review-row-${reviewId}`;

/**
 * One review of the list: two lines of its text, its place and the state of its reply. It is drawn again only when its own facts
 * change: a link of the router would be with every move through the list.
 */
export const ReviewRow = memo(function ReviewRow({
  review,
  reply,
  isOpen,
  href,
  isNew,
  isSelected,
  onOpen,
  onSelect,
}: ReviewRowProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const object = objects?.data.find(({ id }) => id === review.object_id);
  const platform = sources?.get(review.source_slug)?.display_name ?? review.source_slug;
  const author = review.author ?? reviewsWords.noAuthor;
  return (
    <li className={isSelected ? 'row-item is-selected' : 'row-item'}>
      {onSelect && (
        <Checkbox
          className="row-check"
          tabIndex={-1}
          aria-label={reviewsWords.selection.select(author)}
          checked={isSelected}
          onChange={(event) => onSelect(review.id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      )}
      <a
        id={rowId(review.id)}
        href={href}
        className="row"
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen(review.id);
        }}
      >
        <span className="row-head">
          {isNew && <span className="dot" role="img" aria-label={reviewsWords.isNew} />}
          <Stars rating={review.rating} />
          <bdi className="who clip">{author}</bdi>
          <span className="when">
            {review.review_date === null ? reviewsWords.undated : formatMoment(review.review_date)}
          </span>
        </span>
        <span className="row-text" dir="auto">
          {review.text ?? reviewsWords.noText}
        </span>
        <span className="row-place">
          <PlatformChip slug={review.source_slug} name={platform} />
          <bdi className="clip">{object?.name}</bdi>
          <RowState review={review} reply={reply} platform={platform} />
        </span>
      </a>
    </li>
  );
});

function RowState({
  review,
  reply,
  platform,
}: Pick<ReviewRowProps, 'review' | 'reply'> & { readonly platform: string }) {
  if (review.is_deleted) return <Status name="gone" />;
  if (reply?.status === 'pending') return <Status name="replyWaiting" text={repliesWords.state.waits(platform)} />;
  if (reply !== undefined && reply.status !== 'deleted') return <Status name={replyStatusOf(reply)} />;
  return review.reply_text === null ? null : <Status name="answered" />;
}
