import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { curationKeys, hiddenQuery, type HiddenReview } from '../../api/queries/curation';
import { hideReviews, reviewKeys, unhideReviews } from '../../api/queries/reviews';
import { Moment } from '../../parts/moment';
import { PlatformChip } from '../../parts/platform';
import { authorOf, ReviewLine } from '../../parts/review-line';
import { Empty, Loading, Problem } from '../../parts/states';
import { objectWords } from '../../words/en/object';
import { useOpenObject, usePlatformName } from './use-object';

/** The hidden reviews, most recently hidden first. */
export function HiddenTab() {
  const { accountId, objectId, mayChange } = useOpenObject();
  const hidden = useQuery(hiddenQuery(accountId, objectId));
  const { unhide, undo, last, problem } = useUnhide(accountId, objectId);
  if (hidden.isPending) return <Loading rows={5} onRetry={() => void hidden.refetch()} />;
  if (hidden.error) return <Problem {...problemFacts(hidden.error)} onRetry={() => void hidden.refetch()} />;
  return (
    <>
      <p role="status" className="small sub list-note">
        {last && <bdi>{objectWords.unhidden(authorOf(last.author))}</bdi>}{' '}
        {last && (
          <button type="button" className="link plain" onClick={undo}>
            {objectWords.undo}
          </button>
        )}
      </p>
      {problem !== null && (
        <p role="alert" className="small refused list-note">
          {problem}
        </p>
      )}
      {hidden.data.length === 0 ? (
        <Empty text={objectWords.noHidden} />
      ) : (
        <ul className="card hidden-list" aria-label={objectWords.hidden}>
          {hidden.data.map((review) => (
            <li key={review.id}>
              <Platform slug={review.source_slug} />
              <ReviewLine review={review} />
              <span className="small muted">
                {objectWords.hiddenAt} <Moment at={review.hidden_at} none="" />
              </span>
              {mayChange && (
                <Button aria-label={objectWords.unhideOf(authorOf(review.author))} onClick={() => unhide(review)}>
                  {objectWords.unhide}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Platform({ slug }: { readonly slug: string }) {
  return <PlatformChip slug={slug} name={usePlatformName(slug)} />;
}

/** Unhides a review at once; after a refusal it is in its place again. The last one can be hidden again. */
function useUnhide(accountId: number, objectId: number) {
  const queries = useQueryClient();
  const key = curationKeys.hidden(accountId, objectId);
  const [last, setLast] = useState<HiddenReview | null>(null);
  const settle = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: reviewKeys.all(accountId) });
  };
  const unhide = useMutation({
    mutationFn: (review: HiddenReview) => unhideReviews(accountId, { objectId, reviewIds: [review.id] }),
    onMutate: async (review) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData(hiddenQuery(accountId, objectId).queryKey);
      queries.setQueryData(
        key,
        before?.filter(({ id }) => id !== review.id),
      );
      setLast(review);
      return before;
    },
    onError: (_, __, before) => {
      setLast(null);
      queries.setQueryData(key, before);
    },
    onSettled: settle,
  });
  const hide = useMutation({
    mutationFn: (review: HiddenReview) => hideReviews(accountId, { objectId, reviewIds: [review.id] }),
    onSuccess: () => setLast(null),
    onSettled: settle,
  });
  const error = unhide.error ?? hide.error;
  return {
    unhide: unhide.mutate,
    undo: () => last && hide.mutate(last),
    last,
    problem: error && problemFacts(error).text,
  };
}
