import { sorted } from './sorted';

const object = (id: number, name: string, last: string | null) => ({
  id,
  name,
  created_at: `2026-11-0${id}T00:00:00`,
  last_scraped_at: last,
});
const objects = [
  object(1, 'Hotel 10', '2026-11-20T08:00:00'),
  object(2, 'élan', null),
  object(3, 'Hotel 9', '2026-11-20T09:00:00'),
];
const figures = new Map([
  [1, { review_count: 10, avg_rating: 4, total_with_reply: 10 }],
  [3, { review_count: 5, avg_rating: null, total_with_reply: 1 }],
]);

test.each([
  [{}, [3, 2, 1]],
  [{ sort_order: 'asc' }, [1, 2, 3]],
  [{ sort_by: 'name' }, [2, 3, 1]],
  [{ sort_by: 'name', sort_order: 'desc' }, [1, 3, 2]],
  [{ sort_by: 'last' }, [3, 1, 2]],
  [{ sort_by: 'last', sort_order: 'asc' }, [1, 3, 2]],
  [{ sort_by: 'reviews' }, [1, 3, 2]],
  [{ sort_by: 'average' }, [1, 2, 3]],
  [{ sort_by: 'unanswered' }, [3, 1, 2]],
] as const)('%j gives %j', (search, ids) => expect(sorted(objects, figures, search).map(({ id }) => id)).toEqual(ids));
