import { count } from './plurals';

export const runsWords = {
  planned: 'Due',
  status: 'State',
  cause: 'Cause',
  causes: { first: 'First collection', scheduled: 'On schedule', manual: 'By request' } as const,
  links: 'Links',
  new: 'New',
  changed: 'Changed',
  gone: 'Gone',
  took: 'Took',
  running: 'still open',
  number: (id: number) => `Run ${id}`,
  others: (n: number) => `${count(n, 'more link', 'more links')} in this run, of other objects or deleted since.`,
  read: 'Planned to read',
  wholeList: 'the whole list',
  newOnly: 'what is new',
  pages: 'Pages',
  reviewsRead: 'Reviews read',
  tries: 'Attempts',
  notRead: 'Not read yet',
  empty: 'No run yet. The first one begins within a minute of adding a link.',
} as const;
