import { useIsFetching, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { openProposalsQuery } from '../../api/queries/proposals';
import { failedRepliesQuery } from '../../api/queries/replies';
import { reviewCountQuery } from '../../api/queries/reviews';
import { viewsQuery } from '../../api/queries/views';
import { formatNumber } from '../../lib/format';
import { reviewsWords } from '../../words/en/reviews';
import { filterOf, inView, reviewsSearch, scopeOf, VIEWS, viewOf, type ReviewsSearch, type View } from './search';

const accountRoute = getRouteApi('/a/$accountId');

/** The views of the inbox with their counts, then the saved ones. */
export function Views({ search }: { readonly search: ReviewsSearch }) {
  const { account } = accountRoute.useRouteContext();
  const saved = useQuery(viewsQuery(account.id, 'reviews'));
  const current = viewOf(search);
  const nav = useShownView(current);
  return (
    <nav ref={nav} className="views" aria-label={reviewsWords.views}>
      {(Object.keys(VIEWS) as View[]).map((view) => (
        <ViewLink key={view} search={inView(search, view)} isCurrent={view === current}>
          {reviewsWords.view[view]} <Count view={view} search={search} />
        </ViewLink>
      ))}
      {saved.data?.map((view) => (
        <ViewLink key={view.id} search={searchOfView(view.query)} isCurrent={isShown(view.query, search)}>
          <bdi>{view.name}</bdi>
        </ViewLink>
      ))}
    </nav>
  );
}

/** The list of views, scrolled to the current one at once, and again after the first counts, which move it. */
function useShownView(current: View | null) {
  const nav = useRef<HTMLElement>(null);
  const place = useRef({ view: current, hasLoaded: false, isDone: false });
  const isLoading = useIsFetching() > 0;
  useEffect(() => {
    if (place.current.view !== current) place.current = { view: current, hasLoaded: isLoading, isDone: false };
    if (place.current.isDone) return;
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    place.current.isDone = place.current.hasLoaded && !isLoading;
    place.current.hasLoaded ||= isLoading;
  }, [current, isLoading]);
  return nav;
}

interface ViewLinkProps {
  readonly search: ReviewsSearch;
  readonly isCurrent: boolean;
  readonly children: React.ReactNode;
}

function ViewLink({ search, isCurrent, children }: ViewLinkProps) {
  return (
    <Link
      from="/a/$accountId/reviews"
      to="/a/$accountId/reviews"
      search={search}
      activeOptions={{ exact: true }}
      activeProps={{ 'aria-current': undefined }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

const FIRST = { limit: 1, offset: 0 };

function Count({ view, search }: { readonly view: View; readonly search: ReviewsSearch }) {
  const { account } = accountRoute.useRouteContext();
  const scope = scopeOf(search);
  const isFailed = view === 'failed';
  const isProposed = view === 'proposed';
  const filter = filterOf(inView(reviewsSearch({}), view));
  const reviews = useQuery({
    ...reviewCountQuery(account.id, { ...filter, ...scope }),
    enabled: !isFailed && !isProposed,
  });
  const failed = useQuery({ ...failedRepliesQuery(account.id, scope, FIRST), enabled: isFailed });
  const proposed = useQuery({ ...openProposalsQuery(account.id, scope, FIRST), enabled: isProposed });
  const listed = isProposed ? proposed.data : failed.data;
  const count = isFailed || isProposed ? listed?.total : reviews.data;
  return <span className="count num">{count === undefined ? '' : formatNumber(count)}</span>;
}

/** The address of a saved view. */
const searchOfView = (query: string): ReviewsSearch => reviewsSearch(Object.fromEntries(new URLSearchParams(query)));

/** Whether the address is that of a saved view. */
export function isShown(query: string, search: ReviewsSearch): boolean {
  const saved = searchOfView(query);
  return (Object.keys(saved) as (keyof ReviewsSearch)[]).every((key) => key === 'offset' || saved[key] === search[key]);
}
