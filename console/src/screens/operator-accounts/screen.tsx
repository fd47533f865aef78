import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { problemFacts } from '../../api/problem';
import { accountsQuery, type OperatedAccount } from '../../api/queries/operator';
import { formatDay, formatExact } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { AccountState } from '../../parts/account-state';
import { Choice, SearchField } from '../../parts/filters';
import { Pages } from '../../parts/pages';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { operatorAccountsWords } from '../../words/en/operator-accounts';
import { CreateDialog } from './create-dialog';
import { PLANS, STANDINGS, type OperatorAccountsSearch } from './search';

const route = getRouteApi('/operator/accounts');

/** The accounts of the installation, with their plans. */
export function OperatorAccountsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const accounts = useQuery(accountsQuery(search));
  const change = useCallback(
    (next: OperatorAccountsSearch) =>
      void navigate({ search: (before) => ({ ...before, offset: undefined, ...next }), replace: true }),
    [navigate],
  );
  const filters = [search.search, search.plan, search.status].filter((value) => value !== undefined).length;
  return (
    <div className="page">
      <title>{operatorAccountsWords.title}</title>
      <div className="head">
        <h1>{operatorAccountsWords.title}</h1>
        <span className="muted num">{accounts.data && operatorAccountsWords.count(accounts.data.total)}</span>
        <Filters search={search} onChange={change} />
      </div>
      {accounts.isPending && <Loading rows={8} onRetry={() => void accounts.refetch()} />}
      {accounts.error && <Problem {...problemFacts(accounts.error)} onRetry={() => void accounts.refetch()} />}
      {accounts.data?.data.length === 0 && filters === 0 && <Empty text={operatorAccountsWords.empty} />}
      {accounts.data?.data.length === 0 && filters > 0 && (
        <Filtered
          text={operatorAccountsWords.noMatch}
          count={filters}
          onClear={() => change({ search: undefined, plan: undefined, status: undefined })}
        />
      )}
      {accounts.data && accounts.data.data.length > 0 && (
        <>
          <Table
            caption={operatorAccountsWords.title}
            columns={COLUMNS}
            rows={accounts.data.data}
            keyOf={({ id }) => id}
          />
          <Pages
            offset={accounts.data.offset}
            limit={accounts.data.limit}
            total={accounts.data.total}
            onPage={(offset) => change({ offset: offset === 0 ? undefined : offset })}
          />
        </>
      )}
      <CreateDialog isOpen={search.create === true} onClose={() => change({ create: undefined })} />
    </div>
  );
}

interface FiltersProps {
  readonly search: OperatorAccountsSearch;
  readonly onChange: (next: OperatorAccountsSearch) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const onSearch = useCallback((text: string) => onChange({ search: text === '' ? undefined : text }), [onChange]);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <div className="actions">
      <SearchField ref={field} label={operatorAccountsWords.search} value={search.search ?? ''} onSearch={onSearch} />
      <Choice
        label={operatorAccountsWords.plan}
        value={search.plan ?? 'any'}
        choices={{ any: operatorAccountsWords.anyPlan, ...operatorAccountsWords.plans }}
        onChoose={(plan) => onChange({ plan: PLANS.find((one) => one === plan) })}
      />
      <Choice
        label={operatorAccountsWords.standing}
        value={search.status ?? 'any'}
        choices={{ any: operatorAccountsWords.anyStanding, ...operatorAccountsWords.standings }}
        onChoose={(status) => onChange({ status: STANDINGS.find((one) => one === status) })}
      />
      <Button
        variant="filled"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange({ create: true })}
      >
        {operatorAccountsWords.create}
      </Button>
    </div>
  );
}

const COLUMNS: readonly Column<OperatedAccount>[] = [
  {
    key: 'name',
    title: operatorAccountsWords.name,
    cell: ({ id, name }) => (
      <Link to="/operator/accounts/$accountId" params={{ accountId: String(id) }} className="link account-name">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'state', title: operatorAccountsWords.state, cell: (account) => <AccountState account={account} /> },
  { key: 'plan', title: operatorAccountsWords.plan, cell: ({ plan }) => operatorAccountsWords.plans[plan as 'full'] },
  {
    key: 'ends',
    title: operatorAccountsWords.trialEnds,
    cell: ({ trial_ends_at: at }) => (
      <span className="small nowrap">
        <span className="only-narrow muted">{operatorAccountsWords.trialEnds} </span>
        {at === null ? <span className="muted">{operatorAccountsWords.noEnd}</span> : <Day at={at} />}
      </span>
    ),
  },
  {
    key: 'email',
    title: operatorAccountsWords.email,
    isNamed: true,
    cell: ({ email }) =>
      email === null ? (
        <span className="muted small">{operatorAccountsWords.noEmail}</span>
      ) : (
        <bdi className="small account-name">{email}</bdi>
      ),
  },
  {
    key: 'created',
    title: operatorAccountsWords.created,
    isNamed: true,
    cell: ({ created_at: at }) => <Day at={at} />,
  },
];

function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)} className="small nowrap">
      {formatDay(at)}
    </time>
  );
}
