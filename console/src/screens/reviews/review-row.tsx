import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import type { Review } from '../../api/queries/reviews';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMoment } from '../../lib/format';
import { PlatformChip } from '../../parts/platform';
import { Stars } from '../../parts/stars';
import { Status } from '../../parts/status';
import { words } from '../../words/en';

const accountRoute = getRouteApi('/a/$accountId');

/** One review of the list: two lines of its text, its place and the state of its reply. */
export function ReviewRow({ review, isOpen }: { readonly review: Review; readonly isOpen: boolean }) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const object = objects?.data.find(({ id }) => id === review.object_id);
  return (
    <li>
      <Link
        from="/a/$accountId/reviews"
        to="/a/$accountId/reviews/$reviewId"
        params={{ reviewId: String(review.id) }}
        search={(before) => before}
        className="row"
        activeProps={{ 'aria-current': undefined }}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="row-head">
          <Stars rating={review.rating} />
          <bdi className="who clip">{review.author ?? words.reviews.noAuthor}</bdi>
          <span className="when">
            {review.review_date === null ? words.reviews.undated : formatMoment(review.review_date)}
          </span>
        </span>
        <span className="row-text" dir="auto">
          {review.text ?? words.reviews.noText}
        </span>
        <span className="row-place">
          <PlatformChip
            slug={review.source_slug}
            name={sources?.get(review.source_slug)?.display_name ?? review.source_slug}
          />
          <bdi className="clip">{object?.name}</bdi>
          {review.is_deleted && <Status name="gone" />}
          {!review.is_deleted && review.reply_text !== null && <Status name="answered" />}
        </span>
      </Link>
    </li>
  );
}
