import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { problemFacts } from '../../api/problem';
import {
  deliveriesQuery,
  PAGE,
  type Delivery,
  type DeliveryFilter,
  type DeliveryPage,
} from '../../api/queries/deliveries';
import { mayActAs } from '../../api/queries/session';
import { statisticsQuery, webhookQuery } from '../../api/queries/webhooks';
import { recordRows } from '../../lib/csv';
import { curlOf, type ApiCall } from '../../lib/curl';
import { useRowKeys } from '../../lib/row-focus';
import { beginningOf } from '../../lib/since';
import { numberOf } from '../../lib/url-state';
import { Choice } from '../../parts/filters';
import { NewRows, useNewRows } from '../../parts/new-rows';
import { NewerOlder } from '../../parts/pages';
import { PageMenu } from '../../parts/page-menu';
import { Segments } from '../../parts/segments';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { pageMenuWords } from '../../words/en/page-menu';
import { webhookWords } from '../../words/en/webhook';
import { DeliveryTable } from './delivery-table';
import { Failing } from './failing';
import { Figures } from './figures';
import { RecoveryLine } from './recover';
import { EVENTS, type DeliveriesSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId/deliveries');

const EVENT_CHOICES = Object.fromEntries([
  ['any', webhookWords.anyEvent],
  ...EVENTS.map((event) => [event, event]),
]) as Readonly<Record<(typeof EVENTS)[number] | 'any', string>>;

/** The deliveries of a webhook, with the open one beside them. */
export function WebhookDeliveries() {
  const { account } = accountRoute.useRouteContext();
  const webhookId = numberOf(route.useParams().webhookId) ?? 0;
  const openId = numberOf(useParams({ strict: false }).deliveryId);
  const { status, event, since, offset } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhook } = useQuery(webhookQuery(account.id, webhookId));
  const { data: statistics } = useQuery(statisticsQuery(account.id, webhookId));
  const filter = { status, event, since, offset };
  const filterNow = (): DeliveryFilter => ({ ...filter, since: since && beginningOf(since) });
  const deliveries = useQuery(deliveriesQuery(account.id, webhookId, filter, filterNow));
  const change = useCallback(
    (next: DeliveriesSearch) =>
      void navigate({ search: (before) => ({ ...before, offset: undefined, ...next }), replace: true }),
    [navigate],
  );
  const held = useNewRows({
    fresh: deliveries.data?.data,
    isPlaceholder: deliveries.isPlaceholderData,
    keyOf: ({ delivery_id: id }) => id,
    list: JSON.stringify([account.id, webhookId, filter]),
    pageSize: PAGE,
  });
  useRowKeys();
  if (webhook === undefined) return null;
  return (
    <>
      {mayActAs(account.role, 'member') && <RecoveryLine webhook={webhook} />}
      {statistics && <Failing webhook={webhook} statistics={statistics} />}
      <Figures webhook={webhook} />
      <FilterRow
        search={filter}
        rows={deliveries.data && held.rows}
        call={{ path: `/v3/webhooks/${webhookId}/deliveries`, query: { limit: PAGE, ...filterNow() } }}
        onChange={change}
      />
      <NewRows
        text={webhookWords.fresh(held.newCount, held.newCount >= PAGE)}
        count={held.newCount}
        onShow={held.show}
      />
      {deliveries.isPending && <Loading rows={8} onRetry={() => void deliveries.refetch()} />}
      {deliveries.error && <Problem {...problemFacts(deliveries.error)} onRetry={() => void deliveries.refetch()} />}
      {deliveries.data && (
        <Found page={deliveries.data} rows={held.rows} search={filter} openId={openId} onChange={change} />
      )}
    </>
  );
}

interface FilterRowProps {
  readonly search: DeliveriesSearch;
  /** The rows on the screen, once they are read. */
  readonly rows: readonly Delivery[] | undefined;
  readonly call: ApiCall;
  readonly onChange: (next: DeliveriesSearch) => void;
}

const CSV_FIELDS = [
  ...(['delivery_id', 'event', 'status', 'attempts', 'last_status_code', 'last_error'] as const),
  ...(['review_count', 'object_ids', 'created_at'] as const),
];

function FilterRow({ search: { status, event, since }, rows, call, onChange }: FilterRowProps) {
  return (
    <div className="filter-row">
      <Segments
        label={webhookWords.status}
        value={status ?? 'all'}
        choices={webhookWords.statuses}
        onChoose={(next) => onChange({ status: next === 'all' ? undefined : next })}
      />
      <Choice
        label={webhookWords.event}
        value={event ?? 'any'}
        choices={EVENT_CHOICES}
        onChoose={(next) => onChange({ event: next === 'any' ? undefined : next })}
      />
      <Choice
        label={webhookWords.since}
        value={since ?? '30d'}
        choices={webhookWords.periods}
        onChoose={(next) => onChange({ since: next === '30d' ? undefined : next })}
      />
      <span className="small muted filter-note">{webhookWords.every15}</span>
      <PageMenu
        call={call}
        csv={rows && { name: 'deliveries', label: pageMenuWords.csvShown, rows: () => recordRows(rows, CSV_FIELDS) }}
      />
    </div>
  );
}

interface FoundProps {
  readonly page: DeliveryPage;
  readonly rows: readonly Delivery[];
  readonly search: DeliveriesSearch;
  readonly openId: number | undefined;
  readonly onChange: (next: DeliveriesSearch) => void;
}

/** The deliveries that match, with the open one beside them. */
function Found({ page, rows, search, openId, onChange }: FoundProps) {
  const { account } = accountRoute.useRouteContext();
  const webhookId = numberOf(route.useParams().webhookId) ?? 0;
  const { data: statistics } = useQuery(statisticsQuery(account.id, webhookId));
  const { offset = 0, status, event, since } = search;
  const test = { method: 'POST', path: `/v3/webhooks/${webhookId}/test` } as const;
  const filters = [status, event, since].filter((one) => one !== undefined).length;
  return (
    <div className={`with-panel ${openId === undefined ? '' : 'is-open'}`}>
      {page.total === 0 ? (
        filters === 0 ? (
          <Empty text={webhookWords.none} curl={curlOf(test, window.location.origin)} />
        ) : (
          <Filtered
            text={webhookWords.noMatch}
            count={filters}
            onClear={() => onChange({ status: undefined, event: undefined, since: undefined })}
          />
        )
      ) : (
        <div>
          <DeliveryTable rows={rows} openId={openId} schedule={statistics} />
          <NewerOlder
            offset={offset}
            limit={PAGE}
            hasOlder={page.has_next}
            range={webhookWords.range(offset + 1, offset + page.data.length, page.total)}
            onPage={(next) => onChange({ offset: next === 0 ? undefined : next })}
          />
        </div>
      )}
      <Outlet />
    </div>
  );
}
