import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { problemFacts } from '../../api/problem';
import { connectionKeys, type Consent, type ConsentCard } from '../../api/queries/connections';
import { collectObject, objectKeys } from '../../api/queries/objects';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { connectWords } from '../../words/en/connect';
import { Pager, pageOf } from './pager';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

interface Row {
  readonly position: number;
  readonly card: ConsentCard;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', title: connectWords.place, cell: ({ card }) => <bdi className="place">{card.name}</bdi> },
  {
    key: 'object',
    title: connectWords.yourObject,
    cell: ({ card }) => <bdi className="place">{card.chosen_object_name}</bdi>,
  },
  { key: 'state', title: connectWords.result, cell: ({ card }) => <Result card={card} /> },
];

/** The result of each pair. It changes while a worker tests. */
export function TestedTable({ flow }: { readonly flow: Consent }) {
  const { account } = accountRoute.useRouteContext();
  const { page = 1 } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const queries = useQueryClient();
  const chosen = flow.cards.flatMap((card, position) => (card.outcome === null ? [] : [{ card, position }]));
  const connected = chosen.filter(({ card }) => card.outcome === 'connected');
  const refused = chosen.filter(({ card }) => card.outcome === 'refused');
  const isTesting = flow.state === 'testing';
  useEffect(() => {
    if (isTesting) return;
    void queries.invalidateQueries({ queryKey: connectionKeys.list(account.id) });
    void queries.invalidateQueries({ queryKey: objectKeys.list(account.id) });
  }, [isTesting, queries, account.id]);
  const collect = useMutation({
    mutationFn: async () => {
      for (const { card } of connected)
        if (card.chosen_object_id !== null) await collectObject(account.id, card.chosen_object_id);
    },
  });
  return (
    <section aria-label={connectWords.testedTitle}>
      <div className="head">
        <h2>{connectWords.testedTitle}</h2>
        <span className="muted num" role="status">
          {isTesting
            ? connectWords.testing(connected.length + refused.length, chosen.length)
            : connectWords.tested(connected.length, refused.length)}
        </span>
        {!isTesting && (
          <div className="actions">
            <Button onClick={() => void navigate({ search: { flow: flow.flow_id, step: 'match' } })}>
              {connectWords.backToMatch}
            </Button>
            {connected.length > 0 && (
              <WriteButton loading={collect.isPending} onClick={() => collect.mutate()}>
                {connectWords.collectNow}
              </WriteButton>
            )}
            <Button variant="filled" onClick={() => void navigate({ search: {} })}>
              {connectWords.done}
            </Button>
          </div>
        )}
      </div>
      {collect.isSuccess && <p role="status">{connectWords.collected}</p>}
      {collect.error && <p role="alert">{problemFacts(collect.error).text}</p>}
      <Table
        caption={connectWords.testedTitle}
        columns={COLUMNS}
        rows={pageOf(chosen, page)}
        keyOf={({ position }) => position}
      />
      <Pager page={page} total={chosen.length} />
    </section>
  );
}

function Result({ card: { outcome, detail } }: { readonly card: ConsentCard }) {
  if (outcome === 'connected') return <Status name="connected" />;
  if (outcome === 'waiting') return <Status name="matchTesting" />;
  return (
    <span className="revoked">
      <Status name="matchRefused" />
      <span className="small block">{detail}</span>
    </span>
  );
}
