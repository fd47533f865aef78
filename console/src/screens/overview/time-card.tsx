import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { problemFacts } from '../../api/problem';
import { seriesQuery, type SeriesFilter } from '../../api/queries/analytics';
import { chartRows } from '../../lib/chart-rows';
import { countedReviews, daysOfPeriod, granularityOf, published, type DayRange } from '../../lib/periods';
import { Problem } from '../../parts/states';
import { TimeChart } from '../../parts/time-chart/time-chart';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

const route = getRouteApi('/a/$accountId/overview');

/** The chart of the period. A press on a period opens its reviews. */
export function TimeCard({ view }: { readonly view: OverviewView }) {
  const navigate = route.useNavigate();
  const granularity = granularityOf(view.range);
  const filter = (range: DayRange | null): SeriesFilter => ({
    ...(view.scope === undefined ? { scope: 'account' } : view.ids),
    ...published(range),
    granularity,
  });
  const now = useQuery(seriesQuery(view.accountId, filter(view.range)));
  const before = useQuery({ ...seriesQuery(view.accountId, filter(view.before)), enabled: view.before !== null });
  const rows = useMemo(
    () => chartRows(now.data, view.before === null ? undefined : before.data),
    [now.data, before.data, view.before],
  );
  if (now.error) return <Problem {...problemFacts(now.error)} onRetry={() => void now.refetch()} />;
  return (
    <TimeChart
      title={overviewWords.chart[granularity]}
      rows={rows}
      comparedWith={view.beforeName}
      isLastOpen
      onOpen={(period) =>
        void navigate({
          to: '/a/$accountId/reviews',
          params: { accountId: String(view.accountId) },
          search: { ...countedReviews(view.ids, daysOfPeriod(period)), min_rating: 1 },
        })
      }
    />
  );
}
