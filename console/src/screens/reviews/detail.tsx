import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconArrowLeft, IconExternalLink, IconMinus, IconPlus } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { objectsQuery } from '../../api/queries/objects';
import { reviewQuery, type Review } from '../../api/queries/reviews';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { formatAverage, formatExact, formatMoment, formatPlatformTime } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { numberOf, webAddressOf } from '../../lib/url-state';
import { PlatformChip } from '../../parts/platform';
import { Stars } from '../../parts/stars';
import { Loading, Problem } from '../../parts/states';
import { words } from '../../words/en';
import { ReplyPanel } from './reply-panel';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/reviews/$reviewId');

/** One review in full, with its reply. */
export function ReviewDetail() {
  const { account } = accountRoute.useRouteContext();
  const reviewId = numberOf(route.useParams().reviewId) ?? 0;
  const navigate = route.useNavigate();
  const review = useQuery(reviewQuery(account.id, reviewId));
  const { data: sources } = useQuery(sourcesQuery(account.id));
  useKeys({ u: () => void navigate({ to: '/a/$accountId/reviews', search: (before) => before }) });
  if (review.isPending) return <Loading rows={6} onRetry={() => void review.refetch()} />;
  if (review.error) return <Problem {...problemFacts(review.error)} onRetry={() => void review.refetch()} />;
  const platform = sources?.get(review.data.source_slug);
  return (
    <article aria-labelledby="review-author">
      <Place review={review.data} platform={platform} />
      <Head review={review.data} platform={platform} />
      {review.data.is_deleted && (
        <p className="banner info">
          {words.reviews.goneSince(formatMoment(review.data.deleted_at ?? review.data.updated_at))}
        </p>
      )}
      <Text review={review.data} />
      <Facts review={review.data} />
      {platform && <ReplyPanel key={review.data.id} account={account} review={review.data} platform={platform} />}
    </article>
  );
}

interface PartProps {
  readonly review: Review;
  readonly platform: Platform | undefined;
}

function Place({ review, platform }: PartProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: objects } = useQuery(objectsQuery(account.id));
  const object = objects?.data.find(({ id }) => id === review.object_id);
  const address = webAddressOf(review.review_url);
  return (
    <div className="crumb">
      <Link
        className="back link"
        from="/a/$accountId/reviews/$reviewId"
        to="/a/$accountId/reviews"
        search={(before) => before}
      >
        <IconArrowLeft className="icon" size={16} aria-hidden /> {words.reviews.back}
      </Link>
      <PlatformChip slug={review.source_slug} name={platform?.display_name ?? review.source_slug} />
      <span>{platform?.display_name}</span>
      {object && (
        <>
          <span>{words.reviews.on}</span>
          <Link
            className="link"
            from="/a/$accountId/reviews/$reviewId"
            to="/a/$accountId/objects/$objectId/links"
            params={{ objectId: String(object.id) }}
            search={{}}
          >
            <bdi>{object.name}</bdi>
          </Link>
        </>
      )}
      {address !== undefined && (
        <a className="link open" href={address} target="_blank" rel="noreferrer">
          <IconExternalLink className="icon" size={16} aria-hidden /> {words.reviews.open}
        </a>
      )}
    </div>
  );
}

function Head({ review, platform }: PartProps) {
  return (
    <div className="detail-head">
      <h2 id="review-author">
        <bdi>{review.author ?? words.reviews.noAuthor}</bdi>
      </h2>
      <Stars rating={review.rating} size={16} />
      {review.rating !== null && <b className="num">{formatAverage(review.rating)}</b>}
      {review.rating_original !== null && platform && (
        <span className="small muted">{words.reviews.original(review.rating_original, platform.rating_scale)}</span>
      )}
    </div>
  );
}

function Text({ review }: { readonly review: Review }) {
  const { positive, negative, text } = review;
  if (positive === null && negative === null)
    return (
      <p className="reading" dir="auto">
        {text ?? words.reviews.noText}
      </p>
    );
  return (
    <div className="parts">
      {positive !== null && (
        <p className="reading" dir="auto">
          <IconPlus className="icon ok" size={16} aria-hidden /> {positive}
        </p>
      )}
      {negative !== null && (
        <p className="reading" dir="auto">
          <IconMinus className="icon bad" size={16} aria-hidden /> {negative}
        </p>
      )}
    </div>
  );
}

function Facts({ review }: { readonly review: Review }) {
  return (
    <p className="facts">
      <span>
        {review.review_date === null
          ? words.reviews.undated
          : words.reviews.written(formatPlatformTime(review.review_date))}
      </span>
      <span title={formatExact(review.last_seen_at)}>{words.reviews.seen(formatMoment(review.last_seen_at))}</span>
      {review.images.length > 0 && <span>{words.reviews.photos(review.images.length)}</span>}
      <span>
        {words.reviews.id} <span className="mono">{review.id}</span>
      </span>
    </p>
  );
}
