import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Delivery } from '../../api/queries/deliveries';
import { objectsQuery } from '../../api/queries/objects';
import type { WebhookStatistics } from '../../api/queries/webhooks';
import { formatMs } from '../../lib/durations';
import { formatExact, formatWhen } from '../../lib/format';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { statusWords } from '../../words/en/status';
import { webhookWords } from '../../words/en/webhook';

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
      title: webhookWords.state,
      cell: (row) => (
        <Link
          from="/a/$accountId/webhooks/$webhookId/deliveries"
          to="/a/$accountId/webhooks/$webhookId/deliveries/$deliveryId"
          params={{ deliveryId: String(row.delivery_id) }}
          search={(before) => ({ ...before, part: undefined })}
          className="row-link"
          data-row
          aria-current={isOpen(row) ? 'true' : undefined}
          aria-label={`${webhookWords.delivery(row.delivery_id)}, ${stateOf(row, schedule).text}`}
        >
          <DeliveryState delivery={row} schedule={schedule} />
        </Link>
      ),
    },
    { key: 'event', title: webhookWords.event, className: 'mono', cell: ({ event }) => event },
    {
      key: 'content',
      title: webhookWords.content,
      className: 'sub',
      cell: (row) => <Content delivery={row} />,
    },
    { key: 'answer', title: webhookWords.answer, isNumber: true, className: 'mono', cell: answerOf },
    {
      key: 'took',
      title: webhookWords.took,
      isNumber: true,
      cell: ({ last_duration_ms: ms }) => ms !== null && formatMs(ms),
    },
    {
      key: 'made',
      title: webhookWords.made,
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
      caption={webhookWords.caption}
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
  if (status === 'success') return { name: 'delivered', text: statusWords.delivered } as const;
  if (status === 'failed') return { name: 'refusedByServer', text: statusWords.refusedByServer } as const;
  if (status === 'dead_letter') return { name: 'givenUp', text: statusWords.givenUp } as const;
  if (tries === 0 || schedule === undefined) return { name: 'deliveryWaits', text: statusWords.deliveryWaits } as const;
  return { name: 'deliveryRetries', text: webhookWords.tryOf(tries, schedule.max_attempts) } as const;
}

/** What the delivery is about: `2 reviews, Porto`. */
function Content({ delivery }: { readonly delivery: Delivery }) {
  const { account } = accountRoute.useRouteContext();
  const { data: objects } = useQuery(objectsQuery(account.id));
  const { review_count: reviews, object_ids: ids } = delivery;
  if (reviews === null) return <>{webhookWords.run}</>;
  const [only] = ids;
  const name = ids.length === 1 ? objects?.data.find(({ id }) => id === only)?.name : undefined;
  return (
    <>
      {webhookWords.reviews(reviews)}
      {name !== undefined && (
        <>
          {', '}
          <bdi>{name}</bdi>
        </>
      )}
      {ids.length > 1 &&
        `, ${ids.length < MOST_IDS ? webhookWords.inObjects(ids.length) : webhookWords.manyObjects(MOST_IDS)}`}
    </>
  );
}

/** The API names at most five objects. */
const MOST_IDS = 5;
