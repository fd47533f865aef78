import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { processesQuery, queuesQuery, type Process, type Queue } from '../../api/queries/operator';
import { formatExact, formatMoment, formatNumber, momentOf } from '../../lib/format';
import { PageHead } from '../../parts/page-head';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { operatorQueuesWords } from '../../words/en/operator-queues';
import { FailedJobs } from './failed-jobs';
import { Switches } from './switches';
import './operator-queues.css';

/** Work that has waited longer than this is marked as late. */
const STALE_MS = 5 * 60_000;

/** The queues of the installation, its processes, and the work that failed. */
export function OperatorQueuesScreen() {
  const queues = useQuery(queuesQuery);
  const processes = useQuery(processesQuery);
  return (
    <div className="page queues">
      <PageHead title={operatorQueuesWords.title} about={operatorQueuesWords.about} />
      <section aria-labelledby="queues-title">
        <h2 id="queues-title">{operatorQueuesWords.queues}</h2>
        {queues.isPending && <Loading rows={5} onRetry={() => void queues.refetch()} />}
        {queues.error && <Problem {...problemFacts(queues.error)} onRetry={() => void queues.refetch()} />}
        {queues.data && (
          <Table
            caption={operatorQueuesWords.queues}
            columns={QUEUE_COLUMNS}
            rows={queues.data.data.map((queue, index) => ({ ...queue, index }))}
            keyOf={({ index }) => index}
          />
        )}
      </section>
      <section aria-labelledby="processes-title">
        <h2 id="processes-title">{operatorQueuesWords.processes}</h2>
        {processes.isPending && <Loading rows={2} onRetry={() => void processes.refetch()} />}
        {processes.error && <Problem {...problemFacts(processes.error)} onRetry={() => void processes.refetch()} />}
        {processes.data && (
          <Table
            caption={operatorQueuesWords.processes}
            columns={PROCESS_COLUMNS}
            rows={processes.data.data.map((process, index) => ({ ...process, index }))}
            keyOf={({ index }) => index}
          />
        )}
      </section>
      <Switches />
      <FailedJobs />
    </div>
  );
}

type Indexed<T> = T & { readonly index: number };

const QUEUE_COLUMNS: readonly Column<Indexed<Queue>>[] = [
  {
    key: 'name',
    title: operatorQueuesWords.queue,
    cell: ({ name }) => <b>{operatorQueuesWords.names[name] ?? name}</b>,
  },
  {
    key: 'waiting',
    title: operatorQueuesWords.waiting,
    cell: ({ waiting }) => <Count name={operatorQueuesWords.waiting} n={waiting} />,
  },
  { key: 'oldest', title: operatorQueuesWords.oldest, isNamed: true, cell: ({ oldest_at: at }) => <Oldest at={at} /> },
  {
    key: 'running',
    title: operatorQueuesWords.running,
    cell: ({ running }) => <Count name={operatorQueuesWords.running} n={running} />,
  },
  {
    key: 'failed',
    title: operatorQueuesWords.failed,
    cell: ({ failed }) => <Count name={operatorQueuesWords.failed} n={failed} isBad={failed > 0} />,
  },
  {
    key: 'rate',
    title: operatorQueuesWords.perMinute,
    cell: ({ per_minute: rate }) => <Count name={operatorQueuesWords.perMinute} n={rate} />,
  },
];

const PROCESS_COLUMNS: readonly Column<Indexed<Process>>[] = [
  {
    key: 'name',
    title: operatorQueuesWords.process,
    cell: ({ id, role }) => (
      <span>
        <b>{operatorQueuesWords.roles[role] ?? role}</b> <span className="mono muted small">{id.slice(0, 8)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    title: operatorQueuesWords.state,
    cell: ({ alive, same_version: isSame }) => (
      <Status name={!alive ? 'processMissing' : isSame ? 'processAlive' : 'otherVersion'} />
    ),
  },
  {
    key: 'version',
    title: operatorQueuesWords.version,
    isNamed: true,
    cell: ({ version }) => <span className="mono small">{version}</span>,
  },
  {
    key: 'seen',
    title: operatorQueuesWords.seen,
    isNamed: true,
    cell: ({ seen_at: at }) => (
      <time dateTime={`${at}Z`} title={formatExact(at)} className="small nowrap">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    key: 'work',
    title: operatorQueuesWords.work,
    cell: ({ running }) =>
      running.length === 0 ? (
        <span className="muted small">{operatorQueuesWords.noWork}</span>
      ) : (
        <span className="num small">
          {running.map(({ noun, running: n, slots }) => operatorQueuesWords.workOf(noun, n, slots)).join(', ')}
        </span>
      ),
  },
];

function Count({ name, n, isBad = false }: { readonly name: string; readonly n: number; readonly isBad?: boolean }) {
  return (
    <span className={isBad ? 'num t-bad' : 'num'}>
      <span className="only-narrow muted">{name} </span>
      {formatNumber(n)}
    </span>
  );
}

function Oldest({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="muted small">{operatorQueuesWords.nothingWaits}</span>;
  const isStale = Date.now() - momentOf(at).getTime() > STALE_MS;
  return (
    <span className={isStale ? 't-bad' : undefined}>
      {isStale && <IconAlertTriangle className="icon" size={14} aria-hidden />}{' '}
      <time dateTime={`${at}Z`} title={formatExact(at)}>
        {isStale ? operatorQueuesWords.stale(formatMoment(at)) : formatMoment(at)}
      </time>
    </span>
  );
}
