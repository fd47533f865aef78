import { Button } from '@mantine/core';
import { IconDownload, IconMail, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { checksQuery, readBundle, sendTestMail, statisticsQuery, type Check } from '../../api/queries/operator';
import { formatNumber } from '../../lib/format';
import { PageHead } from '../../parts/page-head';
import { Loading, Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { operatorSystemWords } from '../../words/en/operator-system';
import './operator-system.css';

/** The checks of the installation, and the bundle for a report of a problem. */
export function OperatorSystemScreen() {
  const checks = useQuery(checksQuery);
  const bundle = useMutation({ mutationFn: readBundle, onSuccess: save });
  const mail = useMutation({ mutationFn: sendTestMail });
  const problem = bundle.error ?? mail.error;
  return (
    <div className="page">
      <PageHead title={operatorSystemWords.title} about={operatorSystemWords.about}>
        <div className="actions">
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={checks.isFetching}
            onClick={() => void checks.refetch()}
          >
            {operatorSystemWords.again}
          </Button>
          <WriteButton
            leftSection={<IconMail size={16} aria-hidden />}
            loading={mail.isPending}
            onClick={() => mail.mutate()}
          >
            {operatorSystemWords.mail}
          </WriteButton>
          <WriteButton
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={bundle.isPending}
            title={operatorSystemWords.bundleAbout}
            onClick={() => bundle.mutate()}
          >
            {operatorSystemWords.bundle}
          </WriteButton>
        </div>
      </PageHead>
      <p role="status" className="small">
        {mail.data && operatorSystemWords.mailSent(mail.data.recipients)}
      </p>
      {problem && (
        <p role="alert" className="refused small">
          {problemFacts(problem).text} <bdi>{problem.message}</bdi>
        </p>
      )}
      <Checks />
      <Holdings />
    </div>
  );
}

function Checks() {
  const checks = useQuery(checksQuery);
  return (
    <>
      {checks.isPending && (
        <>
          <p className="sub small">{operatorSystemWords.running}</p>
          <Loading rows={9} onRetry={() => void checks.refetch()} />
        </>
      )}
      {checks.error && <Problem {...problemFacts(checks.error)} onRetry={() => void checks.refetch()} />}
      {checks.data && (
        <Table
          caption={operatorSystemWords.title}
          columns={COLUMNS}
          rows={checks.data.data.map((check, index) => ({ ...check, index }))}
          keyOf={({ index }) => index}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Check & { readonly index: number }>[] = [
  {
    key: 'name',
    title: operatorSystemWords.check,
    cell: ({ name }) => <b>{operatorSystemWords.checks[name] ?? name}</b>,
  },
  {
    key: 'state',
    title: operatorSystemWords.state,
    cell: (check) => <Status name={stateOf(check)} />,
  },
  {
    key: 'found',
    title: operatorSystemWords.found,
    cell: ({ found, warning, remedy }) => (
      <span className="check-found">
        <bdi>{found}</bdi>
        {warning !== null && <bdi>{warning}</bdi>}
        {remedy !== null && <b>{remedy}</b>}
      </span>
    ),
  },
];

function stateOf({ ok, warning }: Check): StatusName {
  if (!ok) return 'checkFailed';
  return warning === null ? 'checkPassed' : 'checkWarned';
}

function Holdings() {
  const { data } = useQuery(statisticsQuery);
  if (data === undefined) return null;
  const figures: Readonly<Record<string, number>> = {
    accounts_active: data.accounts.active,
    accounts_suspended: data.accounts.suspended,
    objects_active: data.objects.active,
    links: data.links.pending + data.links.in_progress + data.links.success + data.links.failed,
    reviews: data.reviews,
    runs_open: data.runs.open,
    deliveries_pending: data.deliveries.pending,
    mail_waiting: data.mail.waiting,
  };
  return (
    <section className="card holdings" aria-labelledby="holdings-title">
      <h2 id="holdings-title">{operatorSystemWords.statistics}</h2>
      <dl>
        {Object.entries(figures).map(([key, value]) => (
          <div key={key}>
            <dt>{operatorSystemWords.figures[key] ?? key}</dt>
            <dd className="num">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Saves the bundle as a file. */
function save(bundle: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'hrev-bundle.json';
  link.click();
  URL.revokeObjectURL(url);
}
