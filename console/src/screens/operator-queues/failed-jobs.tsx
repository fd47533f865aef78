import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { failedJobsQuery, operatorKeys, retryJob, type FailedJob } from '../../api/queries/operator';
import { formatExact, formatMoment } from '../../lib/format';
import { Choice } from '../../parts/filters';
import { Pages } from '../../parts/pages';
import { Empty, Loading, Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { operatorQueuesWords } from '../../words/en/operator-queues';
import type { JobQueue } from './search';

const route = getRouteApi('/operator/queues');

const CHOICES: Readonly<Record<JobQueue | 'all', string>> = {
  all: operatorQueuesWords.all,
  collection: operatorQueuesWords.names['collection'] ?? '',
  deliveries: operatorQueuesWords.names['deliveries'] ?? '',
  replies: operatorQueuesWords.names['replies'] ?? '',
  mail: operatorQueuesWords.names['mail'] ?? '',
};

/** Work that failed for good, each with its reason and a retry. */
export function FailedJobs() {
  const { queue, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const jobs = useQuery(failedJobsQuery(queue, offset));
  return (
    <section aria-labelledby="jobs-title">
      <header className="queues-head">
        <div>
          <h2 id="jobs-title">{operatorQueuesWords.jobs}</h2>
          <p className="sub small">{operatorQueuesWords.jobsAbout}</p>
        </div>
        <Choice<JobQueue | 'all'>
          label={operatorQueuesWords.show}
          value={queue ?? 'all'}
          choices={CHOICES}
          onChoose={(next) =>
            void navigate({ search: { queue: next === 'all' ? undefined : next, offset: undefined }, replace: true })
          }
        />
      </header>
      {jobs.isPending && <Loading rows={4} onRetry={() => void jobs.refetch()} />}
      {jobs.error && <Problem {...problemFacts(jobs.error)} onRetry={() => void jobs.refetch()} />}
      {jobs.data?.data.length === 0 && <Empty text={operatorQueuesWords.noJobs} />}
      {jobs.data && jobs.data.data.length > 0 && (
        <>
          <Table
            caption={operatorQueuesWords.jobs}
            columns={COLUMNS}
            rows={jobs.data.data.map((job, index) => ({ ...job, index }))}
            keyOf={({ index }) => index}
          />
          <Pages
            offset={jobs.data.offset}
            limit={jobs.data.limit}
            total={jobs.data.total}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, offset: next === 0 ? undefined : next }) })
            }
          />
        </>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<FailedJob & { readonly index: number }>[] = [
  {
    key: 'name',
    title: operatorQueuesWords.job,
    cell: ({ queue, id }) => (
      <span>
        <b>{operatorQueuesWords.names[queue] ?? queue}</b>{' '}
        <span className="muted small">{operatorQueuesWords.jobNumber(id)}</span>
      </span>
    ),
  },
  {
    key: 'reason',
    title: operatorQueuesWords.reason,
    cell: ({ reason }) => <bdi className="job-reason">{reason}</bdi>,
  },
  {
    key: 'account',
    title: operatorQueuesWords.account,
    cell: ({ account_id: id }) => (
      <Link to="/operator/accounts/$accountId" params={{ accountId: String(id) }} className="link nowrap">
        {operatorQueuesWords.accountOf(id)}
      </Link>
    ),
  },
  {
    key: 'failed',
    title: operatorQueuesWords.failedAt,
    cell: ({ failed_at: at, attempts }) => (
      <span className="small nowrap">
        <time dateTime={`${at}Z`} title={formatExact(at)}>
          {formatMoment(at)}
        </time>{' '}
        <span className="muted">{operatorQueuesWords.attempts(attempts)}</span>
      </span>
    ),
  },
  { key: 'state', title: operatorQueuesWords.action, isTitleHidden: true, cell: (job) => <Retry job={job} /> },
];

function Retry({ job }: { readonly job: FailedJob }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryJob(job.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.queues }),
  });
  return (
    <>
      <WriteButton
        aria-label={operatorQueuesWords.retryOf(job.id)}
        loading={retry.isPending}
        disabled={retry.isSuccess}
        onClick={() => retry.mutate()}
      >
        {operatorQueuesWords.retry}
      </WriteButton>
      <span role="status" className="small">
        {retry.isSuccess && operatorQueuesWords.retried}
      </span>
      {retry.error && (
        <p role="alert" className="refused small">
          {problemFacts(retry.error).text}
        </p>
      )}
    </>
  );
}
