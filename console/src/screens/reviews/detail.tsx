import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconArrowLeft, IconEyeOff, IconMinus, IconPlus } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { objectsQuery } from '../../api/queries/objects';
import { listedReview, reviewQuery, type Review } from '../../api/queries/reviews';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { formatAverage, formatExact, formatMoment, formatPlatformTime } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { languageName, UNKNOWN_LANGUAGE } from '../../words/en/languages';
import { numberOf } from '../../lib/url-state';
import { PlatformChip } from '../../parts/platform';
import { Stars } from '../../parts/stars';
import { Loading, Problem } from '../../parts/states';
import { reviewsWords } from '../../words/en/reviews';
import { DetailActions } from './detail-actions';
import { Photos } from './photos';
import { rowId } from './review-row';
import { ReplyPanel } from './reply-panel';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/reviews/$reviewId');

/** One review in full, with its reply. */
export function ReviewDetail() {
  const { account } = accountRoute.useRouteContext();
  const reviewId = numberOf(route.useParams().reviewId) ?? 0;
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  // The row is shown until the review itself arrives, so that a move through the list does not wait for it.
  const review = useQuery({
    ...reviewQuery(account.id, reviewId),
    placeholderData: () => listedReview(queries, account.id, reviewId),
  });
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const close = (): void => {
    void navigate({ to: '/a/$accountId/reviews', search: (before) => before, replace: true });
    document.getElementById(rowId(reviewId))?.focus();
  };
  useKeys({ u: close, Escape: close });
  return (
    <>
      <Link
        className="back"
        from="/a/$accountId/reviews/$reviewId"
        to="/a/$accountId/reviews"
        search={(before) => before}
      >
        <IconArrowLeft className="icon" size={16} aria-hidden /> {reviewsWords.back}
      </Link>
      {review.isPending && <Loading rows={6} onRetry={() => void review.refetch()} />}
      {review.error && <Problem {...problemFacts(review.error)} onRetry={() => void review.refetch()} />}
      {review.data && (
        <Article
          key={review.data.id}
          review={review.data}
          platform={sources?.get(review.data.source_slug)}
          objectName={objects?.data.find(({ id }) => id === review.data.object_id)?.name}
        />
      )}
    </>
  );
}

interface ArticleProps {
  readonly review: Review;
  readonly platform: Platform | undefined;
  readonly objectName: string | undefined;
}

function Article({ review, platform, objectName }: ArticleProps) {
  const { account } = accountRoute.useRouteContext();
  return (
    <article aria-labelledby="review-author">
      <Place review={review} platform={platform} objectName={objectName} />
      <Head review={review} platform={platform} />
      {review.is_deleted && (
        <p className="band">{reviewsWords.goneSince(formatMoment(review.deleted_at ?? review.updated_at))}</p>
      )}
      {review.is_hidden && (
        <p className="band">
          <IconEyeOff className="icon" size={16} stroke={1.75} aria-hidden /> {reviewsWords.hiddenBand}
        </p>
      )}
      <Text review={review} />
      {review.images.length > 0 && <Photos accountId={account.id} reviewId={review.id} count={review.images.length} />}
      <Facts review={review} />
      {platform && <ReplyPanel account={account} review={review} platform={platform} objectName={objectName ?? ''} />}
    </article>
  );
}

function Place({ review, platform, objectName }: ArticleProps) {
  const name = platform?.display_name ?? review.source_slug;
  return (
    <div className="crumb">
      <PlatformChip slug={review.source_slug} name={name} />
      <span>{name}</span>
      {objectName !== undefined && (
        <>
          <span>{reviewsWords.on}</span>
          <Link
            className="link crumb-object"
            from="/a/$accountId/reviews/$reviewId"
            to="/a/$accountId/objects/$objectId/links"
            params={{ objectId: String(review.object_id) }}
            search={{}}
          >
            <bdi>{objectName}</bdi>
          </Link>
        </>
      )}
      <DetailActions review={review} />
    </div>
  );
}

function Head({ review, platform }: Pick<ArticleProps, 'review' | 'platform'>) {
  return (
    <div className="detail-head">
      <h2 id="review-author">
        <bdi>{review.author ?? reviewsWords.noAuthor}</bdi>
      </h2>
      <Stars rating={review.rating} size={16} />
      {review.rating !== null && <b className="num">{formatAverage(review.rating)}</b>}
      {review.rating_original !== null && platform && (
        <span className="small muted">
          {reviewsWords.original(review.rating_original, platform.rating_scale, platform.display_name)}
        </span>
      )}
    </div>
  );
}

function Text({ review }: { readonly review: Review }) {
  const { positive, negative, text } = review;
  // A screen reader pronounces the text by its language.
  const lang = review.language === UNKNOWN_LANGUAGE ? undefined : review.language;
  if (positive === null && negative === null)
    return text === null ? (
      <p className="sub">{reviewsWords.noText}</p>
    ) : (
      <p className="reading" dir="auto" lang={lang}>
        {text}
      </p>
    );
  return (
    <div className="parts">
      {positive !== null && (
        <div className="review-part">
          <IconPlus className="icon ok" size={16} role="img" aria-label={reviewsWords.liked} />
          <p className="reading" dir="auto" lang={lang}>
            {positive}
          </p>
        </div>
      )}
      {negative !== null && (
        <div className="review-part">
          <IconMinus className="icon bad" size={16} role="img" aria-label={reviewsWords.disliked} />
          <p className="reading" dir="auto" lang={lang}>
            {negative}
          </p>
        </div>
      )}
    </div>
  );
}

function Facts({ review }: { readonly review: Review }) {
  return (
    <p className="facts">
      <span>
        {review.review_date === null
          ? reviewsWords.undated
          : reviewsWords.written(formatPlatformTime(review.review_date))}
      </span>
      {review.language !== UNKNOWN_LANGUAGE && <span>{reviewsWords.language(languageName(review.language))}</span>}
      <span title={formatExact(review.last_seen_at)}>{reviewsWords.seen(formatMoment(review.last_seen_at))}</span>
      <span>
        {reviewsWords.id} <span className="mono">{review.id}</span>
      </span>
    </p>
  );
}
