import type { Folder } from '../../api/queries/folders';
import { treeLines } from './tree';

const base = { user_id: 1, created_at: '2026-11-20T08:00:00' };
const object = (id: number) => ({ id, name: `Object ${id}` });
const sub = (id: number, name: string, parent: number, objects: readonly number[]) => ({
  ...base,
  id,
  name,
  parent_folder_id: parent,
  objects: objects.map(object),
  subfolders: [],
});
const FOLDERS: readonly Folder[] = [
  {
    ...base,
    id: 1,
    name: 'Portugal',
    parent_folder_id: null,
    objects: [object(1), object(2)],
    subfolders: [sub(2, 'Porto', 1, [2, 3]), sub(3, 'Lisbon', 1, [])],
  },
  { ...base, id: 4, name: 'Spain', parent_folder_id: null, objects: [], subfolders: [] },
];

test.each([
  [[], '', [1, 4]],
  [[1], '', [1, 2, 3, 4]],
  [[4], '', [1, 4]],
  [[], 'PORTO', [1, 2]],
  [[], ' port ', [1, 2, 3]],
  [[], 'spa', [4]],
  [[1], 'x', []],
])('with %j open, a search for %j shows %j', (open, search, ids) =>
  expect(treeLines(FOLDERS, new Set(open), search).map(({ id }) => id)).toEqual(ids),
);

test('an object in several subfolders counts once', () => {
  const [portugal, porto] = treeLines(FOLDERS, new Set([1]), '');
  expect([portugal?.objects, porto?.objects]).toEqual([3, 2]);
  expect([portugal?.isOpen, porto?.isOpen, porto?.place, porto?.of]).toEqual([true, null, 1, 2]);
});
