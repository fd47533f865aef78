import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { mayActAs } from '../../api/queries/session';
import { useKeys } from '../../lib/keys';
import { useLatest } from '../../lib/latest';
import { NewRows } from '../../parts/new-rows';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { reviewsWords } from '../../words/en/reviews';
import { tableWords } from '../../words/en/table';
import { ReviewRow, rowId } from './review-row';
import { filterCount, withoutFilters, type ReviewsSearch } from './search';
import { SelectionBar } from './selection-bar';
import { useLastSeen } from './use-last-seen';
import { DEEPEST, useMoves } from './use-moves';
import type { Rows } from './use-rows';
import { useOpeners } from './use-openers';
import { useSelection } from './use-selection';

const accountRoute = getRouteApi('/a/$accountId');

interface ReviewListProps {
  readonly list: Rows;
  readonly search: ReviewsSearch;
  readonly openId: number | undefined;
  readonly onChange: (next: ReviewsSearch) => void;
}

/** The reviews of the address, moved through by keys. */
export function ReviewList({ list, search, openId, onChange }: ReviewListProps) {
  const { account } = accountRoute.useRouteContext();
  const { rows, replies, total, hasNext } = list;
  const offset = search.offset ?? 0;
  const mayHide = mayActAs(account.role, 'member');
  const selection = useSelection(rows, openId);
  const lastSeen = useLastSeen(openId);
  const turn = (next: number): void => onChange({ offset: next || undefined });
  const { hrefOf, onOpen } = useOpeners(openId !== undefined);
  useShownRow(openId, rows.length > 0);
  const onSelect = useLatest(selection.toggle);
  const moves = useMoves({ list, offset, openId, onTurn: turn });
  useKeys({
    j: moves.down,
    k: moves.up,
    ']': moves.downUnanswered,
    '[': moves.upUnanswered,
    ...(mayHide ? { x: () => selection.toggle(openId, false), X: () => selection.toggle(openId, true) } : {}),
    ...(selection.ids.length > 0 ? { Escape: selection.clear } : {}),
  });
  const onArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') moves.down();
    else moves.up();
  };
  return (
    <section className="list" aria-label={reviewsWords.list} aria-busy={list.isStale} onKeyDown={onArrow}>
      {total !== null && (
        <div className="list-sum">
          <span className="num">{reviewsWords.count(total)}</span>
          <span className="keys">{reviewsWords.keys}</span>
        </div>
      )}
      <SelectionBar selection={selection} />
      <NewRows text={reviewsWords.newReviews(list.newCount)} count={list.newCount} onShow={list.showNew} />
      {list.isPending && <Loading rows={8} onRetry={list.refetch} />}
      {list.error && <Problem {...problemFacts(list.error)} onRetry={list.refetch} />}
      {!list.isPending && !list.error && rows.length === 0 && <Nothing search={search} onChange={onChange} />}
      <ul>
        {rows.map((review) => (
          <ReviewRow
            key={review.id}
            review={review}
            reply={replies.get(review.id)}
            isOpen={review.id === openId}
            href={hrefOf(review.id)}
            onOpen={onOpen}
            isNew={lastSeen !== null && review.id > lastSeen}
            isSelected={selection.ids.includes(review.id)}
            onSelect={mayHide ? onSelect : undefined}
          />
        ))}
      </ul>
      {total !== null && (offset > 0 || hasNext) && <Pager list={list} offset={offset} total={total} onTurn={turn} />}
    </section>
  );
}

function Nothing({ search, onChange }: Pick<ReviewListProps, 'search' | 'onChange'>) {
  const filters = filterCount(search);
  if (search.reply_status === 'proposed') return <Empty text={reviewsWords.noProposals} />;
  if (filters === 0 || search.reply_status !== undefined) return <Empty text={reviewsWords.empty} />;
  return <Filtered text={reviewsWords.noMatch} count={filters} onClear={() => onChange(withoutFilters(search))} />;
}

interface PagerProps {
  readonly list: Rows;
  readonly offset: number;
  readonly total: number;
  readonly onTurn: (offset: number) => void;
}

function Pager({ list: { rows, limit, hasNext }, offset, total, onTurn }: PagerProps) {
  const isDeepest = offset + limit >= DEEPEST;
  return (
    <>
      {isDeepest && hasNext && <p className="small sub deepest">{reviewsWords.tooDeep}</p>}
      <div className="pager">
        <Button disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
          {tableWords.previous}
        </Button>
        <span className="small muted num">{tableWords.range(offset + 1, offset + rows.length, total)}</span>
        <Button disabled={!hasNext || isDeepest} onClick={() => onTurn(offset + limit)}>
          {tableWords.next}
        </Button>
      </div>
    </>
  );
}

/** Scrolls to the row of a review that was opened by its address, once the list has arrived. */
function useShownRow(openId: number | undefined, hasRows: boolean): void {
  const [atFirst] = useState(openId);
  useEffect(() => {
    if (hasRows && atFirst !== undefined) document.getElementById(rowId(atFirst))?.scrollIntoView({ block: 'nearest' });
  }, [atFirst, hasRows]);
}
