import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery, noteLastReview, type Person } from '../../api/queries/session';

/**
 * The highest id of a review that the person has opened, and notes `openId` if it is higher. Reviews above it are new. Null before the
 * first one: then none is marked.
 */
export function useLastSeen(openId: number | undefined): number | null {
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { mutate } = useMutation({
    mutationFn: noteLastReview,
    onMutate: (id) =>
      queries.setQueryData<Person>(meQuery.queryKey, (person) =>
        person === undefined ? person : { ...person, preferences: { ...person.preferences, last_review_id: id } },
      ),
  });
  const last = me?.preferences.last_review_id ?? null;
  const isNewer = me !== undefined && openId !== undefined && openId > (last ?? 0);
  useEffect(() => {
    if (isNewer) mutate(openId);
  }, [isNewer, openId, mutate]);
  return last;
}
