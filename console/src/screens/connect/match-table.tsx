import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { problemFacts } from '../../api/problem';
import { attachPairs, connectionKeys, type Consent, type ConsentCard } from '../../api/queries/connections';
import { objectsQuery } from '../../api/queries/objects';
import type { Platform } from '../../api/queries/sources';
import { Empty } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { connectWords } from '../../words/en/connect';
import { chosenTwice, initialChoices, pairsOf, type Choices } from './choices';
import { Pager, pageOf } from './pager';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

interface Row {
  readonly position: number;
  readonly card: ConsentCard;
}

/** The places of the account beside objects: certain ones are chosen, others are proposed or left to the person. */
export function MatchTable({ platform, flow }: { readonly platform: Platform; readonly flow: Consent }) {
  const { account } = accountRoute.useRouteContext();
  const { page = 1 } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const queries = useQueryClient();
  const objects = useQuery(objectsQuery(account.id));
  const [choices, setChoices] = useState(() => initialChoices(flow.cards));
  const [isChecked, setChecked] = useState(false);
  const twice = useMemo(() => chosenTwice(choices), [choices]);
  const pairs = pairsOf(choices);
  const attach = useMutation({
    mutationFn: () => attachPairs(account.id, flow.flow_id, pairs),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: connectionKeys.flow(account.id, flow.flow_id) });
      await navigate({ search: { flow: flow.flow_id, step: 'tested' } });
    },
  });
  const options = useMemo(
    () => (objects.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    [objects.data],
  );
  const problem = twice.size > 0 ? connectWords.chosenTwice : pairs.length === 0 ? connectWords.nothingChosen : null;
  const columns = columnsOf({
    choices,
    twice,
    options,
    choose: (card, objectId) => setChoices((before) => ({ ...before, [card]: objectId })),
  });
  const rows = flow.cards.map((card, position) => ({ card, position }));
  return (
    <section aria-label={connectWords.matchTitle}>
      <MatchHead
        pairs={pairs.length}
        cards={flow.cards.length}
        problem={isChecked ? problem : null}
        refusal={attach.error}
        isPending={attach.isPending}
        onTest={() => (problem === null ? attach.mutate() : setChecked(true))}
      />
      {rows.length === 0 ? (
        <Empty text={connectWords.noCards} />
      ) : (
        <Table
          caption={`${platform.display_name}: ${connectWords.matchTitle}`}
          columns={columns}
          rows={pageOf(rows, page)}
          keyOf={({ position }) => position}
        />
      )}
      <Pager page={page} total={rows.length} />
    </section>
  );
}

interface MatchHeadProps {
  readonly pairs: number;
  readonly cards: number;
  readonly problem: string | null;
  readonly refusal: Error | null;
  readonly isPending: boolean;
  readonly onTest: () => void;
}

function MatchHead({ pairs, cards, problem, refusal, isPending, onTest }: MatchHeadProps) {
  return (
    <>
      <div className="head">
        <h2>{connectWords.matchTitle}</h2>
        <span className="muted num">{connectWords.matched(pairs, cards)}</span>
        <div className="actions">
          <WriteButton
            variant="filled"
            loading={isPending}
            aria-describedby={problem === null ? undefined : 'match-problem'}
            onClick={onTest}
          >
            {connectWords.test(pairs)}
          </WriteButton>
        </div>
      </div>
      {problem !== null && (
        <p role="alert" id="match-problem" className="refused small">
          {problem}
        </p>
      )}
      {refusal !== null && (
        <p role="alert" className="refused small">
          {problemFacts(refusal).text}
        </p>
      )}
    </>
  );
}

interface ColumnOptions {
  readonly choices: Choices;
  readonly twice: ReadonlySet<number>;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (card: string, objectId: number | null) => void;
}

function columnsOf({ choices, twice, options, choose }: ColumnOptions): readonly Column<Row>[] {
  return [
    {
      key: 'name',
      title: connectWords.place,
      cell: ({ card: { name, address } }) => (
        <span className="place">
          <bdi>{name}</bdi>
          {address !== null && <bdi className="muted small block">{address}</bdi>}
        </span>
      ),
    },
    {
      key: 'object',
      title: connectWords.yourObject,
      cell: ({ card: { card, name } }) => (
        <Select
          aria-label={connectWords.objectFor(name)}
          placeholder={connectWords.leaveOut}
          clearable
          clearButtonProps={{ 'aria-label': connectWords.leaveOut }}
          searchable
          limit={50}
          data={options}
          value={choices[card] === null || choices[card] === undefined ? null : String(choices[card])}
          onChange={(value) => choose(card, value === null ? null : Number(value))}
        />
      ),
    },
    {
      key: 'state',
      title: connectWords.match,
      cell: ({ card }) => (
        <Match card={card} chosen={choices[card.card] ?? null} isTwice={twice.has(choices[card.card] ?? 0)} />
      ),
    },
  ];
}

function Match({
  card,
  chosen,
  isTwice,
}: {
  readonly card: ConsentCard;
  readonly chosen: number | null;
  readonly isTwice: boolean;
}) {
  const isProposal = chosen !== null && chosen === card.object_id;
  const name: StatusName = isTwice
    ? 'matchTwice'
    : chosen === null
      ? card.object_id === null
        ? 'matchOpen'
        : 'matchOut'
      : isProposal && !card.certain
        ? 'matchProposed'
        : 'matchCertain';
  return <Status name={name} {...(name === 'matchCertain' && !isProposal ? { text: connectWords.choose } : {})} />;
}
