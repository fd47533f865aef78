import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Delivery } from '../../api/queries/deliveries';
import { objectsQuery } from '../../api/queries/objects';
import type { WebhookStatistics } from '../../api/queries/webhooks';
import { formatMs } from '../../lib/durations';
import { formatExact, formatWhen } from '../../lib/format';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { words } from '../../words/en';

const accountRoute = getRouteApi('/a/$accountId');

interface DeliveryTableProps {
  readonly rows: readonly Delivery[];
  readonly openId: number | undefined;
  readonly schedule: WebhookStatistics | undefined;
}

/** Deliveries; the link of each row opens it. */
export function DeliveryTable({ rows, openId, schedule }: DeliveryTableProps) {
  const isOpen = ({ delivery_id: id }: Delivery): boolean => id === openId;
  const columns: readonly Column<Delivery>[] = [
    {
      key: 'pill',
      title: words.webhook.state,
      cell: (row) => (
        <Link
          from="/a/$accountId/webhooks/$webhookId/deliveries"
          to="/a/$accountId/webhooks/$webhookId/deliveries/$deliveryId"
          params={{ deliveryId: String(row.delivery_id) }}
          search={(before) => ({ ...before, part: undefined })}
          className="row-link"
          data-row
          aria-current={isOpen(row) ? 'true' : undefined}
          aria-label={`${words.webhook.delivery(row.delivery_id)}, ${stateOf(row, schedule).text}`}
        >
          <DeliveryState delivery={row} schedule={schedule} />
        </Link>
      ),
    },
    { key: 'event', title: words.webhook.event, className: 'mono', cell: ({ event }) => event },
    {
      key: 'content',
      title: words.webhook.content,
      className: 'sub',
      cell: (row) => <Content delivery={row} />,
    },
    { key: 'answer', title: words.webhook.answer, isNumber: true, className: 'mono', cell: answerOf },
    {
      key: 'took',
      title: words.webhook.took,
      isNumber: true,
      cell: ({ last_duration_ms: ms }) => ms !== null && formatMs(ms),
    },
    {
      key: 'made',
      title: words.webhook.made,
      isNumber: true,
      cell: ({ created_at: at }) => (
        <time dateTime={`${at}Z`} title={formatExact(at)}>
          {formatWhen(at)}
        </time>
      ),
    },
  ];
  return (
    <Table
      className="log-table delivery-table"
      caption={words.webhook.caption}
      columns={columns}
      rows={rows}
      keyOf={({ delivery_id: id }) => id}
      isOpen={isOpen}
    />
  );
}

const answerOf = (row: Delivery): string | number => row.last_status_code ?? row.last_error ?? '–';

interface StateProps {
  readonly delivery: Delivery;
  readonly schedule: WebhookStatistics | undefined;
}

export function DeliveryState({ delivery, schedule }: StateProps) {
  return <Status {...stateOf(delivery, schedule)} />;
}

function stateOf({ status, tries }: Delivery, schedule: WebhookStatistics | undefined) {
  if (status === 'success') return { name: 'delivered', text: words.status.delivered } as const;
  if (status === 'failed') return { name: 'refusedByServer', text: words.status.refusedByServer } as const;
  if (status === 'dead_letter') return { name: 'givenUp', text: words.status.givenUp } as const;
  if (tries === 0 || schedule === undefined)
    return { name: 'deliveryWaits', text: words.status.deliveryWaits } as const;
  return { name: 'deliveryRetries', text: words.webhook.tryOf(tries, schedule.max_attempts) } as const;
}

/** What the delivery is about: `2 reviews, Porto`. */
function Content({ delivery }: { readonly delivery: Delivery }) {
  const { account } = accountRoute.useRouteContext();
  const { data: objects } = useQuery(objectsQuery(account.id));
  const { review_count: reviews, object_ids: ids } = delivery;
  if (reviews === null) return <>{words.webhook.run}</>;
  const [only] = ids;
  const name = ids.length === 1 ? objects?.data.find(({ id }) => id === only)?.name : undefined;
  return (
    <>
      {words.webhook.reviews(reviews)}
      {name !== undefined && (
        <>
          {', '}
          <bdi>{name}</bdi>
        </>
      )}
      {ids.length > 1 &&
        `, ${ids.length < MOST_IDS ? words.webhook.inObjects(ids.length) : words.webhook.manyObjects(MOST_IDS)}`}
    </>
  );
}

/** The API names at most five objects. */
const MOST_IDS = 5;
