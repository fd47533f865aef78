/** The order of the figures of objects (contract §4.7, `GET /v3/analytics/objects`). */
export const OBJECT_SORTS = [
  'name',
  'review_count',
  'avg_rating',
  'avg_rating_change',
  'total_with_reply',
  'unanswered_negative',
  'completeness',
] as const;
export type ObjectSort = (typeof OBJECT_SORTS)[number];
export type SortOrder = 'asc' | 'desc';

interface Sortable {
  readonly objectId: number;
  readonly value: number | string | null;
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** Returns the ids in order. Objects without a value are last in both directions; equal values are ordered by id, ascending. */
export function orderedIds(objects: readonly Sortable[], order: SortOrder): readonly number[] {
  const direction = order === 'asc' ? 1 : -1;
  return [...objects]
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || a.objectId - b.objectId;
      return direction * compare(a.value, b.value) || a.objectId - b.objectId;
    })
    .map(({ objectId }) => objectId);
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'string' || typeof b === 'string' ? NAMES.compare(String(a), String(b)) : a - b;
}
