import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { AUDIT_A_PAGE, auditQuery, type AuditEntry, type AuditFilter } from '../../api/queries/audit';
import { formatExact, formatMoment } from '../../lib/format';
import { Pages } from '../../parts/pages';
import { SectionHead } from '../../parts/section-head';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { auditWords } from '../../words/en/audit';
import { actionText, actorText, changesText, targetText } from './entry-texts';
import { AuditExport } from './export';
import { AuditFilters } from './filters';
import { sinceOf, type AuditSearch } from './search';
import './audit.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/settings/audit');

/** The audit trail of the account. */
export function AuditScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { actor, action, since, offset = 0 } = search;
  const change = (next: AuditSearch): void =>
    void navigate({ search: (before) => ({ ...before, offset: undefined, ...next }) });
  return (
    <section aria-labelledby="audit-title">
      <title>{auditWords.title}</title>
      <SectionHead id="audit-title" title={auditWords.title} intro={auditWords.intro}>
        <div className="audit-filters">
          <AuditFilters accountId={account.id} search={search} onChange={change} />
          <AuditExport accountId={account.id} filter={{ actor, action, since: sinceOf(since) }} />
        </div>
      </SectionHead>
      <Entries
        accountId={account.id}
        filter={{ actor, action, since: sinceOf(since) }}
        offset={offset}
        onMove={(to) => change({ offset: to === 0 ? undefined : to })}
        onClear={() => void navigate({ search: {} })}
      />
    </section>
  );
}

interface EntriesProps {
  readonly accountId: number;
  readonly filter: AuditFilter;
  readonly offset: number;
  readonly onMove: (offset: number) => void;
  readonly onClear: () => void;
}

function Entries({ accountId, filter, offset, onMove, onClear }: EntriesProps) {
  const entries = useQuery(auditQuery(accountId, filter, offset));
  if (entries.isPending) return <Loading rows={8} onRetry={() => void entries.refetch()} />;
  if (entries.error) return <Problem {...problemFacts(entries.error)} onRetry={() => void entries.refetch()} />;
  const { data, total } = entries.data;
  const filters = Object.values(filter).filter((value) => value !== undefined).length;
  if (data.length === 0 && filters === 0) return <Empty text={auditWords.empty} />;
  if (data.length === 0) return <Filtered text={auditWords.noMatch} count={filters} onClear={onClear} />;
  return (
    <>
      <Table caption={auditWords.title} columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      <Pages total={total} limit={AUDIT_A_PAGE} offset={offset} onPage={onMove} />
    </>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'action', title: auditWords.action, cell: ({ action }) => <b>{actionText(action)}</b> },
  { key: 'target', title: auditWords.target, cell: ({ target }) => <bdi>{targetText(target)}</bdi> },
  {
    key: 'change',
    title: auditWords.change,
    cell: (entry) => (
      <ul className="audit-changes">
        {changesText(entry).map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'actor', title: auditWords.actor, cell: ({ actor }) => <bdi>{actorText(actor)}</bdi> },
  { key: 'address', title: auditWords.address, cell: ({ ip }) => ip !== null && <span className="mono">{ip}</span> },
  {
    key: 'state',
    title: auditWords.at,
    cell: ({ at }) => (
      <time className="num nowrap" dateTime={`${at}Z`} title={formatExact(at)}>
        {formatMoment(at)}
      </time>
    ),
  },
];
