import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { problemFacts } from '../../api/problem';
import { seriesQuery, summaryQuery, type SeriesFilter } from '../../api/queries/analytics';
import { sourcesQuery } from '../../api/queries/sources';
import { chartRows, type ChartRow } from '../../lib/chart-rows';
import { saveCsv } from '../../lib/csv';
import { daysOfPeriod, published, type DayRange } from '../../lib/periods';
import { PageMenu } from '../../parts/page-menu';
import { Loading, Problem } from '../../parts/states';
import { TimeChart } from '../../parts/time-chart/time-chart';
import { TimeTable } from '../../parts/time-chart/time-table';
import { analyticsWords } from '../../words/en/analytics';
import { timeChartWords } from '../../words/en/time-chart';
import { ByLanguage } from './by-language';
import { ByObject } from './by-object';
import { ByPlatform } from './by-platform';
import { Controls } from './controls';
import { Distribution } from './distribution';
import { ReplyTimesTable } from './reply-times';
import { SummaryFigures } from './summary-figures';
import { viewOf, type AnalyticsView } from './view';
import './analytics.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/analytics');

/** The figures of a scope over time, by platform and by object. */
export function AnalyticsScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const view = useMemo(
    () => viewOf(account.id, search, new Map([...(sources?.values() ?? [])].map(({ id, slug }) => [id, slug]))),
    [account.id, search, sources],
  );
  const now = useQuery(summaryQuery(view.accountId, view.filter));
  const before = useQuery({
    ...summaryQuery(view.accountId, { ...view.filter, ...published(view.before) }),
    enabled: view.before !== null,
  });
  const compared = view.before === null ? undefined : before.data;
  const access = now.data?.access;
  // The figures of the period before come with those of the period: later, they would move what is below.
  const isLoading = now.isPending || (view.before !== null && before.isPending);
  return (
    <div className="page">
      <title>{analyticsWords.title}</title>
      <div className="head">
        <h1>{analyticsWords.title}</h1>
        <span className="analytics-menu">
          <PageMenu call={{ path: '/v3/analytics', query: view.filter }} />
        </span>
        <Controls search={search} view={view} />
      </div>
      {access && (
        <p className="banner info analytics-trial">
          {analyticsWords.trial(access.limit_per_link, access.hidden_total)}
        </p>
      )}
      {isLoading && !now.error && <Loading rows={8} onRetry={() => void now.refetch()} />}
      {now.error && <Problem {...problemFacts(now.error)} onRetry={() => void now.refetch()} />}
      {now.data && !isLoading && (
        <>
          <SummaryFigures now={now.data.summary} before={compared?.summary} />
          <div className="analytics-grid">
            <TimeCard view={view} isTable={search.view === 'table'} />
            <Distribution counts={now.data.summary} view={view} />
          </div>
          <ByPlatform now={now.data.by_source} before={compared?.by_source} view={view} />
          <ByLanguage view={view} />
          <ReplyTimesTable view={view} />
          <ByObject view={view} search={search} />
          <p className="small muted">{analyticsWords.footnote}</p>
        </>
      )}
    </div>
  );
}

function TimeCard({ view, isTable }: { readonly view: AnalyticsView; readonly isTable: boolean }) {
  const navigate = route.useNavigate();
  const filter = (range: DayRange | null): SeriesFilter => ({
    ...(view.scope === undefined ? { scope: 'account' } : view.ids),
    ...published(range ?? view.allTime),
    granularity: view.granularity,
    source_ids: view.filter.source_ids,
  });
  const now = useQuery(seriesQuery(view.accountId, filter(view.range)));
  const before = useQuery({ ...seriesQuery(view.accountId, filter(view.before)), enabled: view.before !== null });
  const rows = useMemo(() => {
    const all = chartRows(now.data, view.before === null ? undefined : before.data);
    // All time begins with the first review.
    return view.range === null
      ? all.slice(
          Math.max(
            0,
            all.findIndex(({ count }) => count > 0),
          ),
        )
      : all;
  }, [now.data, before.data, view.before, view.range]);
  if (now.error) return <Problem {...problemFacts(now.error)} onRetry={() => void now.refetch()} />;
  const title = analyticsWords.chart[view.granularity];
  const comparedWith = view.before === null ? null : analyticsWords.beforeName;
  const open = (period: string): void =>
    void navigate({
      to: '/a/$accountId/reviews',
      params: { accountId: String(view.accountId) },
      search: { ...view.inbox(daysOfPeriod(period)), min_rating: 1 },
    });
  return (
    <div className="analytics-time">
      {isTable ? (
        <section className="card" aria-label={title}>
          <div className="card-head">
            <h2>{title}</h2>
          </div>
          <TimeTable caption={title} rows={rows} comparedWith={comparedWith} />
        </section>
      ) : (
        <TimeChart title={title} rows={rows} comparedWith={comparedWith} isLastOpen={view.isOpen} onOpen={open} />
      )}
      <Button
        className="analytics-csv"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={rows.length === 0}
        onClick={() => saveCsv(analyticsWords.csvName, csvRows(rows, comparedWith))}
      >
        {analyticsWords.csv}
      </Button>
    </div>
  );
}

/** The rows of the chart's table, with their titles, for a file. */
function csvRows(
  rows: readonly ChartRow[],
  comparedWith: string | null,
): readonly (readonly (string | number | null)[])[] {
  const { period, reviews, average, lowTitle } = timeChartWords;
  return [
    [period, reviews, average, ...(comparedWith === null ? [] : [comparedWith]), lowTitle],
    ...rows.map((row) => [row.period, row.count, row.average, ...(comparedWith === null ? [] : [row.before]), row.low]),
  ];
}
