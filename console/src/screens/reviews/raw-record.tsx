import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { rawReviewQuery } from '../../api/queries/reviews';
import { DetailDrawer } from '../../parts/drawer';
import { Loading, Problem } from '../../parts/states';
import { reviewsWords } from '../../words/en/reviews';

const accountRoute = getRouteApi('/a/$accountId');

interface RawRecordProps {
  readonly reviewId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The record of the platform, without personal data. */
export function RawRecord({ reviewId, isOpen, onClose }: RawRecordProps) {
  const { account } = accountRoute.useRouteContext();
  const review = useQuery({ ...rawReviewQuery(account.id, reviewId), enabled: isOpen });
  return (
    <DetailDrawer title={reviewsWords.rawTitle} isOpen={isOpen} onClose={onClose}>
      {review.isPending && <Loading rows={6} onRetry={() => void review.refetch()} />}
      {review.error && <Problem {...problemFacts(review.error)} onRetry={() => void review.refetch()} />}
      {review.data && (
        <pre className="raw mono" dir="ltr" tabIndex={0}>
          {JSON.stringify(review.data.raw_review ?? {}, null, 2)}
        </pre>
      )}
    </DetailDrawer>
  );
}
