import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Review } from '../../api/queries/reviews';
import { rowId } from './review-row';
import type { Rows } from './use-rows';

const route = getRouteApi('/a/$accountId/reviews');
/** Pages end at this row: the API reads later ones slowly. */
export const DEEPEST = 10_000;
const IN_PROGRESS = ['pending', 'publishing', 'published'];

type Wanted = 'first' | 'last' | 'firstUnanswered' | 'lastUnanswered';

interface MovesOptions {
  readonly list: Rows;
  readonly offset: number;
  readonly openId: number | undefined;
  readonly onTurn: (offset: number) => void;
}

interface Moves {
  readonly down: () => void;
  readonly up: () => void;
  readonly downUnanswered: () => void;
  readonly upUnanswered: () => void;
}

/** Opens the review after or before the open one, and turns the page at its ends. */
export function useMoves({ list, offset, openId, onTurn }: MovesOptions): Moves {
  const open = useOpening();
  /** The review to which the last key moved. It is open only after a moment, in which the next key may come. */
  const aim = useRef(openId);
  useEffect(() => {
    aim.current = openId;
  }, [openId]);
  const { rows, limit, hasNext } = list;
  const isUnanswered = ({ id, reply_text: text }: Review): boolean =>
    text === null && !IN_PROGRESS.includes(list.replies.get(id)?.status ?? '');
  /** The row of the next page that is opened when the page arrives. */
  const wanted = useRef<Wanted | null>(null);
  const turn = (step: 1 | -1, row: Wanted): void => {
    const next = offset + step * limit;
    const isThere = step === 1 ? hasNext && next < DEEPEST : offset > 0;
    if (!isThere) return;
    wanted.current = row;
    onTurn(Math.max(0, next));
  };
  const move = (step: 1 | -1, passes: (row: Review) => boolean, row: Wanted): void => {
    const at = rows.findIndex(({ id }) => id === aim.current);
    const after = step === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).reverse();
    const next = after.find(passes);
    if (next === undefined) turn(step, row);
    else {
      aim.current = next.id;
      open(next.id);
    }
  };
  useEffect(() => {
    const row = wanted.current;
    if (row === null || list.isStale || rows.length === 0) return;
    wanted.current = null;
    const ordered = row.startsWith('first') ? rows : [...rows].reverse();
    open((row.endsWith('Unanswered') ? ordered.find(isUnanswered) : ordered[0])?.id);
  });
  const any = (): boolean => true;
  return {
    down: () => move(1, any, 'first'),
    up: () => move(-1, any, 'last'),
    downUnanswered: () => move(1, isUnanswered, 'firstUnanswered'),
    upUnanswered: () => move(-1, isUnanswered, 'lastUnanswered'),
  };
}

/**
 * Opens a review beside the list, and moves the focus to its row. The list with all moves through it is one entry of the history, so
 * that Back leaves it.
 */
function useOpening(): (id: number | undefined) => void {
  const navigate = route.useNavigate();
  return (id) => {
    if (id === undefined) return;
    document.getElementById(rowId(id))?.focus();
    const params = { reviewId: String(id) };
    void navigate({ to: '/a/$accountId/reviews/$reviewId', params, search: (before) => before, replace: true });
  };
}
