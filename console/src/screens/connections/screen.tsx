import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { connectionsQuery, type Connection } from '../../api/queries/connections';
import { problemFacts } from '../../api/problem';
import { mayActAs } from '../../api/queries/session';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { PlatformName } from '../../parts/platform';
import { roadLines } from '../../parts/roads';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { connectionsWords } from '../../words/en/connections';
import '../../parts/connection-cells.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections');

interface PlatformRow {
  readonly platform: Platform;
  readonly connections: readonly Connection[];
  readonly revoked: number;
}

/** The platforms with their connections. */
export function ConnectionsScreen() {
  const { account } = accountRoute.useRouteContext();
  const { returned } = route.useSearch();
  const sources = useQuery(sourcesQuery(account.id));
  const connections = useQuery(connectionsQuery(account.id));
  const failed = sources.error ?? connections.error;
  const retry = (): void => void Promise.all([sources.refetch(), connections.refetch()]);
  return (
    <div className="page">
      <title>{connectionsWords.title}</title>
      <div className="head">
        <h1>{connectionsWords.title}</h1>
        <span className="muted">{connectionsWords.sub}</span>
      </div>
      {returned === 'unknown' && (
        <div className="banner bad" role="alert">
          <IconAlertTriangle className="icon" size={16} aria-hidden />
          <p>{connectionsWords.returnedUnknown}</p>
        </div>
      )}
      {(sources.isPending || connections.isPending) && !failed && <Loading rows={3} onRetry={retry} />}
      {failed && <Problem {...problemFacts(failed)} onRetry={retry} />}
      {sources.data && connections.data && (
        <PlatformTable
          rows={rowsOf([...sources.data.values()], connections.data)}
          isOwner={mayActAs(account.role, 'owner')}
        />
      )}
    </div>
  );
}

function rowsOf(platforms: readonly Platform[], all: readonly Connection[]): readonly PlatformRow[] {
  return platforms
    .filter(({ connection }) => connection !== null)
    .map((platform) => {
      const connections = all.filter(({ source_slug: slug }) => slug === platform.slug);
      return { platform, connections, revoked: connections.filter(({ status }) => status === 'revoked').length };
    });
}

function PlatformTable({ rows, isOwner }: { readonly rows: readonly PlatformRow[]; readonly isOwner: boolean }) {
  const columns: readonly Column<PlatformRow>[] = [
    {
      key: 'name',
      title: connectionsWords.platform,
      cell: ({ platform }) => (
        <b className="platform-cell">
          <PlatformName slug={platform.slug} name={platform.display_name} />
        </b>
      ),
    },
    { key: 'reads', title: connectionsWords.reads, cell: ({ platform }) => <Reads platform={platform} /> },
    { key: 'may', title: connectionsWords.may, cell: ({ platform }) => <Abilities platform={platform} /> },
    {
      key: 'objects',
      title: connectionsWords.objects,
      cell: ({ connections }) => <span className="num nowrap">{connectionsWords.ofObjects(connections.length)}</span>,
    },
    {
      key: 'checked',
      title: connectionsWords.checked,
      isNamed: true,
      cell: ({ connections }) => <Checked connections={connections} />,
    },
    { key: 'state', title: connectionsWords.state, cell: (row) => <State row={row} /> },
    {
      key: 'action',
      title: connectionsWords.action,
      isTitleHidden: true,
      cell: (row) => <Action row={row} isOwner={isOwner} />,
    },
  ];
  return <Table caption={connectionsWords.title} columns={columns} rows={rows} keyOf={({ platform }) => platform.id} />;
}

/** What hrev reads with and without a connection. */
function Reads({ platform: { roads } }: { readonly platform: Platform }) {
  return (
    <span className="small">
      {roadLines(roads).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </span>
  );
}

function Abilities({ platform: { connection, can_publish_reply: canPublish } }: { readonly platform: Platform }) {
  if (!canPublish) return <span className="muted">{connectionsWords.onlyReads}</span>;
  const may = [
    connectionsWords.publish,
    ...(connection?.can_replace ? [connectionsWords.replace] : []),
    ...(connection?.can_delete ? [connectionsWords.delete] : []),
  ];
  return (
    <span>
      {may.join(', ')}
      {connection?.moderated && <span className="muted small block">{connectionsWords.moderated}</span>}
    </span>
  );
}

function Checked({ connections }: { readonly connections: readonly Connection[] }) {
  const at = connections
    .map(({ checked_at: checked }) => checked)
    .sort()
    .at(-1);
  if (at === undefined) return <span className="muted">{connectionsWords.never}</span>;
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)} className="nowrap">
      {formatMoment(at)}
    </time>
  );
}

function State({ row: { platform, connections, revoked } }: { readonly row: PlatformRow }) {
  if (revoked > 0) return <Status name="accessRevoked" text={connectionsWords.revoked(revoked)} />;
  if (connections.length > 0) return <Status name="connected" />;
  return platform.connection?.ready === false ? (
    <span className="muted small">{connectionsWords.notSetUp}</span>
  ) : (
    <Status name="notConnected" />
  );
}

function Action({
  row: { platform, connections, revoked },
  isOwner,
}: {
  readonly row: PlatformRow;
  readonly isOwner: boolean;
}) {
  const { slug: source, display_name: name, connection } = platform;
  const isAdding = isOwner && connections.length === 0;
  const isReconnecting = isOwner && revoked > 0;
  const label = isReconnecting
    ? connectionsWords.reconnectPlatform(name)
    : isAdding
      ? connectionsWords.connectPlatform(name)
      : connectionsWords.managePlatform(name);
  const text = isReconnecting
    ? connectionsWords.reconnect
    : isAdding
      ? connectionsWords.connect
      : connectionsWords.manage;
  return (
    <Link
      from="/a/$accountId/connections"
      to="/a/$accountId/connections/$source"
      params={{ source }}
      search={isAdding || (isReconnecting && connection?.oauth) ? { step: 'before' } : {}}
      className="link action-link"
      aria-label={label}
    >
      {text}
    </Link>
  );
}
