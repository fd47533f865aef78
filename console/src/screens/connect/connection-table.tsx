import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { checkConnection, connectionKeys, disconnect, type Connection } from '../../api/queries/connections';
import type { Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { AccountLink } from './place-links';

const accountRoute = getRouteApi('/a/$accountId');

interface ConnectionTableProps {
  readonly platform: Platform;
  readonly connections: readonly Connection[];
  readonly isOwner: boolean;
}

/** The connected objects of a platform; those whose access was taken back come first, with the reason and the date. */
export function ConnectionTable({ platform, connections, isOwner }: ConnectionTableProps) {
  const rows = [...connections].sort(
    (one, other) => Number(other.status === 'revoked') - Number(one.status === 'revoked'),
  );
  const columns: readonly Column<Connection>[] = [
    {
      key: 'name',
      title: words.connect.object,
      cell: ({ object_name: name }) => <bdi className="object-name">{name}</bdi>,
    },
    {
      key: 'card',
      title: words.connect.card,
      cell: ({ card, card_name: name }) => (
        <bdi className="object-name muted" title={card}>
          {name ?? words.connect.unnamed}
        </bdi>
      ),
    },
    { key: 'state', title: words.connect.state, cell: (connection) => <State connection={connection} /> },
    {
      key: 'checked',
      title: words.connect.checked,
      isNamed: true,
      cell: ({ checked_at: at }) => (
        <time dateTime={`${at}Z`} title={formatExact(at)} className="nowrap">
          {formatMoment(at)}
        </time>
      ),
    },
    ...(isOwner
      ? [
          {
            key: 'actions',
            title: words.connect.actions,
            isTitleHidden: true,
            cell: (connection: Connection) => <Actions platform={platform} connection={connection} />,
          },
        ]
      : []),
  ];
  return <Table caption={words.connect.list} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function State({ connection: { status, error, revoked_at: at } }: { readonly connection: Connection }) {
  if (status === 'active') return <Status name="connected" />;
  return (
    <span className="revoked">
      <Status name="accessRevoked" />
      <span className="small block">
        {at !== null && <span title={formatExact(at)}>{words.connect.revokedSince(formatMoment(at))} </span>}
        {error}
      </span>
    </span>
  );
}

function Actions({ platform, connection }: { readonly platform: Platform; readonly connection: Connection }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: connectionKeys.list(account.id) });
  const check = useMutation({ mutationFn: () => checkConnection(account.id, connection.id), onSettled: reload });
  const remove = useMutation({
    mutationFn: () => disconnect(account.id, connection.id),
    onSuccess: () => setAsking(false),
    onSettled: reload,
  });
  const name = connection.object_name;
  return (
    <div className="row-actions">
      <WriteButton aria-label={words.connect.checkOf(name)} loading={check.isPending} onClick={() => check.mutate()}>
        {words.connect.check}
      </WriteButton>
      <Button aria-label={words.connect.disconnectOf(name)} onClick={() => setAsking(true)}>
        {words.connect.disconnect}
      </Button>
      <p role="status" className="small">
        {check.data?.status === 'active' && words.connect.active}
        {check.data?.status === 'unknown' && check.data.reason}
        {check.error && problemFacts(check.error).text}
      </p>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={words.connect.disconnectTitle(name)}>
        <p>{words.connect.disconnectText(platform.display_name)}</p>
        {connection.way === 'oauth' && (
          <p className="sub">
            {words.connect.disconnectConsent(platform.display_name)} <AccountLink platform={platform} />
          </p>
        )}
        {remove.error && (
          <p role="alert" className="refused small">
            {problemFacts(remove.error).text}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={() => setAsking(false)}>{words.connect.keep}</Button>
          <WriteButton variant="filled" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.connect.disconnect}
          </WriteButton>
        </div>
      </Modal>
    </div>
  );
}
