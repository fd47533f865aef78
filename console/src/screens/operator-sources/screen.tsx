import { Button } from '@mantine/core';
import { IconCircleCheck, IconClock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { sourcesReportQuery, type AdminSource, type SourcesTotals } from '../../api/queries/operator';
import { formatNumber, formatRate } from '../../lib/format';
import { Figure, Figures } from '../../parts/figures';
import { PageHead } from '../../parts/page-head';
import { Loading, Problem } from '../../parts/states';
import { operatorSourcesWords } from '../../words/en/operator-sources';
import { ProbeDialog } from './probe-dialog';
import { SourceTable } from './source-table';
import { Troubles } from './troubles';
import './operator-sources.css';

const route = getRouteApi('/operator/sources');
const MINUTES_OF_DAY = 1_440;

/** The sources, with what was read of each in the last 24 hours. */
export function OperatorSourcesScreen() {
  const { probe } = route.useSearch();
  const navigate = route.useNavigate();
  const report = useQuery(sourcesReportQuery);
  const setProbe = (isOpen: boolean): void =>
    void navigate({ search: { probe: isOpen ? true : undefined }, replace: true });
  return (
    <div className="page">
      <PageHead title={operatorSourcesWords.title} about={operatorSourcesWords.about}>
        <div className="actions">
          <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={() => setProbe(true)}>
            {operatorSourcesWords.probe}
          </Button>
        </div>
      </PageHead>
      {report.isPending && <Loading rows={7} onRetry={() => void report.refetch()} />}
      {report.error && <Problem {...problemFacts(report.error)} onRetry={() => void report.refetch()} />}
      {report.data && (
        <>
          <Summary sources={report.data.data} />
          <Totals totals={report.data.totals} />
          <SourceTable sources={report.data.data} />
        </>
      )}
      <ProbeDialog isOpen={probe === true} onClose={() => setProbe(false)} />
      <Outlet />
    </div>
  );
}

function Summary({ sources }: { readonly sources: readonly AdminSource[] }) {
  const troubled = sources.filter(({ state }) => state !== 'reading' && state !== 'idle');
  if (troubled.length > 0) return <Troubles sources={troubled} />;
  const shares = sources.flatMap(({ success_24h: share }) => share ?? []);
  const worst = shares.length === 0 ? null : operatorSourcesWords.percent(Math.min(...shares));
  return (
    <p className="all-well">
      {worst === null ? (
        <IconClock className="icon unvisited" size={16} aria-hidden />
      ) : (
        <IconCircleCheck className="icon" size={16} aria-hidden />
      )}
      {operatorSourcesWords.well(shares.length, worst)}
    </p>
  );
}

function Totals({ totals }: { readonly totals: SourcesTotals }) {
  const reasons = totals.frozen_reasons
    .slice(0, 2)
    .map(({ code, links }) => operatorSourcesWords.frozenReason(code, links));
  return (
    <Figures label={operatorSourcesWords.figures}>
      <div className="figure">
        <Figure label={operatorSourcesWords.due} value={formatNumber(totals.due_1h)} />
      </div>
      <div className="figure">
        <Figure
          label={operatorSourcesWords.onTime}
          value={totals.on_time_24h === null ? null : operatorSourcesWords.percent(totals.on_time_24h)}
        >
          {operatorSourcesWords.ofVisits(totals.visits_24h)}
        </Figure>
      </div>
      <div className="figure">
        <Figure label={operatorSourcesWords.newReviews} value={formatNumber(totals.new_24h)}>
          {operatorSourcesWords.perMinute(formatRate(totals.new_24h / MINUTES_OF_DAY))}
        </Figure>
      </div>
      <div className="figure">
        <Figure label={operatorSourcesWords.frozen} value={formatNumber(totals.frozen)}>
          {reasons.length === 0 ? operatorSourcesWords.noneFrozen : reasons.join(', ')}
        </Figure>
      </div>
    </Figures>
  );
}
