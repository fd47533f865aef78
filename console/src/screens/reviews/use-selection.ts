import { useState } from 'react';
import type { Review } from '../../api/queries/reviews';

/** The number of reviews that one call hides. */
const MOST_SELECTED = 200;

/** The selected reviews of a list. */
export interface Selection {
  readonly reviews: readonly Review[];
  readonly ids: readonly number[];
  readonly isFull: boolean;
  /** Selects or deselects a review; with `isRange` selects all rows from the last selected one to it. */
  readonly toggle: (id: number | undefined, isRange: boolean) => void;
  readonly clear: () => void;
}

/** Keeps the selection while the person turns pages. */
export function useSelection(rows: readonly Review[], openId: number | undefined): Selection {
  const [reviews, setReviews] = useState<readonly Review[]>([]);
  const [last, setLast] = useState<number | undefined>();
  const ids = reviews.map(({ id }) => id);
  const add = (more: readonly Review[]): void => {
    const added = more.filter(({ id }) => !ids.includes(id));
    setReviews([...reviews, ...added].slice(0, MOST_SELECTED));
  };
  return {
    reviews,
    ids,
    isFull: reviews.length >= MOST_SELECTED,
    clear: () => {
      setReviews([]);
      setLast(undefined);
    },
    toggle: (id = rows[0]?.id, isRange) => {
      const to = rows.findIndex((row) => row.id === id);
      const from = rows.findIndex((row) => row.id === (last ?? openId));
      setLast(id);
      if (isRange && from !== -1) return add(rows.slice(Math.min(from, to), Math.max(from, to) + 1));
      if (id !== undefined && ids.includes(id)) setReviews(reviews.filter((review) => review.id !== id));
      else add(rows.slice(to, to + 1));
    },
  };
}
