import type { ObjectFigures, ObjectItem } from '../../api/queries/objects';
import type { ObjectsSearch, ObjectSort } from './search';

type Sortable = Pick<ObjectItem, 'id' | 'name' | 'created_at' | 'last_scraped_at'>;
type Figures = Pick<ObjectFigures, 'review_count' | 'avg_rating' | 'total_with_reply'>;
type Value = string | number | null;

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const VALUES: Readonly<Record<ObjectSort, (object: Sortable, figures: Figures | undefined) => Value>> = {
  name: ({ name }) => name,
  created_at: ({ created_at: at }) => at,
  last: ({ last_scraped_at: at }) => at,
  reviews: (_, figures) => figures?.review_count ?? null,
  average: (_, figures) => figures?.avg_rating ?? null,
  unanswered: (_, figures) => (figures ? unansweredOf(figures) : null),
};

/** Names begin with A; everything else with its largest value. */
export const FIRST_ORDER: Readonly<Record<ObjectSort, 'asc' | 'desc'>> = {
  name: 'asc',
  created_at: 'desc',
  last: 'desc',
  reviews: 'desc',
  average: 'desc',
  unanswered: 'desc',
};

export const unansweredOf = ({ review_count: all, total_with_reply: answered }: Omit<Figures, 'avg_rating'>): number =>
  all - answered;

/** The objects in the order of the address, by default newest first. Objects without the value are last. */
export function sorted<Item extends Sortable>(
  objects: readonly Item[],
  figures: ReadonlyMap<number, Figures>,
  { sort_by: by = 'created_at', sort_order: order = FIRST_ORDER[by] }: ObjectsSearch,
): readonly Item[] {
  const direction = order === 'asc' ? 1 : -1;
  const valued = objects.map((object) => ({ object, value: VALUES[by](object, figures.get(object.id)) }));
  return valued
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return direction * compare(a.value, b.value) || b.object.id - a.object.id;
    })
    .map(({ object }) => object);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : names.compare(String(a), String(b));
}
