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
import { connectWords } from '../../words/en/connect';
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
      title: connectWords.object,
      cell: ({ object_name: name }) => <bdi className="object-name">{name}</bdi>,
    },
    {
      key: 'card',
      title: connectWords.card,
      cell: ({ card, card_name: name }) => (
        <bdi className="object-name muted" title={card}>
          {name ?? connectWords.unnamed}
        </bdi>
      ),
    },
    { key: 'state', title: connectWords.state, cell: (connection) => <State connection={connection} /> },
    {
      key: 'checked',
      title: connectWords.checked,
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
            title: connectWords.actions,
            isTitleHidden: true,
            cell: (connection: Connection) => <Actions platform={platform} connection={connection} />,
          },
        ]
      : []),
  ];
  return <Table caption={connectWords.list} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function State({ connection: { status, error, revoked_at: at } }: { readonly connection: Connection }) {
  if (status === 'active') return <Status name="connected" />;
  return (
    <span className="revoked">
      <Status name="accessRevoked" />
      <span className="small block">
        {at !== null && <span title={formatExact(at)}>{connectWords.revokedSince(formatMoment(at))} </span>}
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
      <WriteButton aria-label={connectWords.checkOf(name)} loading={check.isPending} onClick={() => check.mutate()}>
        {connectWords.check}
      </WriteButton>
      <Button aria-label={connectWords.disconnectOf(name)} onClick={() => setAsking(true)}>
        {connectWords.disconnect}
      </Button>
      <p role="status" className="small">
        {check.data?.status === 'active' && connectWords.active}
        {check.data?.status === 'unknown' && check.data.reason}
        {check.error && problemFacts(check.error).text}
      </p>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={connectWords.disconnectTitle(name)}>
        <p>{connectWords.disconnectText(platform.display_name)}</p>
        {connection.way === 'oauth' && (
          <p className="sub">
            {connectWords.disconnectConsent(platform.display_name)} <AccountLink platform={platform} />
          </p>
        )}
        {remove.error && (
          <p role="alert" className="refused small">
            {problemFacts(remove.error).text}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={() => setAsking(false)}>{connectWords.keep}</Button>
          <WriteButton variant="filled" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {connectWords.disconnect}
          </WriteButton>
        </div>
      </Modal>
    </div>
  );
}
