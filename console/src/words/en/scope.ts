import { count } from './plurals';

export const scopeWords = {
  label: 'Objects that are shown',
  all: (n: number) =>
    n === 0 ? 'No objects yet' : n === 1 ? 'All objects (1)' : `All ${count(n, 'object', 'objects')}`,
  folders: 'Folders',
  objects: 'Objects',
  nothing: 'No folder or object has this name.',
} as const;
