import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import {
  byObject,
  hideReviews,
  restoreReviews,
  reviewKeys,
  unhideReviews,
  withoutReviews,
  type Review,
} from '../../api/queries/reviews';
import { showToast } from '../../parts/toasts';
import { reviewsWords } from '../../words/en/reviews';

type ReviewPlace = Pick<Review, 'id' | 'object_id'>;

/** Hides reviews before the service has answered, with a way to take it back; shows hidden ones again. */
export function useHiding(accountId: number) {
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: reviewKeys.all(accountId) });
  const mark = (reviews: readonly ReviewPlace[], isHidden: boolean): void => {
    for (const { id } of reviews)
      queries.setQueryData<Review>(reviewKeys.single(accountId, id), (review) =>
        review === undefined ? review : { ...review, is_hidden: isHidden },
      );
  };
  const show = useMutation({
    mutationFn: (reviews: readonly ReviewPlace[]) =>
      Promise.all(byObject(reviews).map((group) => unhideReviews(accountId, group))),
    onMutate: (reviews) => mark(reviews, false),
    onError: (_, reviews) => mark(reviews, true),
    onSettled: refresh,
  });
  const hide = useMutation({
    mutationFn: (reviews: readonly ReviewPlace[]) =>
      Promise.all(byObject(reviews).map((group) => hideReviews(accountId, group))),
    onMutate: (reviews) => {
      mark(reviews, true);
      return withoutReviews(
        queries,
        accountId,
        reviews.map(({ id }) => id),
      );
    },
    onError: (_, reviews, snapshot) => {
      mark(reviews, false);
      restoreReviews(queries, snapshot);
    },
    onSuccess: (_, reviews) => {
      const undo = { label: reviewsWords.undo, run: () => show.mutate(reviews) };
      showToast({ text: reviewsWords.hidden(reviews.length), action: undo });
    },
    onSettled: refresh,
  });
  const error = hide.error ?? show.error;
  return { hide: hide.mutate, show: show.mutate, problem: error === null ? null : problemFacts(error).text };
}
