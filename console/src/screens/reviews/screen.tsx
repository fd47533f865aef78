import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { queryOf } from '../../lib/curl';
import { useKeys } from '../../lib/keys';
import { numberOf } from '../../lib/url-state';
import { Choice, SearchField } from '../../parts/filters';
import { reviewsWords } from '../../words/en/reviews';
import { ActiveFilters } from './active-filters';
import { FilterPanel } from './filter-panel';
import { ListMenu } from './list-menu';
import { ReviewList } from './review-list';
import { filterOf, SORTS, sortOf, type ReviewsSearch, type Sort } from './search';
import { useRows } from './use-rows';
import { Views } from './views';
import './reviews.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/reviews');

/** The inbox: a list of reviews, with the open one beside it. */
export function ReviewsScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const openId = numberOf(useParams({ strict: false }).reviewId);
  const list = useRows(account.id, search);
  const change = useCallback(
    (next: ReviewsSearch) =>
      void navigate({ to: '/a/$accountId/reviews', search: (before) => ({ ...before, offset: undefined, ...next }) }),
    [navigate],
  );
  return (
    <div className={openId === undefined ? 'inbox' : 'inbox is-open'}>
      <title>{reviewsWords.title}</title>
      <div className="inbox-bar">
        <div className="inbox-row">
          <h1>{reviewsWords.title}</h1>
          <Views search={search} />
          <span className="inbox-actions">
            {search.reply_status === undefined && <ExportLink accountId={account.id} search={search} />}
            <ListMenu search={search} />
          </span>
        </div>
        {search.reply_status === undefined && <FilterRow search={search} onChange={change} />}
      </div>
      <div className="panes">
        <ReviewList list={list} search={search} openId={openId} onChange={change} />
        <section className="detail">
          {openId === undefined ? <p className="muted choose">{reviewsWords.choose}</p> : <Outlet />}
        </section>
      </div>
    </div>
  );
}

interface FilterRowProps {
  readonly search: ReviewsSearch;
  readonly onChange: (next: ReviewsSearch) => void;
}

function FilterRow({ search, onChange }: FilterRowProps) {
  const field = useRef<HTMLInputElement>(null);
  const onSearch = useCallback((text: string) => onChange({ search: text === '' ? undefined : text }), [onChange]);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <div className="inbox-row filter-bar">
      <ActiveFilters search={search} onChange={onChange} />
      <FilterPanel search={search} onChange={onChange} />
      <SearchField ref={field} label={reviewsWords.search} value={search.search ?? ''} onSearch={onSearch} />
      <span className="inbox-sort">
        <Choice<Sort>
          label={reviewsWords.sort}
          value={sortOf(search)}
          choices={reviewsWords.sorts}
          onChoose={(sort) => onChange(SORTS[sort])}
        />
      </span>
    </div>
  );
}

/** The file has the filters of the list, whatever its page. */
function ExportLink({ accountId, search }: { readonly accountId: number; readonly search: ReviewsSearch }) {
  const query = queryOf({ account_id: accountId, ...filterOf(search), offset: undefined });
  return (
    <Button
      component="a"
      href={`/console/api/reviews.csv${query}`}
      download
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      {reviewsWords.exportAs}
    </Button>
  );
}
