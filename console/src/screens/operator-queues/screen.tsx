import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { processesQuery, queuesQuery, type Process, type Queue } from '../../api/queries/operator';
import { formatExact, formatMoment, formatNumber, momentOf } from '../../lib/format';
import { PageHead } from '../../parts/page-head';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { words } from '../../words/en';
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
      <PageHead title={words.operatorQueues.title} about={words.operatorQueues.about} />
      <section aria-labelledby="queues-title">
        <h2 id="queues-title">{words.operatorQueues.queues}</h2>
        {queues.isPending && <Loading rows={5} onRetry={() => void queues.refetch()} />}
        {queues.error && <Problem {...problemFacts(queues.error)} onRetry={() => void queues.refetch()} />}
        {queues.data && (
          <Table
            caption={words.operatorQueues.queues}
            columns={QUEUE_COLUMNS}
            rows={queues.data.data.map((queue, index) => ({ ...queue, index }))}
            keyOf={({ index }) => index}
          />
        )}
      </section>
      <section aria-labelledby="processes-title">
        <h2 id="processes-title">{words.operatorQueues.processes}</h2>
        {processes.isPending && <Loading rows={2} onRetry={() => void processes.refetch()} />}
        {processes.error && <Problem {...problemFacts(processes.error)} onRetry={() => void processes.refetch()} />}
        {processes.data && (
          <Table
            caption={words.operatorQueues.processes}
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
    title: words.operatorQueues.queue,
    cell: ({ name }) => <b>{words.operatorQueues.names[name] ?? name}</b>,
  },
  {
    key: 'waiting',
    title: words.operatorQueues.waiting,
    cell: ({ waiting }) => <Count name={words.operatorQueues.waiting} n={waiting} />,
  },
  { key: 'oldest', title: words.operatorQueues.oldest, isNamed: true, cell: ({ oldest_at: at }) => <Oldest at={at} /> },
  {
    key: 'running',
    title: words.operatorQueues.running,
    cell: ({ running }) => <Count name={words.operatorQueues.running} n={running} />,
  },
  {
    key: 'failed',
    title: words.operatorQueues.failed,
    cell: ({ failed }) => <Count name={words.operatorQueues.failed} n={failed} isBad={failed > 0} />,
  },
  {
    key: 'rate',
    title: words.operatorQueues.perMinute,
    cell: ({ per_minute: rate }) => <Count name={words.operatorQueues.perMinute} n={rate} />,
  },
];

const PROCESS_COLUMNS: readonly Column<Indexed<Process>>[] = [
  {
    key: 'name',
    title: words.operatorQueues.process,
    cell: ({ id, role }) => (
      <span>
        <b>{words.operatorQueues.roles[role] ?? role}</b> <span className="mono muted small">{id.slice(0, 8)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    title: words.operatorQueues.state,
    cell: ({ alive, same_version: isSame }) => (
      <Status name={!alive ? 'processMissing' : isSame ? 'processAlive' : 'otherVersion'} />
    ),
  },
  {
    key: 'version',
    title: words.operatorQueues.version,
    isNamed: true,
    cell: ({ version }) => <span className="mono small">{version}</span>,
  },
  {
    key: 'seen',
    title: words.operatorQueues.seen,
    isNamed: true,
    cell: ({ seen_at: at }) => (
      <time dateTime={`${at}Z`} title={formatExact(at)} className="small nowrap">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    key: 'work',
    title: words.operatorQueues.work,
    cell: ({ running }) =>
      running.length === 0 ? (
        <span className="muted small">{words.operatorQueues.noWork}</span>
      ) : (
        <span className="num small">
          {running.map(({ noun, running: n, slots }) => words.operatorQueues.workOf(noun, n, slots)).join(', ')}
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
  if (at === null) return <span className="muted small">{words.operatorQueues.nothingWaits}</span>;
  const isStale = Date.now() - momentOf(at).getTime() > STALE_MS;
  return (
    <span className={isStale ? 't-bad' : undefined}>
      {isStale && <IconAlertTriangle className="icon" size={14} aria-hidden />}{' '}
      <time dateTime={`${at}Z`} title={formatExact(at)}>
        {isStale ? words.operatorQueues.stale(formatMoment(at)) : formatMoment(at)}
      </time>
    </span>
  );
}
