import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { RUNS_A_PAGE, runsQuery, type Run } from '../../api/queries/runs';
import { curlOf, type ApiCall } from '../../lib/curl';
import { formatDuration, formatNumber, momentOf } from '../../lib/format';
import { Moment } from '../../parts/moment';
import { Pages } from '../../parts/pages';
import { Empty, Loading, Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { objectWords } from '../../words/en/object';
import { runsWords } from '../../words/en/runs';
import { useOpenObject } from './use-object';

const route = getRouteApi('/a/$accountId/objects/$objectId/runs');

export const RUN_STATUSES: Readonly<Record<Run['status'], StatusName>> = {
  pending: 'runWaiting',
  in_progress: 'collecting',
  success: 'runDone',
  partial: 'partial',
  failed: 'broken',
  dropped: 'runDropped',
};

const COLUMNS: readonly Column<Run>[] = [
  { key: 'name', title: runsWords.planned, cell: (run) => <RunLinkTo run={run} /> },
  { key: 'state', title: runsWords.status, cell: (run) => <Status name={RUN_STATUSES[run.status]} /> },
  { key: 'cause', title: runsWords.cause, cell: (run) => runsWords.causes[run.cause] },
  { key: 'links', title: runsWords.links, isNumber: true, isNamed: true, cell: (run) => formatNumber(run.link_count) },
  { key: 'new', title: runsWords.new, isNumber: true, isNamed: true, cell: (run) => formatNumber(run.new) },
  {
    key: 'changed',
    title: runsWords.changed,
    isNumber: true,
    isNamed: true,
    cell: (run) => formatNumber(run.changed),
  },
  { key: 'gone', title: runsWords.gone, isNumber: true, isNamed: true, cell: (run) => formatNumber(run.deleted) },
  { key: 'took', title: runsWords.took, isNumber: true, isNamed: true, cell: (run) => tookText(run) },
];

/** The collection runs of the object, newest first. A run opens beside the list. */
export function RunsTab() {
  const { accountId, objectId } = useOpenObject();
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const runs = useQuery(runsQuery(accountId, objectId, offset));
  if (runs.isPending) return <Loading rows={8} onRetry={() => void runs.refetch()} />;
  if (runs.error) return <Problem {...problemFacts(runs.error)} onRetry={() => void runs.refetch()} />;
  return (
    <>
      {runs.data.total === 0 ? (
        <Empty text={runsWords.empty} curl={curlOf(collectNow(objectId), window.location.origin)} />
      ) : (
        <Table caption={objectWords.runs} columns={COLUMNS} rows={runs.data.data} keyOf={(run) => run.run_id} />
      )}
      <Pages
        offset={offset}
        limit={RUNS_A_PAGE}
        total={runs.data.total}
        onPage={(next) => void navigate({ search: { offset: next === 0 ? undefined : next } })}
      />
      <Outlet />
    </>
  );
}

const collectNow = (objectId: number): ApiCall => ({ method: 'POST', path: `/v3/objects/${objectId}/collect` });

function RunLinkTo({ run }: { readonly run: Run }) {
  const { accountId, objectId } = useOpenObject();
  return (
    <Link
      to="/a/$accountId/objects/$objectId/runs/$runId"
      params={{ accountId: String(accountId), objectId: String(objectId), runId: String(run.run_id) }}
      search={(before) => before}
      className="link"
    >
      <Moment at={run.created_at} none="" as="clock" /> <span className="sr">{runsWords.number(run.run_id)}</span>
    </Link>
  );
}

export function tookText({ created_at: from, finished_at: to }: Pick<Run, 'created_at' | 'finished_at'>): string {
  if (to === null) return runsWords.running;
  return formatDuration(momentOf(to).getTime() - momentOf(from).getTime());
}
