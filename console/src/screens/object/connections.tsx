import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { checkConnection, connectionKeys, connectionsQuery, type Connection } from '../../api/queries/connections';
import { mayActAs } from '../../api/queries/session';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { PlatformName } from '../../parts/platform';
import { Empty, Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { connectWords } from '../../words/en/connect';
import { connectionsWords } from '../../words/en/connections';
import { objectWords } from '../../words/en/object';
import '../../parts/connection-cells.css';
import { useAccount, useOpenObject } from './use-object';

interface Row {
  readonly platform: Platform;
  readonly connection: Connection | null;
}

/** Where hrev may read and answer for this object. */
export function ConnectionsTab() {
  const { accountId, object } = useOpenObject();
  const isOwner = mayActAs(useAccount().role, 'owner');
  const sources = useQuery(sourcesQuery(accountId));
  const connections = useQuery(connectionsQuery(accountId));
  const failed = sources.error ?? connections.error;
  const retry = (): void => void Promise.all([sources.refetch(), connections.refetch()]);
  if (failed) return <Problem {...problemFacts(failed)} onRetry={retry} />;
  if (sources.data === undefined || connections.data === undefined) return <Loading rows={2} onRetry={retry} />;
  const own = connections.data.filter(({ object_id: id }) => id === object.id);
  const rows = rowsOf([...sources.data.values()], own, new Set(object.links.map((link) => link.source_slug)));
  if (rows.length === 0) return <Empty text={objectWords.noConnections} />;
  return (
    <>
      <Table
        caption={objectWords.connections}
        columns={columnsOf(isOwner)}
        rows={rows}
        keyOf={({ platform }) => platform.id}
      />
      {!isOwner && <p className="small muted">{connectWords.onlyOwners}</p>}
    </>
  );
}

/** The platforms of the object's links that can be connected, and those that are. */
function rowsOf(
  platforms: readonly Platform[],
  own: readonly Connection[],
  linked: ReadonlySet<string>,
): readonly Row[] {
  return platforms.flatMap((platform) => {
    const connection = own.find(({ source_slug: slug }) => slug === platform.slug) ?? null;
    const isShown = connection !== null || (platform.connection !== null && linked.has(platform.slug));
    return isShown ? [{ platform, connection }] : [];
  });
}

const columnsOf = (isOwner: boolean): readonly Column<Row>[] => [
  {
    key: 'name',
    title: connectionsWords.platform,
    cell: ({ platform: { slug, display_name: name } }) => (
      <b className="platform-cell">
        <PlatformName slug={slug} name={name} />
      </b>
    ),
  },
  {
    key: 'card',
    title: connectWords.card,
    cell: ({ connection }) =>
      connection && (
        <bdi className="object-name muted" title={connection.card}>
          {connection.card_name ?? connectWords.unnamed}
        </bdi>
      ),
  },
  { key: 'state', title: connectWords.state, cell: (row) => <State row={row} /> },
  {
    key: 'checked',
    title: connectWords.checked,
    cell: ({ connection }) =>
      connection ? (
        <time dateTime={`${connection.checked_at}Z`} title={formatExact(connection.checked_at)} className="nowrap">
          {formatMoment(connection.checked_at)}
        </time>
      ) : (
        <span className="muted">{connectionsWords.never}</span>
      ),
  },
  {
    key: 'actions',
    title: connectWords.actions,
    isTitleHidden: true,
    cell: (row) => <Actions row={row} isOwner={isOwner} />,
  },
];

function State({ row: { platform, connection } }: { readonly row: Row }) {
  if (connection === null)
    return platform.connection?.ready === false ? (
      <span className="muted small">{connectionsWords.notSetUp}</span>
    ) : (
      <Status name="notConnected" />
    );
  if (connection.status === 'active') return <Status name="connected" />;
  return (
    <span className="revoked">
      <Status name="accessRevoked" />
      <span className="small block">
        {connection.revoked_at !== null && `${connectWords.revokedSince(formatMoment(connection.revoked_at))} `}
        {connection.error}
      </span>
    </span>
  );
}

function Actions({ row: { platform, connection }, isOwner }: { readonly row: Row; readonly isOwner: boolean }) {
  const { accountId, object } = useOpenObject();
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: (id: number) => checkConnection(accountId, id),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionKeys.list(accountId) }),
  });
  if (!isOwner) return null;
  const name = platform.display_name;
  const isWorking = connection?.status === 'active';
  const label = connection === null ? connectionsWords.connectPlatform : connectionsWords.reconnectPlatform;
  const text = connection === null ? connectionsWords.connect : connectionsWords.reconnect;
  return (
    <div className="row-actions">
      {connection !== null && (
        <WriteButton
          aria-label={connectWords.checkOf(name)}
          loading={check.isPending}
          onClick={() => check.mutate(connection.id)}
        >
          {connectWords.check}
        </WriteButton>
      )}
      <Link
        to="/a/$accountId/connections/$source"
        params={{ accountId: String(accountId), source: platform.slug }}
        search={isWorking ? {} : { step: 'before', object_id: object.id }}
        className="link action-link"
        aria-label={isWorking ? connectionsWords.managePlatform(name) : label(name)}
      >
        {isWorking ? connectionsWords.manage : text}
      </Link>
      <p role="status" className="small">
        {check.data?.status === 'active' && connectWords.active}
        {check.data?.status === 'unknown' && check.data.reason}
        {check.error && problemFacts(check.error).text}
      </p>
    </div>
  );
}
