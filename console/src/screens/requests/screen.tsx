import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useParams } from '@tanstack/react-router';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCallback } from 'react';
import { problemFacts } from '../../api/problem';
import {
  REQUESTS_A_PAGE,
  requestsQuery,
  type LeftOut,
  type LoggedRequest,
  type RequestFilter,
  type RequestPage,
} from '../../api/queries/requests';
import { mayActAs } from '../../api/queries/session';
import { formatWhen } from '../../lib/format';
import { recordRows } from '../../lib/csv';
import { curlOf } from '../../lib/curl';
import { useRowKeys } from '../../lib/row-focus';
import { beginningOf } from '../../lib/since';
import { NewRows, useNewRows } from '../../parts/new-rows';
import { PageHead } from '../../parts/page-head';
import { PageMenu } from '../../parts/page-menu';
import { NewerOlder } from '../../parts/pages';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { pageMenuWords } from '../../words/en/page-menu';
import { requestsWords } from '../../words/en/requests';
import { ByCode } from './by-code';
import { Filters } from './filters';
import { RequestTable } from './request-table';
import type { RequestsSearch } from './search';
import './requests.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/requests');

const CSV_FIELDS = [
  ...(['request_id', 'at', 'key_id', 'method', 'route', 'path'] as const),
  ...(['status', 'code', 'ms'] as const),
];

/** The log of requests that the keys of the account sent. */
export function RequestsScreen() {
  const { account } = accountRoute.useRouteContext();
  const { requestId: openId } = useParams({ strict: false });
  const { id: entry, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const filterNow = (): RequestFilter => ({ ...filter, since: filter.since && beginningOf(filter.since) });
  const requests = useQuery(requestsQuery(account.id, filter, filterNow));
  const change = useCallback(
    (next: RequestsSearch) =>
      void navigate({
        to: '/a/$accountId/requests',
        search: (before) => ({ ...before, offset: undefined, id: undefined, ...next }),
        replace: true,
      }),
    [navigate],
  );
  const held = useNewRows({
    fresh: requests.data?.data,
    isPlaceholder: requests.isPlaceholderData,
    keyOf: ({ id }) => id,
    list: JSON.stringify([account.id, filter]),
    pageSize: REQUESTS_A_PAGE,
  });
  useRowKeys();
  const { data } = requests;
  return (
    <div className="page">
      <PageHead title={requestsWords.title} about={requestsWords.about}>
        <Total log={data} />
        <PageMenu
          csv={
            data && { name: 'requests', label: pageMenuWords.csvShown, rows: () => recordRows(held.rows, CSV_FIELDS) }
          }
        />
      </PageHead>
      <div className="filter-row">
        <Filters search={filter} keys={data?.keys ?? []} routes={data?.routes ?? []} onChange={change} />
      </div>
      <NewRows
        text={requestsWords.fresh(held.newCount, held.newCount >= REQUESTS_A_PAGE)}
        count={held.newCount}
        onShow={held.show}
      />
      {data?.left_out && <LeftOutLine leftOut={data.left_out} />}
      {requests.isPending && <Loading rows={8} onRetry={() => void requests.refetch()} />}
      {requests.error && <Problem {...problemFacts(requests.error)} onRetry={() => void requests.refetch()} />}
      {data && <Found log={data} rows={held.rows} search={filter} openId={openId} entry={entry} onChange={change} />}
    </div>
  );
}

function Total({ log }: { readonly log: RequestPage | undefined }) {
  return <span className="muted num actions">{log && requestsWords.total(log.total, log.is_total_exact)}</span>;
}

interface FoundProps {
  readonly log: RequestPage;
  readonly rows: readonly LoggedRequest[];
  readonly search: RequestsSearch;
  readonly openId: string | undefined;
  readonly entry: number | undefined;
  readonly onChange: (next: RequestsSearch) => void;
}

/** What matches: the counts by code, and the requests with the open one beside them. */
function Found({ log, rows, search, openId, entry, onChange }: FoundProps) {
  const { account } = accountRoute.useRouteContext();
  const { offset = 0, ...chosen } = search;
  const filters = Object.values(chosen).filter((one) => one !== undefined).length;
  const last = offset + log.data.length;
  return (
    <>
      {log.total > 0 && (
        <ByCode
          codes={log.codes}
          isWhole={log.is_total_exact}
          chosen={search.code}
          onChoose={(code) => onChange({ code })}
        />
      )}
      <div className={`with-panel ${openId === undefined ? '' : 'is-open'}`}>
        {log.total === 0 ? (
          <Nothing filters={filters} mayCreate={mayActAs(account.role, 'owner')} onClear={() => onChange(NO_FILTERS)} />
        ) : (
          <div>
            <RequestTable rows={rows} keys={log.keys} openId={openId} entry={entry} />
            <NewerOlder
              offset={offset}
              limit={REQUESTS_A_PAGE}
              hasOlder={log.has_next}
              range={requestsWords.range(offset + 1, last, log.total, log.is_total_exact)}
              onPage={(next) => onChange({ offset: next === 0 ? undefined : next })}
            />
          </div>
        )}
        <Outlet />
      </div>
    </>
  );
}

const NO_FILTERS: RequestsSearch = {
  status_class: undefined,
  route: undefined,
  method: undefined,
  key_id: undefined,
  code: undefined,
  since: undefined,
};

interface NothingProps {
  readonly filters: number;
  readonly mayCreate: boolean;
  readonly onClear: () => void;
}

function Nothing({ filters, mayCreate, onClear }: NothingProps) {
  if (filters > 0) return <Filtered text={requestsWords.noMatch} count={filters} onClear={onClear} />;
  const curl = curlOf({ path: '/v3/objects', query: { limit: 5 } }, window.location.origin);
  return (
    <Empty text={requestsWords.empty} curl={curl}>
      {mayCreate && (
        <Button
          variant="filled"
          renderRoot={(props) => <Link {...props} from="/a/$accountId/requests" to="/a/$accountId/keys" />}
        >
          {requestsWords.createKey}
        </Button>
      )}
    </Empty>
  );
}

/** What the log does not contain, and since when. */
function LeftOutLine({ leftOut }: { readonly leftOut: LeftOut }) {
  const { since, until, is_going_on: isGoingOn, kept_one_in: oneIn, successes, refusals } = leftOut;
  const first =
    oneIn === 1
      ? requestsWords.leftOutRefusals(formatWhen(since), formatWhen(until))
      : isGoingOn
        ? requestsWords.leftOutNow(oneIn, formatWhen(since))
        : requestsWords.leftOutThen(oneIn, formatWhen(since), formatWhen(until));
  return (
    <p className="left-out small sub">
      <IconInfoCircle className="icon" size={16} stroke={1.75} aria-hidden />
      <span>
        <b>{first}</b> {requestsWords.leftOutCount(successes, refusals)}
      </span>
    </p>
  );
}
