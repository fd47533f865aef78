import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { mayActAs } from '../../api/queries/session';
import { statisticsQuery, webhooksQuery, webhookSwitch, type Webhook } from '../../api/queries/webhooks';
import { addressOf } from '../../lib/address';
import { formatWhen } from '../../lib/format';
import { recordRows } from '../../lib/csv';
import { curlOf } from '../../lib/curl';
import { useRowKeys } from '../../lib/row-focus';
import { InstantSwitch } from '../../parts/instant-switch';
import { PageMenu } from '../../parts/page-menu';
import { Empty, Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Strip } from '../../parts/strip';
import { Table, type Column } from '../../parts/table';
import { nameOf } from '../../parts/webhook-name';
import { webhooksWords } from '../../words/en/webhooks';
import './webhooks.css';

const accountRoute = getRouteApi('/a/$accountId');
const MOST = 50;

/** The webhooks of the account, with the state of their deliveries. */
export function WebhooksScreen() {
  const { account } = accountRoute.useRouteContext();
  const webhooks = useQuery(webhooksQuery(account.id));
  const mayChange = mayActAs(account.role, 'member');
  useRowKeys();
  const count = webhooks.data?.length ?? 0;
  const withTarget = countWithTarget(webhooks.data);
  return (
    <div className="page">
      <title>{webhooksWords.title}</title>
      <div className="head">
        <h1>{webhooksWords.title}</h1>
        <span className="muted num">{webhooks.data && webhooksWords.count(withTarget)}</span>
        <div className="actions">
          {mayChange && count > 0 && withTarget < MOST && <AddButton />}
          <WebhooksMenu webhooks={webhooks.data} mayAdd={mayChange && withTarget < MOST} />
        </div>
      </div>
      {withTarget >= MOST && <p className="sub full-note">{webhooksWords.full}</p>}
      {webhooks.isPending && <Loading rows={4} onRetry={() => void webhooks.refetch()} />}
      {webhooks.error && <Problem {...problemFacts(webhooks.error)} onRetry={() => void webhooks.refetch()} />}
      {webhooks.data && count === 0 && <NoWebhooks mayChange={mayChange} />}
      {count > 0 && <WebhookTable webhooks={webhooks.data ?? []} />}
    </div>
  );
}

/** Listeners have a limit of their own. */
const countWithTarget = (webhooks: readonly Webhook[] = []): number =>
  webhooks.filter(({ listener }) => !listener).length;

function NoWebhooks({ mayChange }: { readonly mayChange: boolean }) {
  if (!mayChange) return <Empty text={webhooksWords.emptyViewer} />;
  return (
    <Empty text={webhooksWords.empty} curl={curlOf(NEW_WEBHOOK, window.location.origin)}>
      <AddButton />
    </Empty>
  );
}

function AddButton() {
  return (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} from="/a/$accountId/webhooks" to="/a/$accountId/webhooks/new" />}
    >
      {webhooksWords.add}
    </Button>
  );
}

const NEW_WEBHOOK = {
  method: 'POST',
  path: '/v3/webhooks',
  body: { target: 'https://example.com/hooks', event_types: ['reviews.new'] },
} as const;

function WebhooksMenu({
  webhooks,
  mayAdd,
}: {
  readonly webhooks: readonly Webhook[] | undefined;
  readonly mayAdd: boolean;
}) {
  const navigate = useNavigate({ from: '/a/$accountId/webhooks' });
  return (
    <PageMenu
      call={{ path: '/v3/webhooks' }}
      csv={webhooks && { name: 'webhooks', rows: () => recordRows(webhooks, CSV_FIELDS) }}
      actions={
        mayAdd ? [{ label: webhooksWords.add, run: () => void navigate({ to: '/a/$accountId/webhooks/new' }) }] : []
      }
    />
  );
}

const CSV_FIELDS = ['id', 'target', 'event_types', 'object_ids', 'is_active', 'failure_count', 'created_at'] as const;

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const columns: readonly Column<Webhook>[] = [
    { key: 'target', title: webhooksWords.target, cell: (webhook) => <Target webhook={webhook} /> },
    {
      key: 'events',
      title: webhooksWords.eventsTitle,
      cell: ({ event_types: types }) => <span className="sub">{webhooksWords.eventsOf(types)}</span>,
    },
    {
      key: 'objects',
      title: webhooksWords.objects,
      isNamed: true,
      cell: ({ object_ids: ids }) => <span className="num">{ids?.length ?? webhooksWords.allObjects}</span>,
    },
    {
      key: 'window',
      title: webhooksWords.window,
      isNamed: true,
      cell: ({ bucket_window: window }) => <span className="nowrap">{webhooksWords.windowShort(window)}</span>,
    },
    { key: 'strip', title: webhooksWords.last24, cell: (webhook) => <LastDay webhook={webhook} /> },
    { key: 'state', title: webhooksWords.state, cell: (webhook) => <State webhook={webhook} /> },
    { key: 'on', title: webhooksWords.on, cell: (webhook) => <OnSwitch webhook={webhook} /> },
  ];
  return <Table caption={webhooksWords.title} columns={columns} rows={webhooks} keyOf={({ id }) => id} />;
}

function Target({ webhook }: { readonly webhook: Webhook }) {
  const { target, id } = webhook;
  const { host, path } = (target !== null && addressOf(target)) || {
    host: target ?? webhooksWords.listenerTitle(id),
    path: '',
  };
  return (
    <span className="webhook-target">
      <Link
        from="/a/$accountId/webhooks"
        to="/a/$accountId/webhooks/$webhookId/deliveries"
        params={{ webhookId: String(webhook.id) }}
        search={{}}
        className="link"
        data-row
      >
        <bdi>
          {host}
          <span className="muted">{path}</span>
        </bdi>
      </Link>
      {webhook.listener && <span className="small sub webhook-scope">{webhooksWords.listener}</span>}
      {webhooksWords.hasReviews(webhook.event_types) && (
        <span className="small sub webhook-scope">{webhooksWords.filterSentences(webhook.filters)}</span>
      )}
    </span>
  );
}

function LastDay({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const { data } = useQuery(statisticsQuery(account.id, webhook.id));
  if (data === undefined) return <span className="strip-place" />;
  const hours = data.buckets.map(({ delivered, failed, dead_letter: givenUp, pending }) => ({
    delivered,
    lost: failed + givenUp,
    pending,
  }));
  const pending = hours.reduce((sum, hour) => sum + hour.pending, 0);
  return <Strip hours={hours} label={webhooksWords.strip(data.delivered, data.failed + data.dead_letter, pending)} />;
}

function State({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const { data } = useQuery(statisticsQuery(account.id, webhook.id));
  if (!webhook.is_active) return <Status name="webhookPaused" />;
  if (data === undefined) return null;
  if (webhook.failure_count === 0 || !data.failing_since)
    return <Status name={data.delivered === 0 ? 'webhookQuiet' : 'webhookWorks'} />;
  return <Status name="webhookFails" text={webhooksWords.failingSince(formatWhen(data.failing_since))} />;
}

function OnSwitch({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const change = useMutation(webhookSwitch(account.id, webhook.id));
  if (!mayActAs(account.role, 'member')) return null;
  return (
    <InstantSwitch
      label={webhooksWords.isOn(nameOf(webhook))}
      isOn={change.isPending ? change.variables : webhook.is_active}
      problem={change.error && problemFacts(change.error).text}
      onSwitch={change.mutate}
    />
  );
}
