import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useLatest } from '../../lib/latest';

const route = getRouteApi('/a/$accountId/reviews');
const ID = '0';

interface Openers {
  /** The address of a review beside the list. */
  readonly hrefOf: (id: number) => string;
  readonly onOpen: (id: number) => void;
}

/** Opens reviews by the pointer. While one is open, another one takes its step of the history. */
export function useOpeners(hasOpen: boolean): Openers {
  const router = useRouter();
  const navigate = route.useNavigate();
  const { accountId } = route.useParams();
  const to = '/a/$accountId/reviews/$reviewId';
  const { pathname, searchStr } = router.buildLocation({
    to,
    params: { accountId, reviewId: ID },
    search: (before: object) => before,
  });
  const base = pathname.slice(0, -ID.length);
  const onOpen = useLatest((id: number) => {
    void navigate({ to, params: { reviewId: String(id) }, search: (before) => before, replace: hasOpen });
  });
  return { hrefOf: (id) => router.history.createHref(`${base}${id}${searchStr}`), onOpen };
}
