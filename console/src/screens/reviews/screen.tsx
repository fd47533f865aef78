import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useParams } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { problemFacts } from '../../api/problem';
import { reviewsQuery } from '../../api/queries/reviews';
import { useKeys } from '../../lib/keys';
import { numberOf } from '../../lib/url-state';
import { Choice, SearchField } from '../../parts/filters';
import { Empty, Loading, Problem } from '../../parts/states';
import { words } from '../../words/en';
import { ActiveFilters } from './active-filters';
import { ReviewRow } from './review-row';
import { inView, VIEWS, viewOf, type ReviewsSearch, type View } from './search';
import './reviews.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/reviews');

/** What do people say, and what must I answer? */
export function ReviewsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const openId = numberOf(useParams({ strict: false }).reviewId);
  const searchField = useRef<HTMLInputElement>(null);
  const change = useCallback(
    (next: ReviewsSearch) =>
      void navigate({ to: '/a/$accountId/reviews', search: (before) => ({ ...before, offset: undefined, ...next }) }),
    [navigate],
  );
  const onSearch = useCallback((text: string) => change({ search: text === '' ? undefined : text }), [change]);
  useKeys({ '/': () => searchField.current?.focus() });
  return (
    <div className={openId === undefined ? 'inbox' : 'inbox is-open'}>
      <title>{words.reviews.title}</title>
      <div className="inbox-bar">
        <div className="inbox-row">
          <h1>{words.reviews.title}</h1>
          <Views search={search} />
        </div>
        <div className="inbox-row">
          <ActiveFilters search={search} onChange={change} />
          <SearchField ref={searchField} label={words.reviews.search} value={search.search ?? ''} onSearch={onSearch} />
          <Choice<'asc' | 'desc'>
            label={words.reviews.sort}
            value={search.sort_order ?? 'desc'}
            choices={{ desc: words.reviews.newest, asc: words.reviews.oldest }}
            onChoose={(order) => change({ sort_order: order === 'desc' ? undefined : order })}
          />
        </div>
      </div>
      <div className="panes">
        <ReviewList search={search} openId={openId} onChange={change} />
        <section className="detail">
          {openId === undefined ? <p className="muted choose">{words.reviews.choose}</p> : <Outlet />}
        </section>
      </div>
    </div>
  );
}

function Views({ search }: { readonly search: ReviewsSearch }) {
  const current = viewOf(search);
  return (
    <nav className="views" aria-label={words.reviews.views}>
      {(Object.keys(VIEWS) as View[]).map((view) => (
        <Link
          key={view}
          from="/a/$accountId/reviews"
          to="/a/$accountId/reviews"
          search={inView(search, view)}
          activeProps={{ 'aria-current': undefined }}
          aria-current={view === current ? 'page' : undefined}
        >
          {words.reviews.view[view]}
        </Link>
      ))}
    </nav>
  );
}

interface ReviewListProps {
  readonly search: ReviewsSearch;
  readonly openId: number | undefined;
  readonly onChange: (next: ReviewsSearch) => void;
}

function ReviewList({ search, openId, onChange }: ReviewListProps) {
  const { account } = accountRoute.useRouteContext();
  const navigate = route.useNavigate();
  const reviews = useQuery(reviewsQuery(account.id, search));
  const rows = reviews.data?.data ?? [];
  const move = (step: number): void => {
    const index = rows.findIndex(({ id }) => id === openId);
    const next = rows[index === -1 ? 0 : index + step];
    if (next === undefined) return;
    const reviewId = String(next.id);
    void navigate({ to: '/a/$accountId/reviews/$reviewId', params: { reviewId }, search: (before) => before });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  const offset = search.offset ?? 0;
  return (
    <section className="list" aria-label={words.reviews.list} aria-busy={reviews.isPlaceholderData}>
      {reviews.data && (
        <div className="list-sum">
          <span className="num">{words.reviews.count(reviews.data.total)}</span>
          <span className="keys">{words.reviews.keys}</span>
        </div>
      )}
      {reviews.isPending && <Loading rows={8} onRetry={() => void reviews.refetch()} />}
      {reviews.error && <Problem {...problemFacts(reviews.error)} onRetry={() => void reviews.refetch()} />}
      {reviews.data && rows.length === 0 && (
        <Empty
          text={viewOf(search) === null || search.search !== undefined ? words.reviews.noMatch : words.reviews.empty}
        />
      )}
      <ul>
        {rows.map((review) => (
          <ReviewRow key={review.id} review={review} isOpen={review.id === openId} />
        ))}
      </ul>
      {reviews.data && (offset > 0 || reviews.data.has_next) && (
        <div className="pager">
          <Button
            disabled={offset === 0}
            onClick={() => onChange({ offset: Math.max(0, offset - reviews.data.limit) || undefined })}
          >
            {words.table.previous}
          </Button>
          <span className="small muted num">
            {words.table.range(offset + 1, offset + rows.length, reviews.data.total)}
          </span>
          <Button disabled={!reviews.data.has_next} onClick={() => onChange({ offset: offset + reviews.data.limit })}>
            {words.table.next}
          </Button>
        </div>
      )}
    </section>
  );
}
