import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { objectFiguresQuery, type ObjectFigures } from '../../api/queries/analytics';
import { formatMean, formatNumber, formatShare } from '../../lib/format';
import { Change } from '../../parts/change';
import { LinkToObject } from '../../parts/link-to-object';
import { Problem } from '../../parts/states';
import { analyticsWords } from '../../words/en/analytics';
import { comparison, LEAST_COMPARED } from './comparison';
import type { AnalyticsSearch, ObjectSort } from './search';
import type { AnalyticsView } from './view';

const route = getRouteApi('/a/$accountId/analytics');
const READ = 1_000;
const STEP = 50;
const DEFAULT_SORT: ObjectSort = 'review_count';

interface Column {
  readonly sort: ObjectSort;
  readonly title: string;
}

const COLUMNS: readonly Column[] = [
  { sort: 'name', title: analyticsWords.object },
  { sort: 'review_count', title: analyticsWords.reviews },
  { sort: 'avg_rating', title: analyticsWords.average },
  { sort: 'avg_rating_change', title: analyticsWords.change },
  { sort: 'unanswered_negative', title: analyticsWords.unanswered },
  { sort: 'completeness', title: analyticsWords.completeness },
];

/** The figures of each object, sorted by a column. */
export function ByObject({ view, search }: { readonly view: AnalyticsView; readonly search: AnalyticsSearch }) {
  const [shown, setShown] = useState(STEP);
  const isCompared = view.before !== null;
  const chosen = search.sort_by ?? DEFAULT_SORT;
  const sort = chosen === 'avg_rating_change' && !isCompared ? DEFAULT_SORT : chosen;
  const order = search.sort_order ?? (sort === 'name' ? 'asc' : 'desc');
  const objects = useQuery(
    objectFiguresQuery(view.accountId, {
      ...view.filter,
      ...(view.before === null ? {} : { compare_from: view.before.from, compare_to: view.before.to }),
      sort_by: sort,
      sort_order: order,
      limit: READ,
    }),
  );
  const rows = objects.data?.data ?? [];
  const columns = COLUMNS.filter((column) => isCompared || column.sort !== 'avg_rating_change');
  if (objects.error) return <Problem {...problemFacts(objects.error)} onRetry={() => void objects.refetch()} />;
  return (
    <section className="card analytics-table" aria-labelledby="by-object">
      <div className="card-head">
        <h2 id="by-object">{analyticsWords.byObject}</h2>
        <span className="end small muted">{analyticsWords.fewNote(LEAST_COMPARED)}</span>
      </div>
      <div className="figures-scroll" role="group" aria-labelledby="by-object" tabIndex={0}>
        <table className="figures-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHead key={column.sort} column={column} sort={sort} order={order} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((object) => (
              <Row key={object.object_id} object={object} isCompared={isCompared} accountId={view.accountId} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <div className="analytics-more">
          <Button onClick={() => setShown((before) => before + STEP)}>
            {analyticsWords.more(Math.min(STEP, rows.length - shown))}
          </Button>
        </div>
      )}
    </section>
  );
}

interface SortHeadProps {
  readonly column: Column;
  readonly sort: ObjectSort;
  readonly order: 'asc' | 'desc';
}

/** The title of a column; pressing it sorts by it, and again the other way round. */
function SortHead({ column, sort, order }: SortHeadProps) {
  const navigate = route.useNavigate();
  const isSorted = column.sort === sort;
  const Shape = order === 'asc' ? IconChevronUp : IconChevronDown;
  const press = (): void => {
    const next = isSorted && order === 'desc' ? 'asc' : undefined;
    void navigate({
      search: (before) => ({ ...before, sort_by: column.sort, sort_order: next }),
      replace: true,
    });
  };
  return (
    <th scope="col" aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className="sort-head" aria-label={analyticsWords.sort(column.title)} onClick={press}>
        {column.title}
        {isSorted && <Shape size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

interface RowProps {
  readonly object: ObjectFigures;
  readonly isCompared: boolean;
  readonly accountId: number;
}

function Row({ object, isCompared, accountId }: RowProps) {
  const { avg_rating: average, completeness } = object;
  return (
    <tr>
      <td>
        <LinkToObject accountId={accountId} object={{ id: object.object_id, name: object.name }} />
      </td>
      <td>{formatNumber(object.review_count)}</td>
      <td>{average === null ? analyticsWords.none : formatMean(average)}</td>
      {isCompared && (
        <td>
          <Change {...comparison(object, object.before)} format={formatMean} />
        </td>
      )}
      <td>{formatNumber(object.unanswered_negative)}</td>
      <td>{completeness === null ? analyticsWords.none : formatShare(completeness)}</td>
    </tr>
  );
}
